import type { IDataObject } from 'n8n-workflow';

/** One event, whichever family delivered it. */
export interface XEvent {
	/** Dotted name, the same for every source that reports the same thing. */
	eventType: string;
	/** Name as delivered. */
	nativeType: string;
	/** Where it came from: `activity`, `accountActivity`, `filteredStream`, `replay`, `unknown`, or another stream. */
	source: string;
	/** Identifier of the event, or of the thing it is about; undefined when X gives none. */
	eventId?: string | undefined;
	/** The account whose event it is. */
	userId?: string | undefined;
	/** ISO 8601, UTC. */
	createdAt?: string | undefined;
	tag?: string | undefined;
	payload: IDataObject;
	/** Objects that the payload refers to, where they were delivered beside it. */
	includes?: IDataObject;
	matchingRules?: IDataObject[];
	/** What the payload says where it is an event of an encrypted conversation. */
	chat?: IDataObject;
	/** What the subscription that it came by is filtered by. */
	filter?: IDataObject;
	/** Equal for two deliveries of the same event; undefined when nothing in it tells them apart. */
	key: string | undefined;
}

/**
 * The item a workflow sees. Every field is always there; what X did not say is null.
 *
 * @param rawBody The delivery's text, when it was asked for.
 */
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
		...(event.chat && { chat: event.chat }),
		...(event.includes && { includes: event.includes }),
		...(event.matchingRules && { matchingRules: event.matchingRules }),
		...(rawBody === undefined ? {} : { rawBody }),
	};
}
