import { once, uniqBy, upperFirst } from 'lodash';
import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { DeliveredChat, isChatEvent } from '../../shared/chat/events/delivered';
import type { XEvent } from '../../shared/events/event';
import { eventItem } from '../../shared/events/eventItem';
import { noteOwed, type Notice } from '../../shared/events/fares';
import { takeInEvents } from '../../shared/events/intake';
import type { LeftOut } from '../../shared/events/leftOut';
import { NodeGate } from '../../shared/events/nodeGate';
import { Notices } from '../../shared/events/notices';
import { openChat } from '../../shared/events/openChats';
import { isOwnEvent } from '../../shared/events/ownEntries';
import { connectUser } from '../../shared/events/subscriber';
import { connect } from '../../shared/http/connection';
import { remembered } from '../../shared/memory/process';
import { storeWhatRunsLeft } from '../../shared/memory/workflowMemory';
import { readBody } from '../../shared/model/delivered';
import { eventTypeFact, isOfUser, takesNoFilter } from '../../shared/model/eventTypes';
import { isTestRun, scopeOf, TRIGGER } from '../context';
import { eventsOf } from '../events';
import {
	answer,
	answerFailure,
	type Incoming,
	logRefusal,
	Refusal,
	requestOf,
	responseOf,
	type WebhookDelivery,
} from '../incoming';
import { noteTold, noticeEvent, untold } from '../notices';
import { namedAccountIds, notedAccount } from '../registration/accounts';
import { Missed } from '../registration/missed';
import { keepRegistrations } from '../registration/registrationStore';
import { appSecrets, verifyWithCachedSecrets } from '../secrets';
import { readChatSettings, readReceiveSettings, type ReceiveSettings } from '../settings';
import { forwardToGuests } from '../sharing/forward';
import { applyShare, isFresh, keepGuests, readShareRequest, type ShareRequest } from '../sharing/guests';
import { challengeScheme, signaturesIn, type SignatureVerdict, SIGNING } from '../signature';
import { type DeliveredEvents, deliveredEventsOf, digestsOf, type KeyReservation } from './deliveredEvents';

/**
 * Handles a delivery, in the steps of this file. n8n answers 200 once it has started the run. A failure before that is
 * answered with 5xx, so that X sends the delivery again.
 */
export async function handleDelivery(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const incoming = { context, scope: scopeOf(context) };
	try {
		const delivery = await verified(incoming);
		const body = parsed(delivery);
		const settings = readReceiveSettings(context);
		const request = readShareRequest(body);
		if (request !== undefined) return await answerShareRequest(delivery, settings, request);
		return await emit(delivery, settings, eventsOf(body));
	} catch (error) {
		if (!(error instanceof Refusal)) return answerFailure(context, 'A delivery could not be handled', error);
		if (error.logged !== undefined) logRefusal(incoming, error.logged);
		return answer(context, error.status, { error: error.message });
	}
}

/** Verifies the signature before anything is parsed, because anyone can send a request. */
async function verified(incoming: Incoming): Promise<WebhookDelivery> {
	const { context, scope } = incoming;
	const { rawBody = Buffer.alloc(0), headers } = requestOf(context);
	const signatures = signaturesIn(headers);
	const load = async () => await appSecrets(context);
	const verdict = await verifyWithCachedSecrets(scope, rawBody, signatures, load);
	if (verdict.outcome === 'noSecret')
		throw new Refusal(
			500,
			'A delivery cannot be verified',
			'could not verify a delivery: the credential has neither a client secret nor a consumer secret',
		);
	if (verdict.outcome !== 'valid') {
		const reason = refusalReason(verdict);
		throw new Refusal(401, upperFirst(reason), `refused a delivery: ${reason}`);
	}
	const data = context.getWorkflowStaticData('node');
	const { scheme } = verdict;
	return { ...incoming, isTest: isTestRun(context), data, rawBody, signatures, scheme };
}

function parsed({ rawBody }: WebhookDelivery): unknown {
	const body = readBody(rawBody);
	if (body !== undefined) return body;
	const reason = 'its body is no JSON object, or one that is nested too deeply';
	throw new Refusal(400, `The ${reason.slice(4)}`, `refused a delivery: ${reason}`);
}

/** Answers another workflow that wants to start or stop receiving through this node's webhook. */
async function answerShareRequest(
	{ context, scope, data, scheme }: WebhookDelivery,
	{ share }: ReceiveSettings,
	request: ShareRequest,
): Promise<IWebhookResponseData> {
	if (!share) throw new Refusal(403, 'This workflow does not share its webhook');
	// A guest without the secret that X signs with would refuse every delivery, and so hold up the owner's.
	const needed = challengeScheme(await appSecrets(context));
	if (request.action === 'join' && needed !== undefined && needed !== scheme) {
		const { secret } = SIGNING[needed];
		throw new Refusal(403, `This workflow verifies with the ${secret}: enter it in the guest, too`);
	}
	if (!isFresh(request)) throw new Refusal(400, 'The request to share is too old');
	const isStored = applyShare(scope, data, request);
	return answer(context, 202, { shared: request.action === 'join', stored: isStored });
}

