/**
 * The events of the simulated X before anyone has asked for them: what happened, who it concerns and the
 * payload, without the subscription's filter, tag or matching rules, which differ for each receiver.
 */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export interface JsonObject {
	[key: string]: Json;
}

export type Direction = 'inbound' | 'outbound';

export interface Person {
	id: string;
	username: string;
	name: string;
}

/** X Activity: matched by event type, user, direction and keyword of each subscription. */
export interface ActivityEvent {
	family: 'activity';
	eventType: string;
	eventUuid: string;
	concerns: ReadonlyArray<{ userId: string; direction?: Direction }>;
	/** What a keyword filter reads. */
	text: string;
	payload: JsonObject;
	includes?: JsonObject;
}

/** Account Activity: one delivery per subscribed user; `forUserId` is left out only by the revocation notice. */
export interface AccountActivityEvent {
	family: 'accountActivity';
	forUserId: string;
	body: JsonObject;
}

/** Filtered stream: matched by the app's rules. */
export interface StreamEvent {
	family: 'stream';
	post: JsonObject;
	includes?: JsonObject;
}

/** Goes to one webhook whatever is subscribed, such as the end of a replay job. */
export interface NoticeEvent {
	family: 'notice';
	body: JsonObject;
}

export type PlatformEvent = ActivityEvent | AccountActivityEvent | StreamEvent | NoticeEvent;

/** What a builder can be given; everything has a realistic default. */
export interface EventOptions {
	/** Who did it. */
	actor?: Person;
	/** The user it was done to. */
	target?: Person;
	text?: string;
	/** The identifier of the Post, message, story or broadcast. */
	id?: string;
	/** Merged over the payload (Activity), the first array item (Account Activity) or the Post (stream). */
	payload?: JsonObject;
}

/** Where builders take identifiers and the time from, so that a run with a fixed clock repeats itself exactly. */
export interface EventContext {
	id(): string;
	now(): number;
}

/** What the receiver's subscription adds to the event. */
export interface Receiver {
	filter?: JsonObject;
	tag?: string;
	matchingRules?: ReadonlyArray<{ id: string; tag?: string }>;
}

/** The JSON body that the webhook of one receiver gets. */
export function render(event: PlatformEvent, receiver: Receiver = {}): JsonObject {
	switch (event.family) {
		case 'activity':
			return {
				data: {
					event_uuid: event.eventUuid,
					filter: receiver.filter ?? defaultFilter(event),
					event_type: event.eventType,
					...(receiver.tag === undefined ? {} : { tag: receiver.tag }),
					payload: event.payload,
					...(event.includes === undefined ? {} : { includes: event.includes }),
				},
			};
		case 'stream':
			return {
				data: event.post,
				...(event.includes === undefined ? {} : { includes: event.includes }),
				matching_rules: (receiver.matchingRules ?? [{ id: '1890000000000000001', tag: 'any' }]).map(
					({ id, tag }) => ({ id, ...(tag !== undefined && { tag }) }),
				),
			};
		default:
			return event.body;
	}
}

function defaultFilter(event: ActivityEvent): JsonObject {
	const first = event.concerns[0];
	return first === undefined ? {} : { user_id: first.userId };
}
