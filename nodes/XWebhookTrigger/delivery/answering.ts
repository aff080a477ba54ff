/** What keeps a workflow that answers from answering too much; see `shared/events/answering`. */
import { Gate, type AnsweringRules } from '../../shared/events/answering';
import type { XEvent } from '../../shared/events/event';
import { heardInEvent } from '../../shared/events/heard';
import { BoundedMap } from '../../shared/util/boundedMap';
import { log } from '../context';
import { logRefusal, type WebhookDelivery } from '../incoming';

interface Known {
	readonly gate: Gate;
	/** What was read from static data last. */
	merged: unknown;
}

/** By node: newer than static data while simultaneous deliveries overwrite each other's. */
const inThisProcess = new BoundedMap<string, Known>(500);

function knownTo({ context, scope, data }: WebhookDelivery): Known {
	const known = inThisProcess.get(scope) ?? { gate: new Gate(), merged: undefined };
	inThisProcess.set(scope, known);
	if (data.stopped === known.merged) return known;
	known.merged = data.stopped;
	if (!known.gate.optOuts.merge(data.stopped))
		log(context, 'error', 'the list of people who asked to be left alone is damaged; a part of it is lost');
	return known;
}

/**
 * The events that start the workflow. Test runs get all of them, and remember nothing.
 *
 * @param ownOf The accounts that count as the workflow's own for an event.
 */
export function admitted(
	delivery: WebhookDelivery,
	rules: AnsweringRules,
	events: readonly XEvent[],
	ownOf: (event: XEvent) => readonly (string | undefined)[],
): readonly XEvent[] {
	if (delivery.isTest) return events;
	const { context } = delivery;
	const { gate } = knownTo(delivery);
	let hasChanged = false;
	const left = events.flatMap((event) => {
		const heard = heardInEvent(event, (id) => ownOf(event).includes(id));
		if (!heard) return [event];
		const { isAdmitted, optOut, isLoop, isFull } = gate.judge(heard, rules);
		hasChanged ||= optOut !== undefined;
		if (optOut !== undefined)
			log(
				context,
				'warn',
				`user ${heard.person} wrote a ${optOut} word${optOut === 'stop' ? ', and is left alone' : ''}`,
			);
		if (isFull === true)
			log(
				context,
				'error',
				'more people asked to be left alone than are remembered; the oldest request is forgotten',
			);
		if (isLoop === true)
			logRefusal(
				delivery,
				`left out an answer of user ${heard.person}: Max Rounds per Conversation (${rules.mostRounds}) are reached`,
			);
		return isAdmitted ? [optOut === undefined ? event : { ...event, optOut }] : [];
	});
	if (hasChanged) keepOptOuts(delivery);
	return left;
}

/** Puts what this process knows into static data that n8n is about to store, which may be older. */
export function keepOptOuts(delivery: WebhookDelivery): void {
	const { gate, merged } = knownTo(delivery);
	const { stored } = gate.optOuts;
	if (stored === undefined || stored === merged) return;
	delivery.data.stopped = stored;
}
