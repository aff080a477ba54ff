/** Every documented bound of a length, a number or a list is held by the field of its operation. */
import { findOperation, type Parameter } from '../../facts';
import { InvalidValue, type Field } from '../../../nodes/shared/operation/operation';
import { spec } from '../../../nodes/XAdsCampaigns/spec';

const PAGES = new Set(['count', 'cursor']);

/** Fields and what is documented about them. */
const bounded = spec.resources.flatMap(({ value, operations }) =>
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
		const countries = /^[A-Z]{2}$/.test(String(answer(field, 'US')));
		const codes = texts(most + 1).map(() => 'US');
		const entries = countries ? codes : texts(most + 1);
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
