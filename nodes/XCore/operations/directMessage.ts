/** Sending Direct Messages. https://docs.x.com/x-api/direct-messages/manage/introduction */
import type { INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import { additional, constant, formOnly, id, optional, text } from '../../shared/fields';
import {
	broken,
	type BrokenRule,
	type Call,
	type Field,
	type ValuesOf,
} from '../../shared/operation/operation';
import { user, users } from '../../shared/core/locators';

/** One attachment per message; the body wants a list. */
const attachment = (list: string): Field<string> => ({
	...id({
		label: 'Media ID',
		description:
			'ID of one image, GIF or video that Media: Upload returned. A video may have 140 seconds and 512 MB.',
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

/** The fields of a message. */
export const message = { text: messageText, ...additional({ attachments: attachment('attachments') }) };

/** A message says or shows something. */
export function* checkMessage<const Key extends string>(
	field: Key,
	said: string | undefined,
	media: string | undefined,
): Generator<BrokenRule<Key>> {
	if ((said ?? '').trim() === '' && media === undefined)
		yield broken(field, 'required', 'is required for a message without media');
}

export const groupFields = {
	conversation_type: constant('Group'),
	'participant_ids.0': { ...user({ label: 'First Participant' }), name: 'first_participant' },
	'participant_ids.1': { ...user({ label: 'Second Participant' }), name: 'second_participant' },
	'message.text': { ...messageText, name: 'text' },
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

const groupSchema = z.object({ participant_ids: z.array(z.string()) }).passthrough();

/** Starts a group conversation. */
export async function createGroup(call: Call<ValuesOf<typeof groupFields>>): Promise<INodeExecutionData[]> {
	const request = call.request();
	const { participant_ids: two, ...body } = groupSchema.parse(request.body);
	const participants = [...two, ...(call.values.more_participant_ids ?? [])];
	return await call.sendAndOutput({ ...request, body: { ...body, participant_ids: participants } });
}
