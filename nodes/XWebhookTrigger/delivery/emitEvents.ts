import { uniqBy } from 'lodash';
import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { z } from 'zod';

import { eventTypeFact, isOfUser, takesNoFilter } from '../../shared/model/eventTypes';
import { messageOf } from '../../shared/util/messageOf';
import { answer, isTestRun, log, logRefusal, responseOf, scopeOf } from '../context';
import { eventItem } from '../../shared/events/eventItem';
import type { XEvent } from '../../shared/events/event';
import { keepRegistrations } from '../registration/registrationStore';
import type { ReceiveSettings } from '../settings';
import { forward } from '../sharing/forward';
import type { Signatures } from '../signature';
import { guestsOf, keepGuests } from '../sharing/guests';
import { deliveredEventsOf, digestsOf, type DeliveredEvents, type KeyReservation } from './deliveredEvents';
import { openChats } from './openChats';
import { connectedStore, endClaims, EventClaims, EventIsBusy } from './seenEvents';

/** A delivery whose signature was verified. */
export interface Delivery {
	rawBody: Buffer;
	signatures: Signatures;
	events: XEvent[];
}

/** Forwards a delivery to the guests and hands its new events to n8n, each once. */
export async function emitEvents(
	context: IWebhookFunctions,
	settings: ReceiveSettings,
	delivery: Delivery,
): Promise<IWebhookResponseData> {
	const data = context.getWorkflowStaticData('node');
	const delivered = deliveredEventsOf(scopeOf(context));
	if (settings.skipDuplicates) delivered.mergePersisted(data.seen);
	const keys = settings.skipDuplicates ? delivery.events.flatMap(({ key }) => key ?? []) : [];
	const reservation = await delivered.reserve(keys);
	let isHandedOff = false;
	try {
		const fresh = settings.skipDuplicates
			? unseen(delivery.events, reservation).filter((event) => !isRepeatedByReplay(event, data, delivered))
			: delivery.events;
		// Guests are sent also what this node has had before: they may have missed it.
		const failure = await forwardToGuests(context, settings, data, delivery);
		if (failure !== undefined) return answer(context, 502, { error: failure });
		if (fresh.length === 0) return answer(context, 200, { duplicate: true });
		const wanted = await openChats(
			context,
			fresh.filter((event) => isWanted(event, settings)),
		);
		if (wanted.length === 0) {
			reservation.commit();
			return answer(context, 200, { filtered: true });
		}
		const claimed = await claim(context, settings, wanted);
		if (claimed instanceof MemoryFailure) {
			logRefusal(context, `put off a delivery: ${claimed.message}`);
			return answer(context, 503, { error: claimed.message });
		}
		const { claims, owned } = claimed;
		if (owned.length === 0) {
			reservation.commit();
			return answer(context, 200, { duplicate: true });
		}
		const text = settings.rawBody ? delivery.rawBody.toString('utf8') : undefined;
		const items = owned.map((event) => ({ json: eventItem(event, text) }));
		isHandedOff = true;
		void rememberOnceTaken(context, settings, delivered, reservation, claims);
		return { workflowData: [items] };
	} finally {
		if (!isHandedOff) reservation.rollback();
	}
}

/** The memory of seen events did not say whether an event is new: the delivery has to come again. */
class MemoryFailure extends Error {}

interface Claimed {
	claims?: EventClaims;
	/** Events that no process has had. */
	owned: readonly XEvent[];
}

/** Claims events in the memory that is connected to the node, if there is one; gives those that no process has had. */
async function claim(
	context: IWebhookFunctions,
	{ skipDuplicates }: ReceiveSettings,
	events: readonly XEvent[],
): Promise<Claimed | MemoryFailure> {
	const keys = events.flatMap(({ key }) => key ?? []);
	if (!skipDuplicates || keys.length === 0) return { owned: events };
	return await claimIn(context, events, keys).catch(
		(error: unknown) =>
			new MemoryFailure(
				error instanceof EventIsBusy
					? error.message
					: `the memory of seen events cannot be used: ${messageOf(error)}`,
			),
	);
}

