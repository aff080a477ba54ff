/** Turns an event into the item that a workflow gets. */
import type { IDataObject } from 'n8n-workflow';
import { joinIncludes } from '../engine/expansions';
import { entityNamed } from '../model/entities';
import { postAddress } from '../model/postAddress';
import { toJson, type XEvent } from './event';
import { isObject } from '../util/lenient';
import { asText } from '../util/text';
import { agentInputOf } from './agentInput';

/** Makes the item of an event. A Post has its author and metrics where X Core has them, and where X put them. */
export const eventItem = (event: XEvent, rawBody?: string): IDataObject => ({
	...toJson(isPost(event) ? { ...event, payload: completed(event) } : event, rawBody),
	...agentInputOf(event),
});

/** Posts of the older account activity have another shape, with their author inside. */
const isPost = ({ payload, source }: XEvent): boolean =>
	source !== 'accountActivity' && typeof payload.id === 'string' && typeof payload.author_id === 'string';

const POST = entityNamed('post');

function completed({ payload, includes = {} }: XEvent): IDataObject {
	const joined = joinIncludes(POST, includes)(payload) as IDataObject;
	const { author } = joined;
	return {
		...withMetrics(joined),
		...(isObject(author) && { author: withMetrics(author) }),
		url: postAddress(asText(payload.id)),
	};
}

/** Puts the metrics beside the other fields, and leaves them where X put them. */
const withMetrics = (entity: IDataObject): IDataObject =>
	isObject(entity.public_metrics) ? { ...entity.public_metrics, ...entity } : entity;
