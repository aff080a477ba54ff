/** Files of Direct Messages: their addresses, and who may have them. */
import { notFound, Refusal, type Platform } from '../frame';
import type { Answers } from './call';
import { send, withUser } from './messages';
import type { DmEvent } from './model';
import type { CoreState } from './state';

/** What someone attaches to a message. */
interface Attached {
	readonly content: Buffer;
	/** Name of the file. */
	readonly name: string;
	/** Videos have no address of their own, but variants. */
	readonly type: 'photo' | 'video';
}

/** Attaches a file to a message, with the identifier of the media. */
export function attachFile(
	state: CoreState,
	event: DmEvent,
	{ media, content, name, type }: Attached & { readonly media: string },
): void {
	const key = `${type === 'photo' ? 3 : 7}_${media}`;
	const address = `https://ton.twitter.com/1.1/ton/data/dm/${event.id}/${media}/${name}`;
	const variants = [{ bit_rate: 832_000, content_type: 'video/mp4', url: `https://video.example/${name}` }];
	state.media.set(key, {
		media_key: key,
		type,
		owner_id: event.sender_id,
		width: 10,
		height: 10,
		...(type === 'photo' ? { url: address } : { preview_image_url: address, variants }),
	});
	state.messageFiles.set(`${event.id}/${media}/${name}`, content);
	event.attachments = { media_keys: [key] };
}

/** Someone sends a file to someone. */
export function sendFile(
	state: CoreState,
	platform: Platform,
	[from, to]: readonly [from: string, to: string],
	file: Attached,
): DmEvent {
	const event = send(state, platform, withUser(state, from, to), from, { text: 'See this' });
	attachFile(state, event, { ...file, media: platform.newId() });
	return event;
}

export const messageFiles: Answers = {
	'GET /2/dm_conversations/media/{dm_id}/{media_id}/{resource_id}': (call) => {
		const [dm, ...rest] = ['dm_id', 'media_id', 'resource_id'].map((name) => call.path(name));
		const event = call.state.dmEvents.get(dm ?? '');
		const { participants = [] } = call.state.conversations.get(event?.dm_conversation_id ?? '') ?? {};
		const body = call.state.messageFiles.get([dm, ...rest].join('/'));
		if (!body || !participants.includes(call.me)) throw new Refusal(notFound('dm_id', dm ?? '', 'media'));
		return { status: 200, body, headers: { 'content-type': 'application/octet-stream' } };
	},
};
