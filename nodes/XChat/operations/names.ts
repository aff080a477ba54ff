/** Decrypts the names of groups. https://docs.x.com/xchat/groups */
import { get } from 'lodash';
import { NotOpened } from '../../shared/chat/cipher/notOpened';
import { readPage } from '../../shared/chat/events/page';
import type { ConversationKeys } from '../../shared/chat/trust/conversationKeys';
import { openBox, sealedBytes } from '../../shared/chat/cipher/secretbox';
import { unless } from '../../shared/util/unless';
import type { Call } from '../../shared/operation/operation';
import { toolsOf } from './tools';

const NAMES = ['group_name', 'group_description', 'group_avatar_url'] as const;
/** The number of events to search for keys. */
const EVENTS = 10;

/** Decrypts the names of a conversation, if the node has private keys. */
export async function readNames<V extends { readonly id: string }>(
	body: unknown,
	call: Call<V>,
): Promise<unknown> {
	const data: unknown = get(body, 'data');
	if (typeof data !== 'object' || data === null) return body;
	const sealed = NAMES.filter((name) => sealedBytes(get(data, name)) !== undefined);
	const { session, send } = toolsOf(call);
	if (sealed.length === 0 || !(await session.reader(send))) return body;
	const page = await session.events(send, call.values.id, EVENTS);
	const { keys } = await readPage(session, send, page, call.values.id);
	const opened = Object.fromEntries(
		sealed.flatMap((name) => {
			const text = open(keys, sealedBytes(get(data, name)));
			return text === undefined ? [] : [[name, text]];
		}),
	);
	return { ...(body as object), data: { ...data, ...opened } };
}

/** Tries every key, because a name does not say which one encrypted it. */
function open(keys: ConversationKeys | undefined, sealed: Buffer | undefined): string | undefined {
	for (const { key } of keys?.all() ?? []) {
		const plain = sealed && unless(() => openBox(key, sealed), NotOpened);
		if (plain) return plain.toString('utf8');
	}
	return undefined;
}
