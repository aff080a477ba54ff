/** Addresses of public documentation pages in facts and records, and the records of decisions. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SIDEBAR } from '../../../scripts/docs/sidebar';
import { findOperation, operations } from '../../facts';
import { records } from './support/records';

/** A page of the documentation, and a heading in it. */
const PAGE = /^https:\/\/docs\.x\.com(\/[a-z0-9][a-z0-9.-]*)+(#[a-z0-9][a-z0-9_/.-]*)?$/;

const addresses = records().map(({ label, operation }) => ({
	label,
	documented: findOperation(operation.route)?.docs,
	docs: (operation as { docs?: string }).docs,
}));

describe('the address of the documentation page', () => {
	it('is well formed in every fact', () => {
		const wrong = operations().filter(({ docs }) => docs === undefined || !PAGE.test(docs));
		expect(wrong.map(({ route, docs }) => `${route}: ${docs}`)).toEqual([]);
	});

	it('is well formed in every record, and the one that the facts have', () => {
		const wrong = addresses.filter(
			({ docs, documented }) =>
				docs !== undefined && (!PAGE.test(docs) || (documented !== undefined && docs !== documented)),
		);
		expect(wrong.map(({ label, docs }) => `${label}: ${docs}`)).toEqual([]);
	});

	it('is in all documented records', () => {
		const documented = addresses.filter((address) => address.documented !== undefined);
		expect(documented.length).toBeGreaterThan(400);
		expect(documented.filter(({ docs }) => docs === undefined).map(({ label }) => label)).toEqual([]);
	});
});

describe('the records of decisions', () => {
	const folder = join(__dirname, '../../../docs/decisions');
	const names = readdirSync(folder).map((file) => file.replace(/\.md$/, ''));

	it('are in the sidebar', () => {
		expect(names.length).toBeGreaterThanOrEqual(20);
		expect(
			Object.values(SIDEBAR)
				.flat()
				.filter((page) => page.startsWith('decisions/'))
				.sort(),
		).toEqual(names.map((name) => `decisions/${name}`).sort());
	});
});
