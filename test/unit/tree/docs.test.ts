/** Addresses of public documentation pages in facts and records. */
import { findOperation, operations } from '../../facts';
import { records } from './support/records';

/** A page of the documentation, and a heading in it. */
const PAGE = /^https:\/\/docs\.x\.com(\/[a-z0-9][a-z0-9.-]*)+(#[a-z0-9][a-z0-9_/.-]*)?$/;

describe('the address of the documentation page', () => {
	it('is well formed in every fact', () => {
		const wrong = operations().filter(({ docs }) => docs === undefined || !PAGE.test(docs));
		expect(wrong.map(({ route, docs }) => `${route}: ${docs}`)).toEqual([]);
	});

	it('is in a record where the facts do not have the operation, and only there', () => {
		const all = records().map(({ label, operation: { docs, route } }) => ({
			label,
			isRight: findOperation(route) ? docs === undefined : PAGE.test(docs ?? ''),
		}));
		expect(all.length).toBeGreaterThan(400);
		expect(all.filter(({ isRight }) => !isRight).map(({ label }) => label)).toEqual([]);
	});
});
