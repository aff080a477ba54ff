/** Operations without rules of their own: what the facts say. */
import { omit } from 'lodash';
import type { Context, Payload } from './context';
import { refuse } from './errors';
import { page } from './list';
import type { Json } from './state';

export function plainly(context: Context): Payload {
	const { state, fact, request, values } = context;
	const plain = state.shelves.answer({ operation: fact, path: request.path, params: request.params, values });
	if ('missing' in plain) return refuse('NOT_FOUND', `${plain.missing} was not found`, plain.parameter);
	const rest = omit(plain.answer, 'request');
	if (!plain.rows) return { data: null, ...rest };
	return { ...rest, ...page(context, plain.rows as Json[]) };
}