async function emit(delivery: WebhookDelivery, settings: ReceiveSettings, events: readonly XEvent[]) {
	const delivered = deliveredEventsOf(delivery.scope);
	const reserved = await reserve(delivery, settings, delivered, events);
	return await emitReserved(delivery, settings, delivered, { ...reserved, events }).catch(
		(error: unknown) => {
			reserved.reservation.rollback();
			throw error;
		},
	);
}

async function emitReserved(
	delivery: WebhookDelivery,
	settings: ReceiveSettings,
	delivered: DeliveredEvents,
	{ events, fresh, reservation, missed }: Reserved & { readonly events: readonly XEvent[] },
): Promise<IWebhookResponseData> {
	for (const { source, eventId = '', eventType } of fresh)
		if (source === 'replay') missed.settle(eventId, eventType === 'replay.complete');
	// Guests also get events that this node already has, because they may have missed them.
	if (settings.share) await forwardToGuests(delivery);
	const own = await ownAccountsOf(delivery, settings);
	const me = notedAccount(delivery.scope, delivery.data)?.id;
	const gate = gateOf(delivery, settings);
	const chosen = await takeInEvents(events, {
		isRepeated: (event) => !fresh.includes(event),
		isNotWanted: (event) => !isWanted(event, settings),
		isOwn: (event) => isOfAccountItself(event, settings, me, own),
		open: chatOpener(delivery),
		isOwnId: (event, id) => id === accountOf(event, me) || own.includes(id),
		gate,
	});
	gate.keepIn(delivery.data);
	const told = settings.notices && !delivery.isTest ? untold(delivery.context) : [];
	chosen.push(...told.map(noticeEvent));
	if (chosen.length === 0) {
		reservation.commit();
		return answer(delivery.context, 200, fresh.length > 0 ? { filtered: true } : { duplicate: true });
	}
	const text = settings.rawBody ? delivery.rawBody.toString('utf8') : undefined;
	const items = chosen.map((event) => ({ json: eventItem(event, text) }));
	void rememberOnceTaken(delivery, settings, { delivered, reservation, gate, missed, told });
	return { workflowData: [items] };
}

const gateOf = ({ context, scope, data }: WebhookDelivery, { answering }: ReceiveSettings): NodeGate =>
	new NodeGate({
		node: scope,
		rules: answering,
		notices: new Notices(context, TRIGGER),
		stored: data,
	});

const ownAccountsOf = async (
	{ context }: WebhookDelivery,
	{ ownAccounts, authentication }: ReceiveSettings,
): Promise<readonly string[]> =>
	await namedAccountIds(context, ownAccounts, {
		app: async () => await connect(context, { kind: 'app', holder: authentication, maxWait: 3 }),
		user: async () => await connectUser(context, authentication, { maxWait: 3 }),
	});

interface Reserved {
	readonly fresh: readonly XEvent[];
	readonly missed: Missed;
	readonly reservation: KeyReservation;
}

/** Reserves the events that are new to this process, each once even if the delivery contains it twice. */
async function reserve(
	{ scope, data }: WebhookDelivery,
	{ skipDuplicates }: ReceiveSettings,
	delivered: DeliveredEvents,
	events: readonly XEvent[],
): Promise<Reserved> {
	const missed = Missed.ofProcess(scope) ?? Missed.stored(data);
	if (!skipDuplicates) return { fresh: events, missed, reservation: await delivered.reserve([]) };
	delivered.mergePersisted(data.seen);
	const candidates = events.filter(
		({ key, createdAt }) => (key !== undefined && !delivered.isFull) || !missed.isRepeated(createdAt),
	);
	const reservation = await delivered.reserve(candidates.flatMap(({ key }) => key ?? []));
	const fresh = candidates.filter(({ key }) => key === undefined || reservation.fresh.has(key));
	return { fresh: uniqBy(fresh, (event) => event.key ?? event), missed, reservation };
}

interface HandedOff {
	readonly delivered: DeliveredEvents;
	readonly reservation: KeyReservation;
	readonly gate: NodeGate;
	readonly missed: Missed;
	readonly told: readonly Notice[];
}

