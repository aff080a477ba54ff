import type { IDataObject } from 'n8n-workflow';

export interface XEvent {
	/** Dotted name, the same in all sources. */
	eventType: string;
	nativeType: string;
	/** `activity`, `accountActivity`, `filteredStream`, `replay`, `unknown`, or another stream. */
	source: string;
	/** Identifier of the event or of its object. Is undefined if X gives none. */
	eventId?: string | undefined;
	userId?: string | undefined;
	createdAt?: string | undefined;
	tag?: string | undefined;
	payload: IDataObject;
	/** Objects that the payload refers to, if they were delivered beside it. */
	includes?: IDataObject;
	matchingRules?: IDataObject[];
	chat?: IDataObject;
	optOut?: 'stop' | 'start';
	filter?: IDataObject;
	/** Equal for two deliveries of the same event. Is undefined if nothing in the event identifies it. */
	key: string | undefined;
}

/** Makes the item that a workflow gets. Every field is always present; what X did not send is null. */
export function toJson(event: XEvent, rawBody?: string): IDataObject {
	return {
		eventType: event.eventType,
		eventId: event.eventId ?? null,
		userId: event.userId ?? null,
		createdAt: event.createdAt ?? null,
		source: event.source,
		tag: event.tag ?? null,
		nativeType: event.nativeType,
		payload: event.payload,
		...(event.optOut && { optOut: event.optOut }),
		...(event.chat && { chat: event.chat }),
		...(event.includes && { includes: event.includes }),
		...(event.matchingRules && { matchingRules: event.matchingRules }),
		...(rawBody === undefined ? {} : { rawBody }),
	};
}
