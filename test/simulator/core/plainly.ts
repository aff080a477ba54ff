/** Operations of the core API without an answer of their own: what the facts say. */
import { coreOperations, type Operation } from '../../facts';
import { routeOf } from '../documented';
import { notFound, ok, Refusal, type Route, type SimResponse } from '../frame';
import { tokenPage } from '../frame/pages';
import { Call } from './call';
import type { CoreState } from './state';

function plainly(operation: Operation, call: Call): SimResponse {
	const { request, platform, state } = call;
	if (operation.answer === 'file') return { status: operation.status, body: Buffer.from('a file') };
	const values = { ...Object.fromEntries(request.query), ...call.body };
	const plain = state.shelves.answer({ operation, path: request.path, params: request.params, values });
	if ('missing' in plain) throw new Refusal(notFound(plain.parameter, plain.missing, 'resource'));
	if (operation.answer === 'stream') return { status: 200, body: `${JSON.stringify(plain.answer)}\r\n` };
	if (!plain.rows) return ok(plain.answer, operation.status);
	const { data: _all, meta: _meta, ...rest } = plain.answer;
	const size = operation.paging?.default ?? 100;
	const { items, meta } = tokenPage(platform.pages, request, plain.rows, { default: size });
	return ok({ ...(items.length > 0 && { data: items }), ...rest, meta });
}

/**
 * Routes for all documented operations that nothing else answers.
 *
 * @param known Routes that are there, as method and path.
 */
export const plainRoutes = (known: ReadonlySet<string>): Route<CoreState>[] =>
	coreOperations()
		.filter(({ route }) => !known.has(route))
		.map((operation) => ({
			...routeOf(operation),
			handler: (...all) => plainly(operation, new Call(...all)),
		}));
