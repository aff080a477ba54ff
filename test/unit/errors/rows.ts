import { classify, type FailureKind } from '../../../nodes/shared/errors';

/** One answer of X and what is made of it. */
export interface Row {
	name: string;
	status: number;
	body: unknown;
	kind: FailureKind;
	message: string;
	/** By default the last word of the type of the body. */
	code?: string;
	parameter?: string;
	advice: RegExp;
	/** When X can be asked again, at the time of `NOW`. */
	retryAt?: string;
	/** Of a failure inside a success: the status that it would have, or none if that is not known. */
	inside?: number | 'unknown';
	request?: { method: string; path: string };
}

/** When the answers came. */
const NOW = new Date('2026-11-30T18:30:00Z');

/** Problem types as they come over the wire, and as the documentation writes them. */
export const WIRE_TYPES = 'https://api.twitter.com/2/problems/';
export const DOCUMENTED_TYPES = 'https://api.x.com/2/problems/';

/** A problem object as X sends it. */
export const problem = (slug: string, title: string, detail?: string, more: object = {}) => ({
	type: WIRE_TYPES + slug,
	title,
	...(detail !== undefined && { detail }),
	...more,
});

const slugOf = (body: unknown): string | undefined =>
	typeof body === 'object' && body !== null && 'type' in body && typeof body.type === 'string'
		? /\/problems\/([\w-]+)$/.exec(body.type)?.[1]
		: undefined;

/** One test a row. */
export function testRows(rows: readonly Row[]): void {
	test.each(rows.map((row) => [row.name, row] as const))('%s', (_name, row) => {
		const { status, body, request } = row;
		const failure = classify({ status, headers: {}, body, now: NOW, ...(request && { request }) });
		expect({ kind: failure.kind, message: failure.message, status: failure.status }).toEqual({
			kind: row.kind,
			message: row.message,
			status: row.inside === 'unknown' ? undefined : (row.inside ?? status),
		});
		expect(failure.retryAt?.toISOString()).toBe(row.retryAt);
		expect(failure.description).toMatch(row.advice);
		expect(failure.code).toBe(row.code ?? slugOf(body));
		expect(failure.parameter).toBe(row.parameter);
		expect(failure.notSent).toBe(false);
	});
}
