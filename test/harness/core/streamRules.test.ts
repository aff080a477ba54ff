/** @jest-environment ./test/support/environment.ts */
import { first, useCore } from './support';

const { sim, core, lastBody } = useCore();
const AS_APP = { as: 'app' as const };
const rules = (...values: string[]) => ({ rules: { values: values.map((value) => ({ value })) } });
const create = async (...values: string[]) => await core('streamRule.create', rules(...values), AS_APP);

describe('creating rules', () => {
	const duplicate = (value: string) => ({
		value,
		id: '1166895166390583296',
		title: 'DuplicateRule',
		type: 'https://api.twitter.com/2/problems/duplicate-rules',
	});
	const answer = (body: object) => {
		sim().fail({ match: { method: 'POST' }, kind: 'status', status: 200, body });
	};

	it('is an error where all of them exist already, and names each', async () => {
		answer({
			errors: [duplicate('alpha'), duplicate('beta')],
			meta: { summary: { created: 0, not_created: 2 } },
		});
		const run = await create('alpha', 'beta');
		expect(run.json).toEqual([]);
		expect(run.error?.message).toMatch(/alpha.*beta/);
	});

	it('gives those that were created, and a hint that names the others', async () => {
		const created = { id: '1', value: 'beta', tag: 'b' };
		answer({ data: [created], errors: [duplicate('alpha')], meta: { summary: { created: 1 } } });
		const run = await create('alpha', 'beta');
		expect(run.json).toEqual([created]);
		expect(run.hints[0]?.message).toContain('alpha');
	});

	it('gives one item for each rule', async () => {
		expect((await create('from:XDevelopers', 'cats')).json).toMatchObject([
			{ value: 'from:XDevelopers' },
			{ value: 'cats' },
		]);
	});
});

describe('removing rules', () => {
	beforeEach(async () => {
		await create('alpha', 'one, two');
	});
	const left = async () =>
		(await core('streamRule.getMany', {}, AS_APP)).json.map(({ value }) => value as string);

	it('takes their texts, with the commas in them', async () => {
		const run = await core('streamRule.delete', { ids: '', ...rules('one, two') }, AS_APP);
		expect(lastBody()).toEqual({ delete: { values: ['one, two'] } });
		expect(run.json).toEqual([
			{ deleted: true, rules: ['one, two'], deleted_count: 1, not_deleted_count: 0 },
		]);
		expect(await left()).not.toContain('one, two');
	});

	it('needs at least one', async () => {
		const run = await core('streamRule.delete', { ids: '' }, AS_APP);
		expect(run.error?.message).toBe('"Rule IDs" is required where no rules are given');
	});

	it('removes all with a body, which X demands', async () => {
		await sim().control('core', 'settings', { strict: 'openapi' });
		const run = await core('streamRule.deleteAll', {}, AS_APP);
		expect(run.error).toBeUndefined();
		expect(lastBody()).toEqual({});
		expect(run.json).toMatchObject([{ deleted: true }]);
		expect(await left()).toEqual([]);
	});
});

describe('rules', () => {
	const rule = async (name: string, parameters = {}) => await core(`streamRule.${name}`, parameters, AS_APP);

	it('are added, listed, counted and removed', async () => {
		const made = await create('from:acme_support', '#acme lang:en');
		expect(made.json).toMatchObject([{ value: 'from:acme_support' }, {}]);
		const all = await rule('getMany', { returnAll: true });
		expect(all.json).toEqual(made.json);
		const one = await rule('getMany', { filters: { ids: first(made) } });
		expect(one.json).toEqual(made.json.slice(0, 1));
		const count = await rule('count', {
			options: { rules_count_fields: ['project_rules_count'] },
		});
		expect(count.json).toEqual([{ project_rules_count: '2' }]);
		const removed = await rule('delete', { ids: first(made) });
		const gone = { deleted: true, deleted_count: 1, not_deleted_count: 0 };
		expect(removed.json).toEqual([{ ...gone, ids: [first(made)] }]);
		expect((await rule('getMany')).json).toEqual(made.json.slice(1));
		expect((await rule('deleteAll', { options: { dry_run: true } })).json[0]).toMatchObject({
			deleted: false,
		});
		expect((await rule('deleteAll')).json).toEqual([gone]);
		expect((await rule('getMany')).json).toEqual([]);
	});

	it('can be tried without a change', async () => {
		const run = await rule('create', {
			rules: { values: [{ value: 'from:acme_support' }] },
			options: { dry_run: true },
		});
		expect(run.error).toBeUndefined();
		expect((await rule('getMany')).json).toEqual([]);
	});
});
