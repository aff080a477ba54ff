/** This file sends Direct Messages. https://docs.x.com/x-api/direct-messages/manage/introduction */
import type { INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import { additional, constant, formChoice, formOnly, id, optional, text, when } from '../../shared/fields';
import {
	broken,
	type BrokenRule,
	type Call,
	type Field,
	type ValuesOf,
} from '../../shared/operation/operation';
import { user, users } from '../../shared/core/locators';
import { altTextOfFiles, fileName, uploadFiles, withUploaded } from './filesFromInput';

/** One attachment per message; the body has a list. */
const attachment = (list: string): Field<string> => ({
	...id({
		label: 'Media ID',
		description:
			'ID of one image, GIF or video that Media: Upload returned. Videos may have up to 140 seconds and 512 MB.',
	}),
	name: 'media_id',
	wire: `${list}.0.media_id`,
});

const messageText = optional(
	text({
		label: 'Text',
		rows: 3,
		max: 10_000,
		description: 'What to say. May stay empty for a message with media.',
	}),
);

const fromInput = {
	attachment: formChoice(
		{
			none: 'None',
			file: ['File From Input', 'An image, a GIF or a video in a binary field of the input item'],
		},
		{
			default: 'none',
			description: 'What to attach. For media that is uploaded already use Additional Fields → Media ID.',
		},
	),
	binaryProperty: when({ attachment: ['file'] }, fileName),
	altText: when({ attachment: ['file'] }, altTextOfFiles),
};

export const message = {
	text: messageText,
	...fromInput,
	...additional({ attachments: attachment('attachments') }),
};

type Attached = ValuesOf<typeof fromInput>;

/** A message has a text or an attachment, and at most one attachment. */
export function* checkMessage<const Text extends string, const Media extends string>(
	[textField, said]: readonly [Text, string | undefined],
	[mediaField, media]: readonly [Media, string | undefined],
	{ attachment: kind }: Attached,
): Generator<BrokenRule<Text | Media>> {
	if ((said ?? '').trim() === '' && media === undefined && kind !== 'file')
		yield broken(textField, 'required', 'is required for a message without media');
	if (media !== undefined && kind === 'file')
		yield broken(
			mediaField,
			'exclusive',
			'cannot be combined with a file from the input: a message takes one',
		);
}

async function withFile<T>(
	call: Call<Attached>,
	send: (attached: { attachments?: { media_id: string }[] }) => Promise<T>,
): Promise<T> {
	const { attachment: kind, binaryProperty: name = '', altText } = call.values;
	if (kind !== 'file') return await send({});
	const ids = await uploadFiles(call, [name], 'dm', altText);
	return await withUploaded(
		call,
		ids,
		async () => await send({ attachments: ids.map((media_id) => ({ media_id })) }),
	);
}

/** Sends a message to a user or a conversation. */
export async function sendMessage(call: Call<Attached>): Promise<INodeExecutionData[]> {
	const request = call.request();
	return await withFile(
		call,
		async (attached) => await call.sendAndOutput({ ...request, body: { ...request.body, ...attached } }),
	);
}

export const groupFields = {
	conversation_type: constant('Group'),
	'participant_ids.0': { ...user({ label: 'First Participant' }), name: 'first_participant' },
	'participant_ids.1': { ...user({ label: 'Second Participant' }), name: 'second_participant' },
	'message.text': { ...messageText, name: 'text' },
	...fromInput,
	...additional({
		more_participant_ids: formOnly(
			users({
				label: 'More Participants',
				max: 47,
				description:
					'Up to 47 further users by ID, @username or profile URL, separated by commas. You are added automatically.',
			}),
		),
		'message.attachments': attachment('message.attachments'),
	}),
};

const groupSchema = z
	.object({ participant_ids: z.array(z.string()), message: z.record(z.unknown()).default({}) })
	.passthrough();

/** Starts a group conversation. */
export async function createGroup(call: Call<ValuesOf<typeof groupFields>>): Promise<INodeExecutionData[]> {
	const request = call.request();
	const { participant_ids: two, message: said, ...body } = groupSchema.parse(request.body);
	const participants = [...two, ...(call.values.more_participant_ids ?? [])];
	return await withFile(
		call,
		async (attached) =>
			await call.sendAndOutput({
				...request,
				body: { ...body, message: { ...said, ...attached }, participant_ids: participants },
			}),
	);
}
