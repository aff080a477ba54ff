/** The facts themselves, and the simulator's strict check by them, held against the documentation's own samples. */
import {
	adsOperations,
	adsSection,
	coreOperations,
	operationAt,
	operations,
	priceOf,
	sampleOf,
} from '../../facts';
import { unexplained, type Explained } from './support/differences';
import { problemsWith } from './support/requests';

describe('the facts', () => {
	it('have every documented operation once', () => {
		expect([coreOperations().length, adsOperations().length, adsSection('Catalog').length]).toEqual([
			221, 215, 16,
		]);
		expect(new Set(operations().map(({ route }) => route)).size).toBe(436);
	});

	it('find an operation by what was sent, fixed parts before names', () => {
		expect(operationAt('GET', '/2/users/me')?.route).toBe('GET /2/users/me');
		expect(operationAt('GET', '/2/users/2244994945')?.route).toBe('GET /2/users/{id}');
		expect(operationAt('DELETE', '/2/users')).toBeUndefined();
	});

	it('have a price or a row without one for every operation of the core API, and an answer for all that answer in JSON', () => {
		const unpriced = coreOperations().filter(({ route }) => !priceOf(route));
		expect(unpriced.map(({ route }) => route)).toEqual([]);
		const silent = coreOperations().filter((operation) => sampleOf(operation).answer === undefined);
		expect(silent.map(({ answer }) => answer)).toEqual(['file', 'file', 'file']);
	});
});

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The documentation's own sample requests of the advertising API. */
const samples = adsOperations().flatMap((operation) => {
	const { request, body } = sampleOf(operation);
	// Hashtags stand in the printed addresses as they are.
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
