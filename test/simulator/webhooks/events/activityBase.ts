import type { ActivityEvent, EventContext, EventOptions } from './model';

/** What every event has before its family fills in the rest: a negative 64-bit identifier, as the samples show. */
export function base(context: EventContext, options: EventOptions, eventType: string): ActivityEvent {
	return {
		family: 'activity',
		eventType,
		eventUuid: `-${context.id()}`,
		concerns: [],
		text: options.text ?? '',
		payload: {},
	};
}

export function iso(context: EventContext): string {
	return new Date(context.now()).toISOString();
}

/** 32 hexadecimal digits, the form of a like's identifier. */
export function hexOf(id: string): string {
	return /^\d+$/.test(id) ? BigInt(id).toString(16).padStart(32, 'a') : id;
}
