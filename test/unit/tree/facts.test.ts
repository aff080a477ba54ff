/** The facts themselves, and the simulator's strict check by them, held against the documentation's own samples. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countBy } from 'lodash';
import {
	adsOperations,
	adsSection,
	coreOperations,
	findOperation,
	keyOf,
	operationAt,
	operations,
	priceOf,
	sampleOf,
} from '../../facts';
import { unexplained, type Explained } from './support/differences';
import { records } from './support/records';
import { problemsWith } from './support/requests';

describe('the facts', () => {
	it('have every documented operation once', () => {
		const twice = Object.entries(countBy(operations(), ({ route }) => keyOf(route))).filter(([, n]) => n > 1);
		expect(twice).toEqual([]);
	});

	it('say of every operation of the core API which version of the description it is from', () => {
		const { sources } = JSON.parse(readFileSync(join(__dirname, '../../facts/core.json'), 'utf8')) as {
			sources: Readonly<Record<string, string>>;
		};
		const unsourced = coreOperations().filter(({ spec }) => spec === undefined || !(spec in sources));
		expect(unsourced.map(({ route, spec }) => `${route}: ${spec}`)).toEqual([]);
		const tables = [coreOperations(), adsOperations(), adsSection('Catalog')];
		expect(tables.map((table) => table.length > 0)).toEqual([true, true, true]);
	});

	it('find an operation by what was sent, fixed parts before names', () => {
		expect(operationAt('GET', '/2/users/me')?.route).toBe('GET /2/users/me');
		expect(operationAt('GET', '/2/users/2244994945')?.route).toBe('GET /2/users/{id}');
		expect(operationAt('DELETE', '/2/users')).toBeUndefined();
	});

	it('have a price or a row without one for every operation of the core API', () => {
		const lacking = coreOperations().filter(({ route }) => !priceOf(route));
		expect(lacking.map(({ route }) => `${route}: add a row to test/facts/prices.json`)).toEqual([]);
	});

	it('have an answer for every operation of the core API that answers in JSON', () => {
		const silent = coreOperations().filter(
			(operation) => operation.answer !== 'file' && sampleOf(operation).answer === undefined,
		);
		expect(silent.map(({ route }) => `${route}: add a sample to test/facts/core-answers.json`)).toEqual([]);
	});
});

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The documentation's own sample requests of the advertising API. */
const samples = adsOperations().flatMap((operation) => {
	const { request, body } = sampleOf(operation);
	// The printed addresses have hashtags unencoded.
	const address = request?.replace(/^\w+ /, '').replaceAll('#', '%23');
	const query = address === undefined ? [] : [...new URL(address).searchParams];
	return address === undefined ? [] : [{ operation, sent: { query, ...(isObject(body) && { body }) } }];
});

const LEFT_OUT = 'the sample leaves out what the table of its page calls required';
const AS_TEXT = 'the sample writes as text what the table of its page calls a number';

/** Samples that contradict the tables of parameters on their own page. */
const CONTRADICTIONS: Explained = {
	'GET /12/accounts/{account_id}/account_history: end_time missing': LEFT_OUT,
	'GET /12/accounts/{account_id}/account_history: start_time missing': LEFT_OUT,
	'GET /12/targeting_criteria/events: event_types missing': LEFT_OUT,
	'POST /12/accounts/{account_id}/line_items: end_time missing': LEFT_OUT,
	'POST /12/batch/accounts/{account_id}/line_items: [0].params.end_time missing': LEFT_OUT,
	'POST /12/batch/accounts/{account_id}/line_items: [0].params.start_time missing': LEFT_OUT,
	'POST /12/measurement/conversions/{pixel_id}: conversions[0].contents[0].content_group_id type': AS_TEXT,
	'POST /12/measurement/conversions/{pixel_id}: conversions[0].value type': AS_TEXT,
	'PUT /12/accounts/{account_id}/user_settings/{user_id}: subscribe_email_types unknown':
		'the sample spells subscribed_email_types in another way',
};

describe('the strict check of the simulator', () => {
	it('takes the sample requests of the documentation', () => {
		const refused = samples.flatMap(({ operation, sent }) =>
			problemsWith(sent, operation, 'pages').map(
				({ name, reason }) => `${operation.route}: ${name} ${reason}`,
			),
		);
		expect(unexplained(refused, CONTRADICTIONS)).toEqual([]);
		expect(samples.length).toBeGreaterThan(150);
	});
});

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
