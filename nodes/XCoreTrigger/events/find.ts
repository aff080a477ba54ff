import { EVENTS } from './index';
import type { TriggerEvent } from './event';

const events: ReadonlyMap<string, TriggerEvent> = new Map(Object.entries(EVENTS));

/** The event that a form says. */
export const eventNamed = (name: string): TriggerEvent | undefined => events.get(name);

/** The names of the events that meet a condition. */
export const eventsWhere = (condition: (event: TriggerEvent) => boolean): string[] =>
	[...events].flatMap(([name, event]) => (condition(event) ? [name] : []));
