import { uniqBy, upperFirst } from 'lodash';
import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import type { XEvent } from '../../shared/events/event';
import { takeInEvents } from '../../shared/events/intake';
import { noteOwed, type Notice } from '../../shared/events/fares';
import { NodeGate } from '../../shared/events/nodeGate';
import { Notices } from '../../shared/events/notices';
import { connectUser } from '../../shared/events/subscriber';
import { connect } from '../../shared/http/connection';
import { eventItem } from '../../shared/events/eventItem';
import { readBody } from '../../shared/model/delivered';
import { isTestRun, scopeOf, TRIGGER } from '../context';
import { eventsOf } from '../events';
import {
	answer,
	answerFailure,
	logRefusal,
	Refusal,
	requestOf,
	responseOf,
	type WebhookDelivery,
	type Incoming,
} from '../incoming';
import { namedAccountIds, notedAccount } from '../registration/accounts';
import { storeWhatRunsLeft } from '../../shared/memory/workflowMemory';
import { noteTold, noticeEvent, untold } from '../notices';
import { Missed } from '../registration/missed';
import { keepRegistrations } from '../registration/registrationStore';
import { appSecrets, verifyWithCachedSecrets } from '../secrets';
import { readReceiveSettings, type ReceiveSettings } from '../settings';
import { forwardToGuests } from '../sharing/forward';
import { applyShare, isFresh, keepGuests, readShareRequest, type ShareRequest } from '../sharing/guests';
import { challengeScheme, signaturesIn, SIGNING } from '../signature';
import { chatOpener, storeTrust } from './chats';
import { deliveredEventsOf, digestsOf, type DeliveredEvents, type KeyReservation } from './deliveredEvents';
import { refusalReason } from './refusalReason';
import { accountOf, isOfAccountItself, isWanted } from './whichEvents';

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
