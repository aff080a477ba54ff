/** Every documented operation takes the smallest request that the facts allow, and refuses one with one thing wrong. */
import { omit } from 'lodash';
import { operations, type Operation, type Parameter } from '../../facts';
import { ids } from '../../simulator/ads/ids';
import { ME } from '../../simulator/identities';
import { startSimulator, type Simulator } from '../../simulator/server';
import { cases } from '../../support/cases';

interface Made {
	path: string;
	query: Record<string, string>;
	body?: unknown;
}

const BY_FORMAT: Readonly<Record<string, string>> = {
	'date-time': '2026-11-01T12:00:00Z',
	iso8601: '2026-11-01T12:00:00Z',
	iso4217: 'USD',
	'iso3166-1-alpha2': 'US',
	'iso639-1': 'en',
	'HH:MM': '12:30',
	'epoch-seconds': '1790000000',
	uuid: '11111111-2222-4333-8444-555555555555',
	uri: 'https://example.com/',
	'https-uri': 'https://example.com/',
	'iana-tz': 'UTC',
};

/** Texts that the patterns of the facts take. */
const CANDIDATES = [
	'1500000000000000001',
	'1234567890',
	'word',
	'3_1500000000000000001',
	'1500000000000000001-1500000000000000002',
	'1DXxyRYNejbKM',
	'11111111-2222-4333-8444-555555555555',
	'en',
	'tweet_image',
	'1',
	'aGVsbG8=',
	'g1500000000000000001',
	'202611010000',
	'See https://stats.example/1',
];

function textFor({ pattern, minLength = 0, format = '', example }: Parameter): string {
	if (format in BY_FORMAT) return BY_FORMAT[format] ?? '';
	if (typeof example === 'string' && !pattern) return example.padEnd(minLength, 'x');
	const fits = pattern === undefined ? undefined : CANDIDATES.find((text) => new RegExp(pattern).test(text));
	return (fits ?? '1500000000000000001').padEnd(minLength, '1');
}

/** A value that the facts allow, as a JSON body has it. */
function valueFor(fact: Parameter): unknown {
	if (fact.list) {
		const one = { ...fact, list: false };
		const count = Math.max(1, fact.minItems ?? 1);
		return Array.from({ length: count }, (_, index) => varied(valueFor(one), index));
	}
	if (fact.enum) return fact.enum[0];
	switch (fact.type) {
		case 'integer':
		case 'number':
			return fact.min ?? 1;
		case 'boolean':
			return true;
		case 'object':
			return objectFor(fact.fields ?? []);
		default:
			return textFor(fact);
	}
}

/** Values of a list differ. */
const varied = (value: unknown, index: number) =>
	typeof value === 'string' && index > 0 && /^\d+$/.test(value)
		? String(BigInt(value) + BigInt(index))
		: value;

function objectFor(fields: readonly Parameter[]): Record<string, unknown> {
	const object: Record<string, unknown> = {};
	for (const field of fields.filter(({ required }) => required)) {
		const [by = '', choices] = Object.entries(field.fieldsBy ?? {})[0] ?? [];
		object[field.name] = choices ? objectFor(choices[textOf(object[by])] ?? []) : valueFor(field);
	}
	return object;
}

/** The text of a value in a path or a query. */
const textOf = (value: unknown): string =>
	Array.isArray(value) ? value.join(',') : typeof value === 'string' ? value : JSON.stringify(value);

/** The smallest request that the facts allow. */
function requestFor({ path, parameters, body }: Operation, more: Record<string, string> = {}): Made {
	const of = (place: string) => parameters.filter((parameter) => parameter.in === place);
	const values = new Map(of('path').map((fact) => [fact.name, textOf(valueFor(fact))]));
	const query = of('query').filter(({ required }) => required);
	const [group = []] = body?.anyOf ?? body?.oneOf ?? [];
	const fields = body?.fields.filter(({ name, required }) => required || group.includes(name)) ?? [];
	const object = objectFor(fields.map((field) => ({ ...field, required: true })));
	return {
		path: path.replace(/\{([^}]+)\}/g, (_all, name: string) =>
			encodeURIComponent(more[name] ?? values.get(name) ?? '1'),
		),
		query: Object.fromEntries(query.map((fact) => [fact.name, textOf(valueFor(fact))])),
		...(body && { body: body.list ? [object] : object }),
	};
}

