import type { INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import { get } from 'lodash';
import {
	broken,
	deleted,
	oAuth2,
	op,
	resource,
	user as userAuth,
	type BrokenRule,
	type Call,
	type Field,
	type ValuesOf,
} from '../../shared/operation/operation';
import { additional, constant, formChoice, formOnly, id, optional, text, when } from '../../shared/fields';
import { conversation, user, users } from '../../shared/core/locators';
import { readOne, readPages } from '../../shared/core/selections';
import { directMessages, messageFilters } from '../../shared/core/lists';
import { altTextOfFiles, fileName, uploadFiles, withUploaded } from '../operations/filesFromInput';
import { asItIs } from '../../shared/engine/contract';
import { fillPath } from '../../shared/engine/request';
import { lenient } from '../../shared/util/lenient';
import { download, itemWithFile, outputFile } from '../../shared/core/files';

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

const message = {
	text: messageText,
	...fromInput,
	...additional({ attachments: attachment('attachments') }),
};

type Attached = ValuesOf<typeof fromInput>;

/** A message has a text or an attachment, and at most one attachment. */
function* checkMessage<const Text extends string, const Media extends string>(
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

async function sendMessage(call: Call<Attached>): Promise<INodeExecutionData[]> {
	const request = call.request();
	return await withFile(
		call,
		async (attached) => await call.sendAndOutput({ ...request, body: { ...request.body, ...attached } }),
	);
}

const groupFields = {
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

async function createGroup(call: Call<ValuesOf<typeof groupFields>>): Promise<INodeExecutionData[]> {
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

const messageMediaFields = {
	downloadBy: formChoice(
		{
			message: ['Message', 'Everything that is attached to one message'],
			file: ['File', 'One file, by the three IDs in its URL'],
		},
		{ default: 'message' },
	),
	dm_id: {
		...id({ label: 'Event ID', description: 'ID of the message, returned by the Get operations' }),
		name: 'event_id',
	},
	media_id: when(
		{ downloadBy: ['file'] },
		id({ description: 'The digits of the media key after the underscore' }),
	),
	resource_id: when(
		{ downloadBy: ['file'] },
		text({
			label: 'File Name',
			pattern: /^(?!\.+$)[\w.-]{1,50}$/,
			shape: 'the name at the end of the address, such as hVJQTwig.jpg',
			placeholder: 'e.g. hVJQTwig.jpg',
		}),
	),
	outputProperty: outputFile,
};

type MediaCall = Call<ValuesOf<typeof messageMediaFields>>;

interface FileIds {
	readonly dm_id: string;
	readonly media_id: string;
	readonly resource_id: string;
}

const FILE = '/2/dm_conversations/media/{dm_id}/{media_id}/{resource_id}';
const MESSAGE = '/2/dm_events/{event_id}';

/** Addresses of files of messages: …/dm/<message>/<media>/<name>, optionally with a colon and a size. */
const ADDRESS = /\/dm\/(\d{1,19})\/(\d{1,19})\/([\w.-]{1,50})(?:[:?#]|$)/;

const mediaSchema = z.object({
	media_key: lenient.text,
	type: lenient.text,
	url: lenient.text,
	variants: z.array(z.record(z.unknown())).optional().catch(undefined),
});

const messageSchema = z.object({
	data: z.object({ id: z.string() }),
	includes: z.object({ media: lenient.listOf(mediaSchema) }).default({}),
});

const SELECTION: [string, string][] = [
	['dm_event.fields', 'attachments'],
	['expansions', 'attachments.media_keys'],
	['media.fields', 'media_key,type,url,variants'],
];

async function downloadMedia(call: MediaCall): Promise<INodeExecutionData[]> {
	const { downloadBy, dm_id, media_id = '', resource_id = '' } = call.values;
	if (downloadBy === 'file') return [await fileItem(call, { dm_id, media_id, resource_id })];
	const path = fillPath(MESSAGE, { event_id: dm_id });
	const body = await call.send({ method: 'GET', template: MESSAGE, path, query: SELECTION });
	const message = messageSchema.safeParse(body).data;
	if (message === undefined) return asItIs(call, body);
	const { media } = message.includes;
	const attached: unknown = get(body, 'data.attachments.media_keys');
	if (!Array.isArray(attached) || attached.length === 0) call.hint(`The message ${dm_id} has no media`);
	const items: INodeExecutionData[] = [];
	for (const each of media) {
		const [, dm, mediaId, name] = ADDRESS.exec(each.url ?? '') ?? [];
		if (dm !== undefined && mediaId !== undefined && name !== undefined)
			items.push(await fileItem(call, { dm_id: dm, media_id: mediaId, resource_id: name }, each));
		else {
			const { type = 'media', media_key: key = '' } = each;
			call.hint(`X names no file of the ${type.replace('_', ' ')} ${key}: the output has what it names`);
			items.push(call.item({ event_id: dm_id, ...each }));
		}
	}
	return items;
}

async function fileItem(call: MediaCall, ids: FileIds, media: object = {}): Promise<INodeExecutionData> {
	const { dm_id: event_id, ...rest } = ids;
	const file = await download(call, { method: 'GET', template: FILE, path: fillPath(FILE, { ...ids }) });
	const json = { event_id, ...rest, ...media };
	return await itemWithFile(call, json, file, call.values.outputProperty, ids.resource_id);
}

const write = userAuth('dm.read', 'dm.write', 'tweet.read', 'users.read');
const read = userAuth('dm.read', 'tweet.read', 'users.read');

/** Direct Messages: https://docs.x.com/x-api/direct-messages/manage/introduction and https://docs.x.com/x-api/direct-messages/lookup/introduction */
export const directMessageResource = resource({
	value: 'directMessage',
	defaultOperation: 'send',
	mostUsed: ['send', 'getMany', 'sendToConversation', 'getManyWithUser', 'downloadMedia'],
	auth: [read, write],
	operations: {
		createGroup: op({
			route: 'POST /2/dm_conversations',
			action: 'Create an unencrypted group conversation',
			description:
				'Start a new group conversation, not encrypted, with a first message. Always a new one, even with the same people.',
			fields: groupFields,
			check: (values) =>
				checkMessage(
					['message.text', values['message.text']],
					['message.attachments', values['message.attachments']],
					values,
				),
			run: createGroup,
		}),
		delete: op({
			route: 'DELETE /2/dm_events/{event_id}',
			action: 'Delete a direct message',
			description: 'Delete one of your own messages',
			auth: userAuth('dm.read', 'dm.write'),
			fields: { event_id: id() },
			result: deleted('event_id'),
		}),
		downloadMedia: op({
			route: 'GET /2/dm_conversations/media/{dm_id}/{media_id}/{resource_id}',
			action: 'Download the media of a direct message',
			description: 'Get the files attached to a message',
			auth: oAuth2('dm.read'),
			fields: messageMediaFields,
			run: downloadMedia,
		}),
		get: op({
			route: 'GET /2/dm_events/{event_id}',
			action: 'Get a direct message event',
			description: 'Get one event: a message, or people joining or leaving',
			...readOne('dmEvent', { event_id: id() }),
		}),
		getMany: directMessages,
		getManyOfConversation: op({
			route: 'GET /2/dm_conversations/{id}/dm_events',
			action: 'Get many direct message events of a conversation',
			description:
				'Get the events of one conversation from the last 30 days, newest first. Shows nothing of X Chat.',
			...readPages('dmEvent', { id: conversation(), ...messageFilters }, 100),
		}),
		getManyWithUser: op({
			route: 'GET /2/dm_conversations/with/{participant_id}/dm_events',
			action: 'Get many direct message events with a user',
			description:
				'Get the events of the conversation with one user from the last 30 days, newest first. Shows nothing of X Chat.',
			...readPages('dmEvent', { participant_id: user(), ...messageFilters }, 100),
		}),
		send: op({
			route: 'POST /2/dm_conversations/with/{participant_id}/messages',
			name: 'Send to User',
			action: 'Send an unencrypted direct message to a user',
			description: 'Send a message, not encrypted, to one user, starting a conversation if there is none',
			fields: { participant_id: user({ label: 'Recipient' }), ...message },
			check: (values) => checkMessage(['text', values.text], ['attachments', values.attachments], values),
			run: async (call) => await sendMessage(call),
		}),
		sendToConversation: op({
			route: 'POST /2/dm_conversations/{dm_conversation_id}/messages',
			action: 'Send an unencrypted direct message to a conversation',
			description: 'Send a message, not encrypted, to an existing conversation with one user or a group',
			fields: { dm_conversation_id: conversation(), ...message },
			check: (values) => checkMessage(['text', values.text], ['attachments', values.attachments], values),
			run: async (call) => await sendMessage(call),
		}),
	},
});
