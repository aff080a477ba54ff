/** Sends a message with a text, a file, or both. https://docs.x.com/xchat/media */
import type { INodeExecutionData } from 'n8n-workflow';
import { additional, formOnly, optional, text } from '../../shared/fields';
import { broken, type BrokenRule, type ValuesOf } from '../../shared/operation/operation';
import type { AnyCall } from './tools';
import { attachmentOf, uploadEncrypted } from './media';
import { sendContents, sendFields } from './message';

const attaching = additional({
	file: formOnly(
		text({
			label: 'Input Binary Field',
			placeholder: 'e.g. data',
			description: 'The name of the input field with a file to encrypt and attach',
		}),
	),
});

export const messageFields = { ...sendFields, text: optional(sendFields.text), ...attaching };

type MessageValues = ValuesOf<typeof messageFields>;

/** A message must have a text or a file. */
export function* checkContents({ text: said, file }: MessageValues): Generator<BrokenRule<'text'>> {
	if ((said ?? '').trim() === '' && file === undefined)
		yield broken('text', 'required', 'is required for a message without a file');
}

export async function send(
	call: AnyCall & { readonly values: MessageValues },
): Promise<INodeExecutionData[]> {
	const { text: said = '', file } = call.values;
	return await sendContents(call, async (open, key, message) => ({
		message: {
			message_text: said,
			...(file !== undefined && {
				attachments: [attachmentOf(await uploadEncrypted(call, open, key.key, file, message))],
			}),
		},
	}));
}
