/**
 * @jest-environment ./test/support/environment.ts
 *
 * Many items, whatever happens on the way, against a model of what the documentation promises: each item has exactly
 * one result, its own; no create is sent twice; nothing is sent beyond a limit that was named.
 */
import { get, range, sum, uniq } from 'lodash';
import { asText } from '../../../nodes/shared/util/text';
import { fc } from '../../support/properties';
import type { NodeRun } from '../../support';
import { skipWaits, type Waits } from '../../support/waits';
import { by, byId, itemsWith, useCore } from './support';
import { cases } from '../../support/cases';

const { sim, core, held, world } = useCore();

/** A platform as at first, and nodes whose waits take no time. */
async function afresh<T>(work: (waits: Waits) => Promise<T>): Promise<T> {
	await sim().reset();
	const { waits, waitAgain } = skipWaits(sim());
	try {
		return await work(waits);
	} finally {
		waitAgain();
	}
}

const VALUE = '={{ $json.value }}';
const RESET_S = 120;

type FaultKind = 'rateLimited' | 'unavailable' | 'reset' | 'done, then reset';
interface Fault {
	kind: FaultKind;
	/** How many requests go through before. */
	skip: number;
}

const faultOf = (...kinds: FaultKind[]) =>
	fc.array(fc.record({ kind: fc.constantFrom(...kinds), skip: fc.nat({ max: 6 }) }), { maxLength: 3 });

function order(faults: readonly Fault[], method: string): void {
	for (const { kind, skip } of faults)
		sim().fail({
			match: { method },
			skip,
			kind: kind === 'done, then reset' ? 'reset' : kind,
			after: kind === 'done, then reset',
			resetIn: RESET_S,
		});
}

const parallel = fc.integer({ min: 1, max: 50 });
const isRefusal = ({ kind }: Fault) => kind === 'rateLimited';

/** What became of an item: what it found, or that it failed. */
type Result = string[] | 'failed';

/** The results of a run with Continue On Fail, by item. The output has to be in the order of the input. */
function resultsOf({ json, itemsPaired }: NodeRun, count: number, key: string): Result[] {
	expect(itemsPaired).toEqual([...itemsPaired].sort((one, other) => (one ?? NaN) - (other ?? NaN)));
	return range(count).map((item) => {
		const own = json.filter((_, at) => itemsPaired[at] === item);
		if (own.some(({ error }) => error !== undefined)) {
			expect(own).toHaveLength(1);
			return 'failed';
		}
		return own.map((entity) => asText(entity[key]));
	});
}

/** One wait serves all requests that one refusal stopped, with a little more for clocks that differ. */
function expectFewWaits({ taken }: Waits, windows: number): void {
	expect(sum(taken)).toBeLessThan(windows * (RESET_S + 30) * 1000 + 60_000);
}

