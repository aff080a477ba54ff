/** Operations of the core API without an answer of their own: what the facts say. */
import { omit } from 'lodash';
import { coreOperations, type Operation } from '../../facts';
import { routeOf } from '../documented';
import {
	defineArea,
	notFound,
	ok,
	Refusal,
	type Platform,
	type SimRequest,
	type SimResponse,
} from '../frame';
import { tokenPage } from '../frame/pages';
import { isRecord } from '../frame/validate';
import { Shelves } from '../plain';

function plainly(
	operation: Operation,
	shelves: Shelves,
	request: SimRequest,
	platform: Platform,
): SimResponse {
	if (operation.answer === 'file') return { status: operation.status, body: Buffer.from('a file') };
	const values = { ...Object.fromEntries(request.query), ...(isRecord(request.body) && request.body) };
	const plain = shelves.answer({ operation, path: request.path, params: request.params, values });
	if ('missing' in plain) throw new Refusal(notFound(plain.parameter, plain.missing, 'resource'));
	if (operation.answer === 'stream') return { status: 200, body: `${JSON.stringify(plain.answer)}\r\n` };
	if (!plain.rows) return ok(plain.answer, operation.status);
	const rest = omit(plain.answer, ['data', 'meta']);
	const size = operation.paging?.default ?? 100;
	const { items, meta } = tokenPage(platform.pages, request, plain.rows, { default: size });
	return ok({ ...(items.length > 0 && { data: items }), ...rest, meta });
}

/** All documented operations; those that other areas answer with more sense go before. */
export const plainCore = defineArea<{ shelves: Shelves }>({
	name: 'plain',
	createState: (platform) => ({ shelves: new Shelves(() => platform.newId()) }),
	routes: coreOperations().map((operation) => ({
		...routeOf(operation),
		handler: ({ shelves }, request, platform) => plainly(operation, shelves, request, platform),
	})),
});
