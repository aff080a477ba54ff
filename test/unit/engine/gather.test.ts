/** Gathered look-ups against a platform of our own: https://docs.x.com/x-api/users/get-users-by-ids */
import { chunk, groupBy, uniq } from 'lodash';
import { fc } from '../../support/properties';
import { gather } from '../../../nodes/shared/engine/items';
import { classify, toNodeApiError, type Problem } from '../../../nodes/shared/errors';
import type { Api, ApiRequest } from '../../../nodes/shared/http/connection';
import { any, one, op, type Call, type Operation } from '../../../nodes/shared/operation/operation';
import { text } from '../../../nodes/shared/fields';
import { NODE } from '../../support/node';

const MAX = 4;

/** A look-up by ID, and one by username. */
const byId: Operation = op({
	route: 'GET /2/users/{id}',
	name: 'Get',
	action: 'Get a user',
	description: 'Get a user',
	auth: any('users.read'),
	fields: { id: text({ description: 'The ID' }) },
	result: one(),
	gather: { route: 'GET /2/users', parameter: 'ids', max: MAX, field: 'id' },
});
const byUsername: Operation = op({
	route: 'GET /2/users/by/username/{username}',
	name: 'Get',
	action: 'Get a user',
	description: 'Get a user',
	auth: any('users.read'),
	fields: { username: text({ description: 'The username' }) },
	result: one(),
	gather: { route: 'GET /2/users/by', parameter: 'usernames', max: MAX, field: 'username', key: 'username' },
});

type Kind = 'found' | 'missing' | 'suspended' | 'unmentioned';

interface Item {
	number: number;
	/** What the form asks for besides. */
	fields: 'created_at' | 'description';
	output: 'simplified' | 'raw';
	/** Usernames are written in any case. */
	inCapitals: boolean;
}

const item: fc.Arbitrary<Item> = fc.record({
	number: fc.nat({ max: 11 }),
	fields: fc.constantFrom('created_at' as const, 'description' as const),
	output: fc.constantFrom('simplified' as const, 'simplified' as const, 'raw' as const),
	inCapitals: fc.boolean(),
});

const KINDS: readonly Kind[] = ['found', 'found', 'found', 'missing', 'suspended', 'unmentioned'];
const kindOf = (number: number): Kind => KINDS[number % KINDS.length] ?? 'found';
/** Every third user pins a Post; some of those Posts are gone. */
const pinOf = (number: number) => (number % 3 === 0 ? `77${number % 2}` : undefined);
const GONE = '770';

const idOf = (number: number) => String(9_000_000_000_000_000_001n + BigInt(number));
const nameOf = (number: number) => `user_${number}`;

const entityOf = (number: number, fields: string) => ({
	id: idOf(number),
	username: nameOf(number),
	[fields]: `of ${number}`,
	...(pinOf(number) !== undefined && { pinned_tweet_id: pinOf(number) }),
});

/** In the words of the documentation's samples. */
const problemOf = (kind: Kind, parameter: string, value: string): Problem => ({
	value,
	resource_id: value,
	parameter,
	resource_type: 'user',
	title: kind === 'suspended' ? 'Forbidden' : 'Not Found Error',
	detail:
		kind === 'suspended'
			? `User has been suspended: [${value}].`
			: `Could not find user with ${parameter}: [${value}].`,
	type: 'https://api.twitter.com/2/problems/resource-not-found',
});
const GONE_PROBLEM: Problem = {
	value: GONE,
	resource_id: GONE,
	parameter: 'pinned_tweet_id',
	resource_type: 'tweet',
	title: 'Not Found Error',
	detail: `Could not find tweet with pinned_tweet_id: [${GONE}].`,
	type: 'https://api.twitter.com/2/problems/resource-not-found',
};
const GENERAL: Problem = { title: 'Field Authorization Error', detail: 'Some fields were left out' };

interface Manner {
	/** By which numbers of a request its answers are sorted. */
	order: readonly number[];
	/** Whether a problem that names nothing comes along. */
	hasGeneral: boolean;
	/** A status by the number of the request, where it fails. */
	failures: readonly (number | undefined)[];
}

/** X: answers several at once, in an order of its own. */
function platform(operation: Operation, { order, hasGeneral, failures }: Manner) {
	const { gather: many, route } = operation;
	const parameter = many?.parameter ?? '';
	const sent: { path: string; asked: string[]; fields: string; status: number }[] = [];
	const send = (request: ApiRequest) => {
		const query = new Map(request.query ?? []);
		const asked = (query.get(parameter) ?? '').split(',');
		const fields = query.get('user.fields') ?? '';
		const status = failures[sent.length] ?? 200;
		sent.push({ path: request.path, asked, fields, status });
		if (status !== 200)
			return Promise.reject(toNodeApiError(NODE, classify({ status, headers: {}, body: { title: 'No' } })));
		const numbers = asked
			.map((value) => ({ value, number: numberOf(route, value) }))
			.sort((a, b) => (order[a.number] ?? 0) - (order[b.number] ?? 0));
		const data = numbers.flatMap(({ number }) =>
			kindOf(number) === 'found' ? entityOf(number, fields) : [],
		);
		const pins = uniq(data.flatMap((entity) => entity.pinned_tweet_id ?? []));
		const errors = [
			...numbers.flatMap(({ number, value }) => {
				const kind = kindOf(number);
				return kind === 'missing' || kind === 'suspended' ? problemOf(kind, parameter, value) : [];
			}),
			...(pins.includes(GONE) ? [GONE_PROBLEM] : []),
			...(hasGeneral ? [GENERAL] : []),
		];
		const tweets = pins.filter((id) => id !== GONE).map((id) => ({ id, text: 'pinned' }));
		const body = {
			...(data.length > 0 && { data }),
			...(tweets.length > 0 && { includes: { tweets } }),
			...(errors.length > 0 && { errors }),
		};
		return Promise.resolve({ status, headers: {}, body });
	};
	return { api: { kind: 'app', baseUrl: '', account: '', send } satisfies Api, sent };
}