async function claimIn(
	context: IWebhookFunctions,
	events: readonly XEvent[],
	keys: string[],
): Promise<Claimed> {
	const store = await connectedStore(context);
	if (store === undefined) return { owned: events };
	const claims = new EventClaims(store);
	const own = await claims.claim(keys);
	const owned = events.filter(({ key }) => key === undefined || own.has(key));
	if (owned.length === 0) await endClaims(context, claims, false);
	return { claims, owned };
}

/** Events that are new, each once even if the delivery holds it twice. */
function unseen(events: XEvent[], { fresh }: KeyReservation): XEvent[] {
	const candidates = events.filter(({ key }) => key === undefined || fresh.has(key));
	return uniqBy(candidates, (event) => event.key ?? event);
}

const replayNote = z.object({ before: z.number(), from: z.number(), until: z.number() });

/** How much later than created an event may have come, in milliseconds. */
const LATENESS = 60_000;

/**
 * Whether a replay after n8n's start repeats an event that ran before n8n stopped, and that is not remembered: because
 * it has no identifier, or because too many came after it.
 */
function isRepeatedByReplay(event: XEvent, data: IDataObject, delivered: DeliveredEvents): boolean {
	const note = replayNote.safeParse(data.replay).data;
	if (note === undefined || (event.key !== undefined && !delivered.isFull)) return false;
	const created = Date.parse(event.createdAt ?? '');
	const now = Date.now();
	return now >= note.from && now < note.until && created < note.before - LATENESS;
}

/**
 * Whether an event is to start the workflow: one of the types that the option names; without that option, on a webhook
 * that several workflows share, one that this node asked for.
 */
function isWanted(event: XEvent, { onlyEventTypes, subscribed }: ReceiveSettings): boolean {
	const { source, eventType, userId } = event;
	if (onlyEventTypes.size > 0) return onlyEventTypes.has(eventType);
	if (subscribed === undefined || subscribed.sources.size === 0) return true;
	if (source === 'replay' || source === 'unknown') return true;
	if (!subscribed.sources.has(source)) return false;
	// Types that nobody can subscribe to are for every workflow, and so is a revoked access.
	if (source !== 'activity' || takesNoFilter(eventType) || eventTypeFact(eventType) === undefined)
		return true;
	const { eventTypes, userIds } = subscribed.activity;
	if (!eventTypes.includes(eventType)) return false;
	return userIds.length === 0 || userId === undefined || !isOfUser(eventType) || userIds.includes(userId);
}

/** n8n decides after this node has returned: its answer tells whether it took the events. */
async function rememberOnceTaken(
	context: IWebhookFunctions,
	settings: ReceiveSettings,
	delivered: DeliveredEvents,
	reservation: KeyReservation,
	claims: EventClaims | undefined,
): Promise<void> {
	const data = context.getWorkflowStaticData('node');
	const scope = scopeOf(context);
	let own: string | undefined;
	const write = () => {
		own ??= digestsOf(reservation.fresh);
		data.seen = delivered.persisted(own);
		data.lastEventAt = Date.now();
		// n8n stores all of the static data, which this delivery read when it came: records may be newer by now.
		if (!isTestRun(context)) keepRegistrations(scope, data);
		if (settings.share) keepGuests(scope, data);
	};
	const isTaken = await delivered.writer.writeUntilAnswered(
		responseOf(context),
		reservation.fresh.size > 0 ? write : undefined,
	);
	await endClaims(context, claims, isTaken);
	if (isTaken) reservation.commit();
	else reservation.rollback();
}

/** Passes the delivery on to the workflows that share the webhook; says what went wrong, if anything. */
async function forwardToGuests(
	context: IWebhookFunctions,
	{ share }: ReceiveSettings,
	data: IDataObject,
	{ rawBody, signatures }: Delivery,
): Promise<string | undefined> {
	const guests = share ? guestsOf(scopeOf(context), data) : [];
	const refusals = await forward(context, guests, rawBody, signatures);
	for (const refusal of refusals) {
		log(context, 'warn', `could not forward a delivery to ${refusal.url}: ${refusal.answer}`);
	}
	// Sending again helps where a workflow failed, not where there is none any more.
	const failures = refusals.filter(({ isGone }) => !isGone);
	return failures.length === 0
		? undefined
		: `${failures.length} of ${guests.length} workflows that share this webhook did not take the delivery`;
}
