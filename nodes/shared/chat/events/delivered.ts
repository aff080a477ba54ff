/** Reads events of encrypted chats that a stream or a webhook delivers: https://docs.x.com/xchat/real-time-events */
import { NodeOperationError, type IDataObject } from 'n8n-workflow';
import { findOwnId } from '../../http/findUsers';
import { isUnverified, reportOf, type Unverified } from '../unverified';
import { StoredTrust, TrustMemory } from '../trust/memory';
import type { Api, ApiContext } from '../../http/connection';
import { BoundedMap } from '../../memory/boundedMap';
import { defined, object, text } from '../../util/lenient';
import { messageOf } from '../../util/text';
import { isGroup } from '../trust/conversationId';
import { givenKeys, type GivenKeys } from '../trust/keys';
import type { MessageEvent } from '../wire/eventStructures';
import { withKnownSenders } from './groupSenders';
import { eventOf, oldKeys, parsePage, UNREADABLE } from './page';
import { PublicKeys } from '../trust/publicKeys';
import { EventReader, type OpenedEvent } from './readEvent';
import { ChatSession, noneIfRefused, type Send } from '../trust/session';
import { HOUR, MINUTE } from '../../util/time';

/** The number of conversations whose keys a node keeps, in memory only. */
const CONVERSATIONS = 1000;
/** The number of messages that are remembered, so that the same one under another event starts nothing. */
const MESSAGES = 2000;
/** The time for which public keys are kept. After that, the user may have added others. */
const LASTS = HOUR;
/** The shortest time between two requests for new public keys when a message needs keys that are not known. */
const RENEWED_EVERY = MINUTE;
/** The events to read for the key of a message: first 1, then 100. Each is billed, and the latest usually has it. */
const LOOK_BACK = [1, 100];

const NO_USER = 'X gives the public keys of the sender only to a user: choose one under Authentication';

export interface ChatAccess {
	readonly context: ApiContext;
	/** X on behalf of a user; undefined if the node has no user credential. */
	readonly user: Api | undefined;
	/** The treatment of messages that are not verified. */
	readonly unverified: Unverified;
}

/** An event as the workflow gets it, with the reason why it was not decrypted if the user can change that. */
export interface OpenedChat {
	readonly chat: IDataObject;
	readonly fault?: NodeOperationError;
	/** The reason why it does not start the workflow. */
	readonly leftOut?: string;
}

/** An event that a trigger received. */
interface DeliveredEvent {
	readonly source: string;
	readonly eventType: string;
	readonly payload: IDataObject;
	readonly filter?: IDataObject;
	/** Equal for two deliveries of the same event. */
	readonly key?: string | undefined;
}

/** Returns whether the event belongs to an encrypted conversation. */
export const isChatEvent = ({ source, eventType, payload }: DeliveredEvent): boolean =>
	source === 'activity' && eventType.startsWith('chat.') && text(payload.encoded_event) !== undefined;

/** Keeps readers, keys and the session of a node between events. */
class ChatMemory {
	readonly readers = new BoundedMap<string, EventReader>(CONVERSATIONS);
	/** Keys that were looked for and not found in the latest events, so that they are not looked for again. */
	readonly sought = new BoundedMap<string, true>(CONVERSATIONS);
	readonly session: ChatSession;
	/** The reason why the private keys cannot be used. */
	fault?: NodeOperationError;

	constructor(
		{ context, user }: ChatAccess,
		trust: StoredTrust,
		readonly keys: GivenKeys | undefined,
		readonly madeAt: number,
	) {
		this.session = new ChatSession(
			context,
			async () => (user ? await findOwnId(context, user) : ''),
			trust,
			() => Promise.resolve(keys),
		);
	}

	isOf(keys: GivenKeys | undefined): boolean {
		return keys === undefined || this.keys === undefined
			? keys === this.keys
			: keys.keys.identityPoint.equals(this.keys.keys.identityPoint) && keys.version === this.keys.version;
	}
}