const numberOf = (route: string, value: string) =>
	route.includes('username')
		? Number(value.toLowerCase().replace('user_', ''))
		: Number(BigInt(value) - 9_000_000_000_000_000_001n);

const writtenBy = (operation: Operation, { number, inCapitals }: Item): string => {
	if (operation === byId) return idOf(number);
	return inCapitals ? nameOf(number).toUpperCase() : nameOf(number);
};

/** An item as the engine hands it over, as far as gathering knows it. */
const callOf = (operation: Operation, api: Api, each: Item): Call => {
	const written = writtenBy(operation, each);
	const values = { [operation === byId ? 'id' : 'username']: written };
	const request = (): ApiRequest => ({
		method: 'GET',
		template: operation.route.slice(4),
		path: operation.route.slice(4).replace(/\{\w+\}/, written),
		query: [['user.fields', each.fields]],
	});
	return { api, values, options: { output: each.output, parallelRequests: 3 }, request } as unknown as Call;
};

const manner = fc.record({
	order: fc.array(fc.nat({ max: 20 }), { minLength: 12, maxLength: 12 }),
	hasGeneral: fc.boolean(),
	failures: fc.array(fc.constantFrom(undefined, undefined, 400, 403, 404, 500, 503), { maxLength: 6 }),
});
const plan = fc.record({
	operation: fc.constantFrom(byId, byUsername),
	items: fc.array(item, { maxLength: 24, size: 'max' }),
	manner,
});

interface Body {
	data?: unknown;
	errors?: Problem[];
	includes?: { tweets: { id: string }[] };
}

/** The parts that the items are asked in: by what else they ask for, so many at once; one item is asked for alone. */
function partsOf(items: readonly Item[]): { fields: string; numbers: number[] }[] {
	const gathered = items.filter(({ output }) => output !== 'raw');
	return Object.entries(groupBy(gathered, 'fields')).flatMap(([fields, group]) =>
		chunk(uniq(group.map(({ number }) => number)), MAX)
			.filter((numbers) => group.filter(({ number }) => numbers.includes(number)).length > 1)
			.map((numbers) => ({ fields, numbers })),
	);
}

/** What only one of them may have caused is left to each of them, and what all suffer is given to all. */
it('asks for each entity once, in few requests, and gives each item what it would have got by itself', async () => {
	await fc.assert(
		fc.asyncProperty(plan, async ({ operation, items, manner: how }) => {
			const { api, sent } = platform(operation, how);
			const calls = items.map((each) => callOf(operation, api, each));
			const answers = await gather(operation, calls);
			const parts = partsOf(items);
			const inWords = (fields: string, numbers: readonly number[]) =>
				`${fields} of ${[...numbers].sort((one, other) => one - other).join(', ')}`;
			const asked = sent.map((request) =>
				inWords(
					request.fields,
					request.asked.map((value) => numberOf(operation.route, value)),
				),
			);
			expect(asked.sort()).toEqual(parts.map(({ fields, numbers }) => inWords(fields, numbers)).sort());
			for (const [at, { number, fields, output }] of items.entries()) {
				const answer = answers.get(calls[at]!);
				const kind = kindOf(number);
				const isOf = (value: string) => numberOf(operation.route, value) === number;
				const request = sent.find((each) => each.fields === fields && each.asked.some(isOf));
				const isLeft = kind === 'unmentioned' || (request && request.status >= 400 && request.status < 500);
				if (request && request.status >= 500 && output !== 'raw') {
					expect(answer).toHaveProperty('error');
					continue;
				}
				if (output === 'raw' || !request || isLeft) {
					expect(answer).toBeUndefined();
					continue;
				}
				const { body } = answer as { body: Body };
				expect(body.data).toEqual(kind === 'found' ? entityOf(number, fields) : undefined);
				const pin = kind === 'found' ? pinOf(number) : undefined;
				expect(body.errors?.map(({ title }) => title) ?? []).toEqual([
					...(kind === 'missing' ? ['Not Found Error'] : []),
					...(kind === 'suspended' ? ['Forbidden'] : []),
					...(pin === GONE ? [GONE_PROBLEM.title] : []),
					...(how.hasGeneral ? [GENERAL.title] : []),
				]);
				if (pin !== undefined && pin !== GONE)
					expect(body.includes?.tweets.map(({ id }) => id)).toContain(pin);
			}
		}),
		{ numRuns: 200 },
	);
});