/** Each way to break a request that the facts know: what is wrong, and the request. */
function* brokenRequests(operation: Operation, more: Record<string, string> = {}): Generator<[string, Made]> {
	const good = requestFor(operation, more);
	yield ['unknown', { ...good, query: { ...good.query, surely_unknown: '1' } }];
	for (const fact of operation.parameters.filter((parameter) => parameter.in === 'query')) {
		const rest = omit(good.query, fact.name);
		const withValue = (value: string): Made => ({ ...good, query: { ...rest, [fact.name]: value } });
		if (fact.required) yield [`${fact.name} missing`, { ...good, query: rest }];
		for (const [rule, value] of wrongTexts(fact)) yield [`${fact.name} ${rule}`, withValue(value)];
	}
	const { body } = operation;
	if (!body || body.list || good.body === undefined) return;
	const object = good.body as Record<string, unknown>;
	if (!body.open) yield ['body unknown', { ...good, body: { ...object, surely_unknown: 1 } }];
	for (const fact of body.fields) {
		const rest = omit(object, fact.name);
		if (fact.required) yield [`body ${fact.name} missing`, { ...good, body: rest }];
		for (const [rule, value] of fact.list || fact.type === 'object' ? [] : wrongTexts(fact)) {
			const typed = /^-?\d+$/.test(value) && fact.type !== 'string' ? Number(value) : value;
			yield [`body ${fact.name} ${rule}`, { ...good, body: { ...object, [fact.name]: typed } }];
		}
	}
}

function* wrongTexts(fact: Parameter): Generator<[rule: string, value: string]> {
	if (fact.enum) yield ['enumeration', 'SURELY_NOT'];
	if (fact.pattern && !new RegExp(fact.pattern).test('§')) yield ['pattern', '§'];
	if (fact.type === 'integer') yield ['type', 'many'];
	if (fact.type === 'boolean') yield ['type', 'perhaps'];
	if (fact.format && fact.format in BY_FORMAT && fact.type === 'string') yield ['format', '§'];
	if (fact.type === 'integer' && fact.min !== undefined) yield ['minimum', String(fact.min - 1)];
	if (fact.type === 'integer' && fact.max !== undefined) yield ['maximum', String(fact.max + 1)];
	if (fact.type === 'string' && !fact.list && fact.maxLength !== undefined && !fact.enum)
		yield ['length', 'x'.repeat(fact.maxLength + 1)];
	if (fact.list && fact.maxItems !== undefined && fact.maxItems <= 200 && !fact.enum) {
		const one = textOf(valueFor({ ...fact, list: false }));
		const many = Array.from({ length: fact.maxItems + 1 }, (_, index) => textOf(varied(one, index)));
		yield ['count', many.join(',')];
	}
}

let sim: Simulator;
let token: string;
beforeAll(async () => {
	sim = await startSimulator({ followers: 40 });
	token = sim.platform.credentials.grant(ME.id).access_token;
	for (const category of ['writes', 'global-reads', 'targeting-options']) sim.limits.resize(category, 1e9);
});
afterAll(() => sim.close());

/** Identifiers in paths that name who is calling. */
function own({ path, sandboxOnly }: Operation): Record<string, string> {
	return {
		account_id: sandboxOnly ? ids.sandboxAccount : ids.account,
		source_user_id: ME.id,
		...(path.startsWith('/2/users/{id}/') && { id: ME.id }),
	};
}

async function send({ api, method, sandboxOnly, auth, answer }: Operation, { path, query, body }: Made) {
	const host = api === 'core' ? sim.baseUrl : sandboxOnly ? sim.adsSandboxUrl : sim.adsUrl;
	const search = new URLSearchParams(query).toString();
	const bearer = auth.includes('oAuth2') ? token : 'AAAAsimAppBearer';
	const response = await fetch(`${host}${path}${search && `?${search}`}`, {
		method,
		headers: {
			...(auth.length > 0 && { authorization: `Bearer ${bearer}` }),
			...(body !== undefined && { 'content-type': 'application/json' }),
		},
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
	// A stream that was opened does not end.
	if (answer === 'stream' && response.ok) {
		await response.body?.cancel();
		return { status: response.status, text: '' };
	}
	return { status: response.status, text: await response.text() };
}

/** Those that only other kinds of bodies or OAuth 1.0a reach are left to the tests of their area. */
const reachable = operations().filter(
	({ auth, body, parameters }) =>
		(auth.length === 0 || auth.includes('oAuth2') || auth.includes('app')) &&
		(!body || body.types.includes('application/json')) &&
		!parameters.some((parameter) => parameter.in === 'header' && parameter.required),
);

/** Those whose smallest request is refused break a rule that no fact expresses; the tests of their area show it. */
const MOST_REFUSED = 45;

it('answers what is documented, and refuses everything else', async () => {
	const taken: string[] = [];
	let [refused, broken] = [0, 0];
	// The rules are the same for all operations: by default one in three is tried.
	const every = cases(3, 1);
	for (const operation of reachable.filter((_, place) => place % every === 0)) {
		// What is not found is an answer as well.
		const { status: ofGood } = await send(operation, requestFor(operation, own(operation)));
		if (ofGood >= 300 && ![403, 404].includes(ofGood)) refused += 1;
		for (const [rule, request] of brokenRequests(operation, own(operation))) {
			const { status, text } = await send(operation, request);
			broken += 1;
			if (status !== 400 && !text.includes('INVALID_ID_ILLEGAL_CHARACTERS'))
				taken.push(`${operation.route}: ${rule} ${status} ${text.slice(0, 160)}`);
		}
	}
	expect(taken).toEqual([]);
	expect(broken).toBeGreaterThan(1800 / every);
	expect(refused).toBeLessThan(MOST_REFUSED / every);
});