/** Reads the events of one node, one after the other. */
export class DeliveredChat {
	private memory: ChatMemory | undefined;
	private readonly trust = new TrustMemory();
	/** The event with which each verified message came. */
	private readonly messages = new BoundedMap<string, string>(MESSAGES);
	private turn: Promise<unknown> = Promise.resolve();

	/**
	 * Reads an event.
	 *
	 * @throws An error if X cannot be reached; the event can be read later.
	 */
	async open(access: ChatAccess, event: DeliveredEvent): Promise<OpenedChat> {
		const opened = this.turn.then(async () => await this.read(access, event));
		this.turn = opened.catch(() => (this.memory = undefined));
		return await opened;
	}

	/** Stores everything that is known of senders and keys. For n8n's webhooks, which forget what was stored earlier. */
	storeTrust(context: ApiContext): void {
		new StoredTrust(context, this.trust).storeAll();
	}

	private stored({ context }: ChatAccess): StoredTrust {
		return new StoredTrust(context, this.trust);
	}

	private async read(access: ChatAccess, delivered: DeliveredEvent): Promise<OpenedChat> {
		this.trust.begin();
		const stored = this.stored(access);
		const opened = await this.readAlone(access, delivered);
		stored.store();
		const isForged = access.unverified !== 'passOn' && isUnverified(opened.chat);
		if (isForged && access.unverified === 'report') return { ...opened, chat: reportOf(opened.chat) };
		const leftOut = isForged ? text(opened.chat.verification) : this.repetition(delivered, opened);
		return { ...opened, ...(leftOut !== undefined && { leftOut }) };
	}

	/** Returns a reason if a signed message came before, in another event. */
	private repetition(
		{ eventType, filter, key = '' }: DeliveredEvent,
		{ chat }: OpenedChat,
	): string | undefined {
		if (chat.verified !== true) return undefined;
		const { conversation_id: conversation, sender_id: sender, message_id: id } = chat;
		const name = JSON.stringify([eventType, filter, conversation, sender, id]);
		const known = this.messages.get(name);
		if (known !== undefined && known !== key) return 'The same message as in an earlier event';
		this.messages.set(name, key);
		return undefined;
	}

	private async readAlone(access: ChatAccess, { payload, filter }: DeliveredEvent): Promise<OpenedChat> {
		const conversation_id = text(payload.conversation_id);
		const event = eventOf({
			encoded_event: text(payload.encoded_event),
			conversation_id,
			sender_id: text(payload.sender_id),
		});
		if (!event) return { chat: UNREADABLE };
		const change = eventOf({ encoded_event: text(payload.conversation_key_change_event), conversation_id });
		const given = await this.given(access);
		const subscriber = text(object(filter).user_id) ?? '';
		const attempt = async (memory: ChatMemory) => {
			const opened = await this.attempt(memory, access, { event, change, subscriber });
			return { opened, fault: given.fault ?? memory.fault };
		};
		const known = this.memoryFor(access, given.keys);
		const first = await attempt(known);
		const isStale = Date.now() - known.madeAt > RENEWED_EVERY;
		const isDone = !isStale || (first.fault === undefined && !needsMore(first.opened));
		const { opened, fault } = isDone ? first : await attempt(this.renewed(access, given.keys));
		const problem = fault && opened.readable.kind === 'encrypted' && { problem: fault.message };
		const { newerVersion } = opened;
		const reason =
			fault ?? (newerVersion === undefined ? undefined : oldKeys(access.context.getNode(), newerVersion));
		return {
			chat: { ...defined<object>(opened.readable), ...problem },
			...(reason && { fault: reason }),
		};
	}

	/** Reads the private keys, or gives the reason why they cannot be used. */
	private async given({ context, user }: ChatAccess) {
		try {
			return { keys: user && (await givenKeys(context, user.kind)) };
		} catch (error) {
			return { keys: undefined, fault: error as NodeOperationError };
		}
	}