/** Remembers the events once n8n's answer shows that it took them. n8n decides after this node has returned. */
async function rememberOnceTaken(
	delivery: WebhookDelivery,
	{ share }: ReceiveSettings,
	{ delivered, reservation, gate, missed, told }: HandedOff,
): Promise<void> {
	const { context, scope, data, isTest } = delivery;
	let own: string | undefined;
	noteTold(context, told, true);
	if (!isTest) noteOwed(context, TRIGGER, missed.open);
	const write = () => {
		own ??= digestsOf(reservation.fresh);
		data.seen = delivered.persisted(own);
		missed.hadEvent();
		missed.keepIn(data);
		// n8n stores all of the static data as this delivery read it on arrival, although newer records may exist.
		if (!isTest) keepRegistrations(scope, data);
		if (share) keepGuests(scope, data);
		gate.keepIn(data);
		storeTrust(delivery);
		if (!isTest) storeWhatRunsLeft(context);
	};
	const isTaken = await delivered.writer.writeUntilAnswered(
		responseOf(context),
		reservation.fresh.size > 0 || told.length > 0 ? write : undefined,
	);
	if (isTaken) reservation.commit();
	else {
		reservation.rollback();
		noteTold(context, told, false);
	}
}

/** Says for the log why a delivery is refused: which signature header it has, and which secret that belongs to. */
function refusalReason(verdict: Exclude<SignatureVerdict, { outcome: 'noSecret' }>): string {
	if (verdict.outcome === 'missing') return 'its signature is missing';
	const { header, secret } = SIGNING[verdict.scheme];
	switch (verdict.outcome) {
		case 'malformed':
			return `its signature is malformed, or there are several (header ${header})`;
		case 'unverifiable':
			return `its signature cannot be verified: it has the header ${header} alone, and the credential has no ${secret}. Enter it there`;
		default:
			return `its signature is wrong (header ${header}, verified with the ${secret})`;
	}
}

/** Checks whether an event starts the workflow: by its type, or on a shared webhook by the node's subscriptions. */
function isWanted(event: XEvent, { onlyEventTypes, subscribed }: ReceiveSettings): boolean {
	const { source, eventType, userId } = event;
	if (onlyEventTypes.size > 0) return onlyEventTypes.has(eventType);
	if (subscribed === undefined || subscribed.sources.size === 0) return true;
	if (source === 'replay' || source === 'unknown') return true;
	if (!subscribed.sources.has(source)) return false;
	// Every workflow gets the types that have no subscription, and revoked access.
	if (source !== 'activity' || takesNoFilter(eventType) || eventTypeFact(eventType) === undefined)
		return true;
	const { eventTypes, userIds } = subscribed.activity;
	if (!eventTypes.includes(eventType)) return false;
	return userIds.length === 0 || userId === undefined || !isOfUser(eventType) || userIds.includes(userId);
}

/** Returns whether the account itself wrote the Post or the message. A type that the option names is wanted. */
function isOfAccountItself(
	event: XEvent,
	{ includeOwnPosts, onlyEventTypes }: Pick<ReceiveSettings, 'includeOwnPosts' | 'onlyEventTypes'>,
	account: string | undefined,
	ownAccounts: readonly string[] = [],
): boolean {
	const meant: XEvent = onlyEventTypes.has(event.eventType) ? { ...event, source: 'activity' } : event;
	if (ownAccounts.some((id) => isOwnEvent(meant, id))) return true;
	return !includeOwnPosts && isOwnEvent(meant, accountOf(event, account));
}

/** Returns the account of the credential that an event is for. */
const accountOf = ({ source, userId }: XEvent, account: string | undefined): string | undefined =>
	source === 'filteredStream' ? account : userId;

/** The longest wait for a rate limit, in seconds. X is waiting for the answer to its delivery. */
const MAX_WAIT = 3;

const chats = remembered<DeliveredChat>({ name: 'conversations of a webhook trigger', of: 'node' });

/** Makes the step that decrypts events. It throws if X cannot provide the keys now, so that X delivers again. */
function chatOpener(delivery: WebhookDelivery): (event: XEvent) => Promise<XEvent | LeftOut> {
	const { context, scope } = delivery;
	const prepared = once(async () => {
		const chat = chats.getOrMake(scope, () => new DeliveredChat());
		const { authentication, unverified } = readChatSettings(context);
		const user = await connectUser(context, authentication, { maxWait: MAX_WAIT });
		return { chat, access: { context, user, unverified } };
	});
	const onRead = (fault: Error | undefined) => {
		if (fault) logRefusal(delivery, `an encrypted message stays closed: ${fault.message}`);
	};
	return async (event) => {
		if (!isChatEvent(event)) return event;
		const { chat, access } = await prepared();
		return await openChat(chat, event, access, onRead);
	};
}

/** Puts what is known of senders into the static data of a delivery. */
const storeTrust = ({ context, scope }: WebhookDelivery): void => chats.get(scope)?.storeTrust(context);
