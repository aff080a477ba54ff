import { EVENTS } from './index';
import type { TriggerEvent } from './event';

const events: ReadonlyMap<string, TriggerEvent> = new Map(Object.entries(EVENTS));

/** Returns the event that is chosen in a form. */
export const eventNamed = (name: string): TriggerEvent | undefined => events.get(name);

export const eventsWhere = (condition: (event: TriggerEvent) => boolean): string[] =>
	[...events].flatMap(([name, event]) => (condition(event) ? [name] : []));
