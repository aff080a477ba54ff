/** Every documented bound of a length, a number or a list is held by the field of its operation. */
import { findOperation, type Parameter } from '../../facts';
import { InvalidValue, type Field } from '../../../nodes/shared/operation/operation';
import { spec as campaigns } from '../../../nodes/XAdsCampaigns/spec';
import { spec as creatives } from '../../../nodes/XAdsCreatives/spec';

const PAGES = new Set(['count', 'cursor']);

/** Fields and what is documented about them. */
const resources = [campaigns, creatives].flatMap((spec) => spec.resources);

const bounded = resources.flatMap(({ value, operations }) =>
	Object.entries(operations).flatMap(([name, { route, fields }]) => {
		const documented = findOperation(route);
		return [...(documented?.parameters ?? []), ...(documented?.body?.fields ?? [])]
			.filter(({ name: key }) => !PAGES.has(key))
			.flatMap((param) => {
				const found = Object.entries(fields).find(([key, field]) => (field.wire ?? key) === param.name);
				return found ? [{ what: `${value}.${name} ${param.name}`, field: found[1], param }] : [];
			});
	}),
);

function answer(field: Field, value: unknown): unknown {
	try {
		return field.encode(value, { timezone: 'UTC', parameter: () => 'micros' });
	} catch (error) {
		if (error instanceof InvalidValue) return error.message;
		throw error;
	}
}

const texts = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1));
const of = <T>(read: (param: Parameter) => T | undefined) =>
	bounded.flatMap(({ what, field, param }) => {
		const bound = read(param);
		return bound === undefined ? [] : [[what, bound, field] as const];
	});

describe('a documented bound', () => {
	const lists = of(({ list, maxItems }) => (list ? maxItems : undefined));
	it.each(lists)('%s takes at most %d values', (_what, most, field) => {
		// Keys and addresses of the documentation; numbers are IDs.
		const of = ['US', '3_1', 'card://1'].find((entry) => String(answer(field, entry)) === entry);
		const entries = texts(most + 1).map((each) =>
			String(answer(field, each)) === each ? each : (of ?? each),
		);
		expect(answer(field, entries.join(','))).toBe(`takes at most ${most} values, and has ${most + 1}`);
		expect(answer(field, entries.slice(1).join(','))).toHaveLength(most);
	});

	it.each(of(({ maxLength }) => maxLength))('%s is at most %d characters long', (_what, most, field) => {
		expect(answer(field, 'x'.repeat(most + 1))).toContain(`must be at most ${most} characters long`);
		expect(answer(field, 'x'.repeat(most))).toBe('x'.repeat(most));
	});

	it('is known for lists of identifiers, names and order numbers', () => {
		expect(lists.length).toBeGreaterThan(20);
	});
});