describe('reads', () => {
	type Kind = 'found' | 'missing' | 'closed' | 'invalid';
	interface Asked {
		kind: Kind;
		/** Which of the entities; the same one may be asked for by several items. */
		which: number;
	}
	const kind = fc.constantFrom<Kind[]>('found', 'found', 'found', 'missing', 'closed', 'invalid');
	const items: fc.Arbitrary<Asked[]> = fc.array(fc.record({ kind, which: fc.nat({ max: 5 }) }), {
		minLength: 1,
		maxLength: 14,
		size: 'max',
	});

	const MISSING = '999999999999999900';
	const users = () => world().others.filter((user) => !user.protected);
	/** Posts that anyone may see, and those of a closed account. */
	const postsOf = (isClosed: boolean) =>
		[...held().posts.values()].filter((post) => held().users.get(post.author_id)?.protected === isClosed);

	/** For each operation its form, the text that an item asks with, and what it must find. */
	const operations = {
		'user.get': {
			form: { id: byId(VALUE) },
			text: (which: number) => users()[which]?.id ?? '',
			found: (text: string) => [text],
			invalid: 'not an ID',
			routes: ['GET /2/users/{id}', 'GET /2/users'],
		},
		'user.get by username': {
			form: { id: by('username', VALUE) },
			text: (which: number) => users()[which]?.username ?? '',
			found: (text: string) =>
				[...held().users.values()].flatMap(({ username, id }) => (username === text ? id : [])),
			invalid: 'no username',
			routes: ['GET /2/users/by/username/{username}', 'GET /2/users/by'],
		},
		'user.getFollowing': {
			form: { id: byId(VALUE), limit: 3 },
			text: (which: number) => (which === 0 ? world().me.id : (users()[which]?.id ?? '')),
			found: (text: string) => (held().following.get(text) ?? []).slice(0, 3),
			invalid: 'not an ID',
			routes: ['GET /2/users/{id}/following'],
		},
		'post.get': {
			form: { id: byId(VALUE) },
			text: (which: number) => postsOf(false)[which]?.id ?? '',
			found: (text: string) => [text],
			invalid: 'not an ID',
			routes: ['GET /2/tweets/{id}', 'GET /2/tweets'],
		},
	};
	type Name = keyof typeof operations;

	const textOf = (name: Name, { kind: what, which }: Asked): string => {
		if (what === 'invalid') return operations[name].invalid;
		if (what === 'missing') return name === 'user.get by username' ? `nobody_${which}` : `${MISSING}${which}`;
		if (what === 'closed' && name === 'post.get') return postsOf(true)[0]?.id ?? '';
		return operations[name].text(which);
	};
	const expectedOf = (name: Name, asked: Asked): Result => {
		const isFound = asked.kind === 'found' || (asked.kind === 'closed' && name !== 'post.get');
		return isFound ? operations[name].found(textOf(name, asked)) : 'failed';
	};

	const plan = fc.record({
		name: fc.constantFrom(...(Object.keys(operations) as Name[])),
		items,
		parallel,
		faults: faultOf('rateLimited', 'unavailable', 'reset'),
		/** What is left of each limit, where it is little. */
		remaining: fc.option(fc.integer({ min: 1, max: 4 })),
	});
	type Plan = typeof plan extends fc.Arbitrary<infer P> ? P : never;

	const run = async (
		{ name, items: asked, parallel: parallelRequests, faults, remaining }: Plan,
		continueOnFail: boolean,
	) => {
		order(faults, 'GET');
		if (remaining !== null)
			for (const route of operations[name].routes) sim().limits.setRemaining(route, remaining, RESET_S);
		const values = asked.map((each) => textOf(name, each));
		const form = { ...operations[name].form, options: { parallelRequests } };
		const [operation = ''] = name.split(' ');
		return await core(operation, form, { items: itemsWith(...values), continueOnFail });
	};

	it('give each item its own result, whatever becomes of the others', async () => {
		await fc.assert(
			fc.asyncProperty(plan, async (chosen) => {
				await afresh(async (waits) => {
					const { name, items: asked, faults, remaining } = chosen;
					const done = await run(chosen, true);
					expect(done.error).toBeUndefined();
					expect(resultsOf(done, asked.length, 'id')).toEqual(asked.map((each) => expectedOf(name, each)));
					const refused = sim().requests.filter(({ status }) => status === 429).length;
					expect(refused).toBeLessThanOrEqual(faults.filter(isRefusal).length);
					const windows = faults.filter(isRefusal).length + (remaining === null ? 0 : 2);
					expectFewWaits(waits, windows);
				});
			}),
			{ numRuns: cases(8, 30, 80) },
		);
	});

	it('end with the first item that failed, and send nothing where a form is wrong', async () => {
		await fc.assert(
			fc.asyncProperty(plan, async (chosen) => {
				await afresh(async () => {
					const { name, items: asked } = chosen;
					const done = await run(chosen, false);
					const invalid = asked.findIndex((each) => each.kind === 'invalid');
					const failed = asked.findIndex((each) => expectedOf(name, each) === 'failed');
					if (failed < 0) {
						expect(done.error).toBeUndefined();
						return;
					}
					expect(get(done.error, 'context.itemIndex')).toBe(invalid >= 0 ? invalid : failed);
					if (invalid >= 0) expect(sim().requests).toEqual([]);
				});
			}),
			{ numRuns: cases(6, 20, 50) },
		);
	});
});

describe('Posts', () => {
	const text = fc.constantFrom('one', 'two', 'three', '');
	const plan = fc.record({
		texts: fc.array(text, { minLength: 1, maxLength: 8, size: 'max' }),
		faults: faultOf('rateLimited', 'unavailable', 'reset', 'done, then reset'),
		continueOnFail: fc.boolean(),
	});

	/** What one platform after another request does: the next fault, if it is time for it. */
	function striking(faults: readonly Fault[]): () => FaultKind | undefined {
		let waiting = faults.map((fault) => ({ ...fault }));
		return () => {
			for (const fault of waiting) {
				if (fault.skip-- > 0) continue;
				waiting = waiting.filter((other) => other !== fault);
				return fault.kind;
			}
			return undefined;
		};
	}

	/** A Post is sent again where it was refused for a limit, and once more where X shows that it was not published. */
	function model({
		texts,
		faults,
		continueOnFail,
	}: {
		texts: string[];
		faults: Fault[];
		continueOnFail: boolean;
	}) {
		const next = striking(faults);
		const published: string[] = [];
		const results: Result[] = [];
		if (!continueOnFail && texts.includes('')) return { published, results, failed: texts.indexOf('') };
		for (const [item, each] of texts.entries()) {
			let result: Result = 'failed';
			for (let sendings = each === '' ? 2 : 0; sendings < 2 && result === 'failed';) {
				const fault = next();
				if (fault !== 'rateLimited') sendings++;
				if (fault === undefined || fault === 'done, then reset') result = [each];
			}
			if (result !== 'failed') published.push(each);
			if (result === 'failed' && !continueOnFail) return { published, results, failed: item };
			results.push(result);
		}
		return { published, results, failed: undefined };
	}

	it('are published in the order of the items, none twice', async () => {
		await fc.assert(
			fc.asyncProperty(plan, async (chosen) => {
				await afresh(async () => {
					const before = new Set(held().posts.keys());
					order(chosen.faults, 'POST');
					const items = itemsWith(...chosen.texts);
					const done = await core(
						'post.create',
						{ text: VALUE },
						{ items, continueOnFail: chosen.continueOnFail },
					);
					const { published, results, failed } = model(chosen);
					const made = [...held().posts.values()].filter(({ id }) => !before.has(id));
					expect(made.map((post) => post.text)).toEqual(published);
					if (failed !== undefined) expect(get(done.error, 'context.itemIndex')).toBe(failed);
					else expect(resultsOf(done, items.length, 'text')).toEqual(results);
				});
			}),
			{ numRuns: cases(8, 30, 70) },
		);
	});
});

