/** This file downloads attachments of Direct Messages. https://docs.x.com/x-api/direct-messages/download-dm-media */
import { get } from 'lodash';
import type { INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import { formChoice, id, text, when } from '../../shared/fields';
import type { Call, ValuesOf } from '../../shared/operation/operation';
import { asItIs } from '../../shared/engine/contract';
import { fillPath } from '../../shared/engine/request';
import { lenient } from '../../shared/util/lenient';
import { download, itemWithFile, outputFile } from '../../shared/core/files';

export const messageMediaFields = {
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

/** Downloads one file, or the attachments of a message. */
export async function downloadMedia(call: MediaCall): Promise<INodeExecutionData[]> {
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