	private memoryFor(access: ChatAccess, keys: GivenKeys | undefined): ChatMemory {
		const { memory } = this;
		const isGood = memory?.isOf(keys) === true && Date.now() - memory.madeAt < LASTS;
		return isGood ? memory : this.renewed(access, keys);
	}

	private renewed(access: ChatAccess, keys: GivenKeys | undefined): ChatMemory {
		return (this.memory = new ChatMemory(access, this.stored(access), keys, Date.now()));
	}

	private async attempt(
		memory: ChatMemory,
		{ user }: ChatAccess,
		{
			event,
			change,
			subscriber,
		}: { event: MessageEvent; change: MessageEvent | undefined; subscriber: string },
	): Promise<OpenedEvent> {
		const send = user && memory.session.sender(user);
		const id = event.conversation_id ?? '';
		const learn = async (events: readonly (MessageEvent | undefined)[]) => {
			const known = events.filter((each) => each !== undefined);
			const senders = known.flatMap(({ sender_id: sender }) => sender ?? []);
			const people = await peopleOf(memory, send, senders, subscriber);
			const place = `${subscriber} ${id}`;
			const expected = { conversation: id, trust: this.trust, now: memory.session.now };
			const reader = memory.readers.get(place) ?? new EventReader(people.publicKeys, people.holder, expected);
			memory.readers.set(place, reader);
			reader.learn(known);
			return reader;
		};
		const reader = await learn([change, event]);
		const version = event.detail?.message_create?.conversation_key_version;
		const mark = `${id} ${version ?? ''}`;
		for (const size of LOOK_BACK) {
			const isMissing = version !== undefined && reader.keysOf(id)?.has(version) === false;
			if (!isMissing || !send || memory.sought.has(mark)) break;
			await learn(parsePage(await memory.session.events(send, id, size).catch(noneIfRefused)).events);
		}
		memory.sought.set(mark, true);
		const opened = reader.read(event);
		const keys = isGroup(id) ? reader.keysOf(id) : undefined;
		if (!keys || !send) return opened;
		const members = async () => await memory.session.members(send, id);
		const earlier = async (key: string) =>
			await learn(parsePage(await memory.session.eventsBefore(send, id, key)).events);
		const group = { conversation: id, keys, ownId: keys.readerId, memory: this.trust, members, earlier };
		const [checked = opened] = await withKnownSenders(group, [opened]);
		return checked;
	}
}

/**
 * Finds the reader and the public keys of the senders. Without a user, or if X refuses it, private keys still decrypt
 * events, but senders cannot be verified.
 */
async function peopleOf(
	memory: ChatMemory,
	send: Send | undefined,
	senders: readonly string[],
	subscriber: string,
) {
	const { session, keys } = memory;
	const unchecked = (absence: string) => ({
		holder: keys && { userId: subscriber, keys: keys.keys, version: keys.version ?? '' },
		publicKeys: new PublicKeys(absence),
	});
	if (!send) return unchecked(NO_USER);
	try {
		const holder = memory.fault ? undefined : await session.reader(send);
		return { holder, publicKeys: await session.know(send, senders) };
	} catch (error) {
		noneIfRefused(error);
		if (!(error instanceof NodeOperationError))
			return unchecked(`X did not give the public keys: ${messageOf(error)}`);
		memory.fault = error;
		return { holder: undefined, publicKeys: await session.know(send, senders) };
	}
}

/** Returns whether newer public keys might decrypt or verify a message. */
const needsMore = ({ event, readable, newerVersion }: OpenedEvent): boolean =>
	event.detail?.message_create !== undefined &&
	(readable.verified === 'unknown' || newerVersion !== undefined);

/**
 * Checks that the private keys belong to the user, before anything is subscribed.
 *
 * @throws NodeOperationError if they do not.
 */
export async function checkKeys(access: ChatAccess): Promise<void> {
	const { context, user } = access;
	const given = user && (await givenKeys(context, user.kind));
	if (!given) return;
	const { session } = new ChatMemory(access, new StoredTrust(context), given, Date.now());
	await session.reader(session.sender(user));
}
