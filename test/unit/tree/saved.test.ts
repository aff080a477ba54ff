/**
 * What workflows save stays: each value of the last version's forms is in the present ones, with its type, its default
 * and its choices. `npx tsx scripts/saved.ts` wrote those forms.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { formsOf, lostValues, read, write, type Described } from '../../../scripts/saved/forms';
import { host } from '../../support';

const FILE = join(__dirname, '../../fixtures/saved.txt.gz');
const saved = read(gunzipSync(readFileSync(FILE)).toString());

const present = new Map<string, Described>(
	[
		...host()
			.nodesOfPackage()
			.map(([, { description }]) => description),
		...host()
			.credentialsOfPackage()
			.map(([, type]) => type),
	].map((each) => [each.name, each]),
);

const WHAT_TO_DO =
	'Workflows have these values: put them back. Before the first publication, and for a value that no workflow can have, run: npm run build && npx tsx scripts/saved.ts';

describe('what workflows have saved', () => {
	it.each([...saved])('is in the forms of %s', (name, forms) => {
		const type = present.get(name);
		const lost = type ? lostValues(forms, formsOf(type)) : [`${name} is gone`];
		expect(lost.length > 0 ? [...lost, WHAT_TO_DO] : []).toEqual([]);
	});

	it('is there of every node and credential', () => {
		const missing = [...present.keys()].filter((name) => !saved.has(name));
		expect(missing.map((name) => `${name}: ${WHAT_TO_DO}`)).toEqual([]);
	});
});

describe('a changed form', () => {
	const property = (more: object) => ({
		displayName: 'Sort',
		name: 'sort',
		type: 'options',
		default: 'asc',
		...more,
	});
	const options = ['asc', 'desc'].map((value) => ({ name: value, value }));
	const described = (...properties: object[]) => ({ name: 'node', properties }) as Described;
	const before = formsOf(described(property({ options })));

	it.each([
		['a value that is gone', [], 'node: sort is gone'],
		['another type', [property({ type: 'string' })], 'node: sort was of the type options, and is of string'],
		[
			'another default',
			[property({ options, default: 'desc' })],
			'node: sort had the default "asc", and has "desc"',
		],
		[
			'a choice that is gone',
			[property({ options: options.slice(0, 1) })],
			'node: sort no longer has the choices desc',
		],
	])('is told for %s', (_what, properties, message) => {
		expect(lostValues(before, formsOf(described(...properties)))).toEqual([message]);
	});

	it('is the same after it was written and read', () => {
		for (const [name, type] of present) {
			const forms = formsOf(type);
			const again = read(write(new Map([[name, forms]]))).get(name);
			expect([...(again ?? [])].map(([form, values]) => [form, values.length])).toEqual(
				[...forms].map(([form, values]) => [form, values.length]),
			);
			expect(lostValues(forms, again ?? new Map())).toEqual([]);
		}
	});
});
