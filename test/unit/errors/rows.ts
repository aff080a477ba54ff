import { classify, type FailureKind } from '../../../nodes/shared/errors';

/** One answer of X and what is made of it. */
export interface Row {
	name: string;
	status: number;
	body: unknown;
	kind: FailureKind;
	message: string;
	code?: string;
	parameter?: string;
	advice: RegExp;
}

/** Problem types as they come over the wire, and as the documentation writes them. */
export const WIRE_TYPES = 'https://api.twitter.com/2/problems/';
export const DOCUMENTED_TYPES = 'https://api.x.com/2/problems/';

/** One test a row. */
export function testRows(rows: readonly Row[]): void {
	test.each(rows.map((row) => [row.name, row] as const))('%s', (_name, row) => {
		const failure = classify({ status: row.status, headers: {}, body: row.body });
		expect({ kind: failure.kind, message: failure.message, status: failure.status }).toEqual({
			kind: row.kind,
			message: row.message,
			status: row.status,
		});
		expect(failure.description).toMatch(row.advice);
		expect(failure.code).toBe(row.code);
		expect(failure.parameter).toBe(row.parameter);
		expect(failure.notSent).toBe(false);
	});
}