it('a run that stops says which items were done, in words and as data', async () => {
	const match = { method: 'POST', path: '/2/tweets' };
	sim().fail({ match, skip: 2, kind: 'status', status: 403, body: { title: 'Forbidden' } });
	const { error } = await core('post.create', { text: VALUE }, { items: itemsWith('one', 'two', 'three') });
	expect(error?.description).toContain('Items 1 and 2 were done before the run stopped');
	expect(get(error, 'context.data.itemsDone')).toEqual([0, 1]);
});

describe('writes whose order means nothing', () => {
	it('are each sent once, and have their own results', async () => {
		const plan = fc.record({
			which: fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 14, size: 'max' }),
			faults: faultOf('rateLimited', 'unavailable', 'reset'),
			parallel,
		});
		await fc.assert(
			fc.asyncProperty(plan, async ({ which, faults, parallel: parallelRequests }) => {
				await afresh(async (waits) => {
					const liked = [...(held().likes.get(world().me.id) ?? [])];
					const posts = [...held().posts.values()].filter(({ id }) => !liked.includes(id));
					// Some of them are not there.
					const ids = which.map((each) => posts[each * 10]?.id ?? '999999999999999999');
					order(faults, 'POST');
					const form = { tweet_id: byId(VALUE), options: { parallelRequests } };
					const done = await core('post.like', form, { items: itemsWith(...ids), continueOnFail: true });
					const results = resultsOf(done, ids.length, 'liked');

					const sent = sim().requests.filter(({ method }) => method === 'POST');
					const struck = sent.filter(({ status }) => status === 503 || status === 0).length;
					const failed = ids.filter((_, at) => results[at] === 'failed');
					const isThere = (id: string) => held().posts.has(id);
					expect(failed.filter((id) => !isThere(id))).toEqual(ids.filter((id) => !isThere(id)));
					expect(failed.filter(isThere).length).toBeLessThanOrEqual(struck);
					// Sent again only where it was refused.
					const refused = sent.filter(({ status }) => status === 429).length;
					expect(sent.length - refused).toBe(ids.length);
					const now = held().likes.get(world().me.id) ?? [];
					const expected = ids.filter((_, at) => results[at] !== 'failed');
					expect(now.filter((id) => !liked.includes(id)).sort()).toEqual(uniq(expected).sort());
					expectFewWaits(waits, faults.filter(isRefusal).length);
				});
			}),
			{ numRuns: cases(4, 30) },
		);
	});

	it('reach the same list in the order of the items', async () => {
		const change = fc.record({ list: fc.nat({ max: 1 }), name: fc.constantFrom('red', 'green', 'blue') });
		const plan = fc.record({
			changes: fc.array(change, { minLength: 1, maxLength: 10, size: 'max' }),
			faults: faultOf('rateLimited'),
			parallel,
		});
		await fc.assert(
			fc.asyncProperty(plan, async ({ changes, faults, parallel: parallelRequests }) => {
				await afresh(async () => {
					const lists = [...held().lists.values()].filter(({ owner_id }) => owner_id === world().me.id);
					const named = changes.map(({ list, name }) => ({ id: lists[list]?.id ?? '', name }));
					order(faults, 'PUT');
					const form = {
						id: byId('={{ $json.value.id }}'),
						updateFields: { name: '={{ $json.value.name }}' },
						options: { parallelRequests },
					};
					const done = await core('list.update', form, { items: itemsWith(...named) });
					expect(done.error).toBeUndefined();
					expect(done.itemsPaired).toEqual([...named.keys()]);
					for (const { id } of lists) {
						const reached = sim()
							.requests.filter(({ path, status }) => path === `/2/lists/${id}` && status === 200)
							.map(({ body }) => (body as { name: string }).name);
						expect(reached).toEqual(named.flatMap((each) => (each.id === id ? each.name : [])));
					}
				});
			}),
			{ numRuns: cases(4, 30) },
		);
	});
});
