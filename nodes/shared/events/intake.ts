/**
 * Takes events in the steps that lead to a run, in one order for all triggers. With an order for each trigger, a rule
 * such as "own Posts start nothing" holds in one of them and is forgotten in the next.
 */
import type { XEvent } from './event';
import { messageInEvent, type IncomingMessage } from './incomingMessage';
import { LeftOut, type Reason } from './leftOut';
import type { NodeGate } from './nodeGate';

interface Rules<Event> {
	readonly name: (event: Event) => string;
	readonly isRepeated?: (event: Event) => boolean;
	readonly isNotWanted?: (event: Event) => boolean;
	readonly isOwn: (event: Event) => boolean;
	readonly open?: (event: Event) => Promise<Event | LeftOut>;
	readonly heard: (event: Event) => IncomingMessage | undefined;
	readonly withOptOut: (event: Event, optOut: 'stop' | 'start') => Event;
	readonly gate: NodeGate;
}

/** Takes in events, and returns those that start the workflow. n8n's log says why the others do not. */
export async function takeIn<Event>(events: readonly Event[], rules: Rules<Event>): Promise<Event[]> {
	const { name, open, heard, withOptOut, gate } = rules;
	const unless = (reason: Reason, isSo: (event: Event) => boolean = () => false) => {
		return (event: Event) => (isSo(event) ? new LeftOut(reason) : event);
	};
	const steps: Array<(event: Event) => Event | LeftOut | Promise<Event | LeftOut>> = [
		unless('repeated', rules.isRepeated),
		unless('notWanted', rules.isNotWanted),
		unless('own', rules.isOwn),
		open ?? ((event) => event),
		(event) => {
			const verdict = gate.admit(heard(event));
			if (verdict instanceof LeftOut) return verdict;
			return verdict.optOut === undefined ? event : withOptOut(event, verdict.optOut);
		},
	];
	let left = [...events];
	for (const step of steps) {
		const taken = await Promise.all(left.map(async (event) => ({ event, result: await step(event) })));
		left = taken.flatMap(({ event, result }) => {
			if (!(result instanceof LeftOut)) return [result];
			gate.tellLeftOut(name(event), result);
			return [];
		});
	}
	gate.count(left.length);
	return left;
}

interface EventRules extends Omit<Rules<XEvent>, 'name' | 'heard' | 'withOptOut'> {
	/** Returns whether an ID is that of an account that counts as the workflow's own for an event. */
	readonly isOwnId: (event: XEvent, id: string) => boolean;
}

/** Takes in what a webhook or a stream delivers; see `takeIn`. */
export const takeInEvents = async (events: readonly XEvent[], { isOwnId, ...rules }: EventRules) =>
	await takeIn(events, {
		...rules,
		name: ({ eventType }) => eventType,
		heard: (event) => messageInEvent(event, (id) => isOwnId(event, id)),
		withOptOut: (event, optOut) => ({ ...event, optOut }),
	});
