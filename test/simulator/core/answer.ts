/** The envelopes of the core API: one entity, several by identifier, one page of a list. */
import { ok, Refusal, type Platform, type Problem, type SimRequest, type SimResponse } from '../frame';
import { tokenPage } from '../frame/pages';
import { notFoundProblem } from '../frame/problems';
import type { Rendered } from './render';

function envelope(
	data: unknown,
	rendered: Rendered,
	rest: Readonly<Record<string, unknown>> = {},
): SimResponse {
	return ok({
		...(data !== undefined && { data }),
		...(rendered.includes && { includes: rendered.includes }),
		...(rendered.errors.length > 0 && { errors: rendered.errors }),
		...rest,
	});
}

/** One entity. */
export function one(data: unknown, finish: () => Rendered): SimResponse {
	return envelope(data, finish());
}

/**
 * Several entities by identifier: those that are not there are told in `errors`, and `data` is left out when none is.
 *
 * @param reach gives the rendered entity, a problem when it may not be seen, or undefined when there is none
 */
export function byIds(
	request: SimRequest,
	parameter: string,
	resourceType: string,
	reach: (id: string) => { data: unknown } | { problem: Problem } | undefined,
	finish: () => Rendered,
): SimResponse {
	const data: unknown[] = [];
	const errors: Problem[] = [];
	for (const id of (request.query.get(parameter) ?? '').split(',')) {
		const found = reach(id);
		if (!found) errors.push(notFoundProblem(parameter, id, resourceType));
		else if ('problem' in found) errors.push(found.problem);
		else data.push(found.data);
	}
	const rendered = finish();
	return envelope(data.length > 0 ? data : undefined, {
		...rendered,
		errors: [...errors, ...rendered.errors],
	});
}

/** One page of a list; `data` is left out when the page is empty, as the platform does. */
export function page<T>(
	platform: Platform,
	request: SimRequest,
	items: readonly T[],
	defaultSize: number,
	render: (item: T) => unknown,
	finish: () => Rendered = () => ({ errors: [] }),
	meta: (items: readonly T[]) => Readonly<Record<string, unknown>> = () => ({}),
): SimResponse {
	const { items: shown, meta: paging } = tokenPage(platform.pages, request, items, { default: defaultSize });
	const data = shown.map(render);
	const response = envelope(data.length > 0 ? data : undefined, finish(), {
		meta: { ...meta(shown), ...paging },
	});
	return response;
}

/** A refusal with a generic problem. */
export function forbidden(detail: string): Refusal {
	return new Refusal({
		status: 403,
		body: { title: 'Forbidden', detail, type: 'about:blank', status: 403 },
		headers: { 'content-type': 'application/problem+json' },
	});
}
