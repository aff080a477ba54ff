import { omit } from 'lodash';
import type { IDataObject } from 'n8n-workflow';
import { id, isoTime } from '../model/delivered';
import { isObject, object, objects, text } from '../util/lenient';
import { withoutMark } from './mark';
import type { XEvent } from './event';

/** Reads a Post that matched rules of the filtered stream: https://docs.x.com/x-api/webhooks/stream/introduction */
export function streamEvent(body: IDataObject): XEvent {
	const payload = object(body.data);
	const matchingRules = objects(body.matching_rules).map(unmarked);
	const eventId = id(payload);
	return {
		eventType: 'stream.post',
		nativeType: 'matching_rules',
		source: 'filteredStream',
		eventId,
		userId: text(payload.author_id),
		createdAt: isoTime(payload.created_at),
		tag: matchingRules.map((rule) => text(rule.tag)).find((tag) => tag !== undefined),
		payload,
		...(isObject(body.includes) && { includes: body.includes }),
		matchingRules,
		// An edited Post has a new identifier, so an edit is a new event.
		key: eventId === undefined ? undefined : `stream|${eventId}`,
	};
}

function unmarked(rule: IDataObject): IDataObject {
	const tag = text(rule.tag);
	if (tag === undefined || withoutMark(tag) === tag) return rule;
	return { ...omit(rule, 'tag'), ...(withoutMark(tag) !== undefined && { tag: withoutMark(tag) }) };
}
