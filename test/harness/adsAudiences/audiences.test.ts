/**
 * Audiences: how they are created, targeted, shared and combined; and keyword insights.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { INodeParameters } from 'n8n-workflow';
import { listSearch } from '../../support';
import { asText } from '../../../nodes/shared/util/text';
import { account, byId, ids, items, stateOf, useAds } from './support';

const { sim, ads, sent, lastQuery } = useAds('xAdsAudiences');

const inAccount = { account_id: account };
const ofAudience = (id: string = ids.audience) => ({ ...inAccount, custom_audience_id: byId(id) });
const HOUR = 3_600_000;

it('creates an audience, fills it, and sees it once X has processed it', async () => {
	const created = await ads('audience.create', { ...inAccount, name: 'Buyers' });
	expect(created.json).toEqual([
		expect.objectContaining({
			name: 'Buyers',
			audience_type: 'CRM',
			audience_size: null,
			targetable: false,
			reasons_not_targetable: ['PROCESSING', 'TOO_SMALL'],
		}),
	]);
	const id = asText(created.json[0]?.id);
	const people = items(Array.from({ length: 120 }, (_, index) => ({ email: `user${index}@example.com` })));
	await ads('audience.addUsers', { ...ofAudience(id), users_from: 'columns' }, { items: people });
	sim().platform.clock.advance(9 * HOUR);
	const [found] = (await ads('audience.get', ofAudience(id))).json;
	expect(found).toMatchObject({ audience_size: 120, targetable: true, reasons_not_targetable: [] });
	const renamed = await ads('audience.update', {
		...ofAudience(id),
		updateFields: { name: 'Buyers of 2026' },
	});
	expect(renamed.json).toEqual([expect.objectContaining({ id, name: 'Buyers of 2026' })]);
	const taken = await ads('audience.create', { ...inAccount, name: 'Buyers of 2026' });
	expect(taken.error?.message).toContain('exists');
	expect((await ads('audience.delete', ofAudience(id))).json).toEqual([
		{ deleted: true, custom_audience_id: id },
	]);
	expect((await ads('audience.get', ofAudience(id))).error?.httpCode).toBe('404');
});

it('lists own audiences or shared ones, and gets both by their IDs', async () => {
	const list = async (filters: INodeParameters) =>
		(await ads('audience.getMany', { ...inAccount, returnAll: true, filters })).json.map(({ id }) => id);
	expect(await list({})).toEqual([ids.audience]);
	expect(await list({ permission_scope: 'SHARED' })).toEqual([ids.sharedAudience]);
	expect(await list({ q: 'partner' })).toEqual([]);
	expect(lastQuery()).toMatchObject({ q: 'partner', count: '1000' });
	const both = await ads(
		'audience.get',
		{ ...inAccount, custom_audience_id: byId('={{ $json.id }}') },
		{ items: items([{ id: ids.audience }, { id: ids.sharedAudience }]) },
	);
	expect(both.json.map(({ id, is_owner: own }) => [id, own])).toEqual([
		[ids.audience, true],
		[ids.sharedAudience, false],
	]);
});

it('tells which line items target an audience, those that cannot serve only on demand', async () => {
	const criteria = stateOf(sim()).of('targetingCriteria');
	const { data } = criteria.findAny(ids.targetingCriterion)!;
	for (const [place, item] of [ids.lineItem, ids.websiteLineItem].entries())
		criteria.add(ids.account, {
			...data,
			id: `c${place}`,
			line_item_id: item,
			targeting_type: 'CUSTOM_AUDIENCE',
			targeting_value: ids.audience,
		});
	const campaigns = async (options: INodeParameters) =>
		(await ads('audience.getTargeted', { ...ofAudience(), returnAll: true, options })).json.map(
			({ campaign_id: id }) => id,
		);
	expect(await campaigns({})).toEqual([ids.activeCampaign]);
	expect(await campaigns({ with_active: false })).toEqual([ids.activeCampaign, ids.campaign]);
});

describe.each([
	['audiencePermission', 'custom_audience', '/12/'],
	['tailoredAudiencePermission', 'tailored_audience', '/5/'],
])('%s', (resource, kind, version) => {
	const of = (id: string) => ({ ...inAccount, [`${kind}_id`]: byId(id) });
	const granted = { granted_account_id: byId(ids.foreignAccount), permission_level: 'READ_WRITE' };

	it('shares what the account owns, lists it and takes it back', async () => {
		const created = await ads(`${resource}.create`, { ...of(ids.audience), ...granted });
		const [permission] = created.json;
		expect(permission).toMatchObject({
			[`${kind}_id`]: ids.audience,
			granted_account_id: ids.foreignAccount,
		});
		expect(sim().requests.at(-1)?.path.startsWith(version)).toBe(true);
		const list = { ...of(ids.audience), filters: { granted_account_ids: ids.foreignAccount } };
		expect((await ads(`${resource}.getMany`, list)).json).toEqual([permission]);
		const gone = { ...of(ids.audience), [`${kind}_permission_id`]: byId(asText(permission?.id)) };
		expect((await ads(`${resource}.delete`, gone)).json).toEqual([
			{ deleted: true, [`${kind}_permission_id`]: permission?.id },
		]);
		expect((await ads(`${resource}.getMany`, list)).json).toEqual([]);
	});

	it('shares nothing that belongs to another account', async () => {
		const run = await ads(`${resource}.create`, { ...of(ids.sharedAudience), ...granted });
		expect(run.error?.httpCode).toBe('403');
	});
});

it('keeps one Do Not Reach list in an account', async () => {
	expect((await ads('doNotReachList.create', inAccount)).error?.httpCode).toBe('403');
	await ads('doNotReachList.delete', { ...inAccount, do_not_reach_list_id: byId(ids.doNotReachList) });
	const created = await ads('doNotReachList.create', {
		...inAccount,
		additionalFields: { description: 'Not again' },
	});
	expect(created.json).toEqual([expect.objectContaining({ description: 'Not again', list_size: null })]);
	const all = await ads('doNotReachList.getMany', { ...inAccount, options: { with_deleted: true } });
	expect(all.json.map(({ deleted }) => deleted)).toEqual([true, false]);
});

describe('flexible audiences', () => {
	const segment = (more: INodeParameters = {}): INodeParameters => ({
		custom_audience_id: byId(ids.audience),
		frequency: 2,
		frequency_comparator: 'NUM_GT',
		lookback_window: '7',
		...more,
	});
	const flexible = (...values: INodeParameters[]): INodeParameters => ({
		...inAccount,
		name: '={{ $json.name }}',
		audience_type: 'FLEXIBLE',
		boolean_operator: 'OR',
		segments: { values },
	});
	const named = (count: number) =>
		items(Array.from({ length: count }, (_, index) => ({ name: `Flexible ${index}` })));
	const leaf = { custom_audience_id: ids.sharedAudience, lookback_window: 30, child_segments: [] };

	it('are made of audiences and groups, ten in a request', async () => {
		const group = {
			custom_audience_id: byId(''),
			boolean_operator: 'AND',
			child_segments: JSON.stringify([leaf, leaf]),
		};
		const form = flexible(segment({ negate: true }), group);
		const run = await ads('audience.createFlexible', form, { items: named(12) });
		expect(run.error).toBeUndefined();
		expect(run.json.map(({ name, audience_type: type }) => [name, type])).toEqual(
			named(12).map(({ json }) => [json.name, 'FLEXIBLE']),
		);
		const sizes = sim().requests.map(({ body }) => (body as unknown[]).length);
		expect(sizes).toEqual([10, 2]);
		expect((sim().requests[0]?.body as unknown[])[0]).toEqual({
			operation_type: 'Create',
			params: {
				name: 'Flexible 0',
				audience_type: 'FLEXIBLE',
				segments: {
					boolean_operator: 'OR',
					child_segments: [
						{
							custom_audience_id: ids.audience,
							frequency: 2,
							frequency_comparator: 'NUM_GT',
							lookback_window: 7,
							negate: true,
							child_segments: [],
						},
						{ boolean_operator: 'AND', negate: false, child_segments: [leaf, leaf] },
					],
				},
			},
		});
	});

	it.each([
		['eleven audiences', flexible(...Array.from({ length: 11 }, () => segment())), 'segments', 'maxItems'],
		[
			'eleven audiences in groups',
			flexible({
				child_segments: JSON.stringify([{ boolean_operator: 'OR', child_segments: Array(11).fill(leaf) }]),
			}),
			'segments',
			'maxItems',
		],
		['a segment without an audience', flexible(segment(), { frequency: 1 }), 'segments.1', 'required'],
		['no segments', flexible(), 'segments', 'required'],
	])('have %s refused', async (_what, form, field, rule) => {
		const run = await ads('audience.createFlexible', form, { items: named(1) });
		expect(run.error?.context).toMatchObject({ data: { invalid: [{ field, rule }] } });
		expect(sent()).toEqual([]);
	});

	it('name the item whose audience does not exist', async () => {
		const form = flexible(segment({ custom_audience_id: byId('={{ $json.audience }}') }));
		const given = items([
			{ name: 'Good', audience: ids.audience },
			{ name: 'Bad', audience: 'nope1' },
		]);
		const run = await ads('audience.createFlexible', form, { items: given, continueOnFail: true });
		expect(run.json.map(({ error }) => error)).toEqual([
			expect.stringContaining('item 1'),
			expect.stringContaining('"nope1" was not found'),
		]);
	});
});

describe('keyword insights', () => {
	const week = { start_time: '2026-11-01T00:00:00Z', end_time: '2026-11-08T00:00:00Z' };

	it('count Posts by day or hour', async () => {
		const run = await ads('keywordInsight.get', {
			keywords: 'coffee,tea',
			granularity: 'DAY',
			...week,
			filters: { negative_keywords: 'decaf', location: byId('96683cc9126741d1') },
		});
		expect((run.json[0]?.tweet_volume as unknown[]).length).toBe(7);
		expect(lastQuery()).toEqual({
			keywords: 'coffee,tea',
			granularity: 'DAY',
			...week,
			negative_keywords: 'decaf',
			location: '96683cc9126741d1',
		});
	});

	const many = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join();

	it.each([
		[
			'8 days',
			{ keywords: 'a', start_time: week.start_time, end_time: '2026-11-08T00:00:01Z' },
			'end_time',
			'maximum',
		],
		[
			'an end before the start',
			{ keywords: 'a', start_time: week.end_time, end_time: week.start_time },
			'end_time',
			'after',
		],
		['11 keywords', { keywords: many(11), ...week }, 'keywords', 'maxItems'],
		[
			'11 keywords with the unwanted ones',
			{ keywords: many(6), ...week, filters: { negative_keywords: many(5) } },
			'negative_keywords',
			'maxItems',
		],
	])('are not asked for %s', async (_what, form, field, rule) => {
		const run = await ads('keywordInsight.get', { granularity: 'DAY', ...form });
		expect(run.error?.context).toMatchObject({ data: { invalid: [{ field, rule }] } });
		expect(sent()).toEqual([]);
	});
});

describe('the lists of the form', () => {
	const search = async (method: string, filter = '', parameters: INodeParameters = {}) =>
		(
			await listSearch({
				node: 'xAdsAudiences',
				sim: sim(),
				method,
				filter,
				parameters: { authentication: 'oAuth1', environment: 'production', ...inAccount, ...parameters },
			})
		).results;

	it.each([
		['searchAudiences', '', { name: `Customers (150 users, ${ids.audience})`, value: ids.audience }],
		['searchDoNotReachLists', '', { name: `test DNRL (${ids.doNotReachList})`, value: ids.doNotReachList }],
		['searchCountries', 'United States', { name: 'United States (US)', value: ids.unitedStates }],
		['searchAccounts', 'Acme Tr', { name: `Acme Travel (${ids.account})`, value: ids.account }],
	])('%s offers what there is for "%s"', async (method, filter, expected) => {
		expect(await search(method, filter)).toContainEqual(expected);
	});

	it.each([
		['searchAudiencePermissions', 'audiencePermission', 'custom_audience_id'],
		['searchTailoredAudiencePermissions', 'tailoredAudiencePermission', 'tailored_audience_id'],
	])('%s asks for an audience first', async (method, resource, field) => {
		const form = { resource, operation: 'delete' };
		expect(await search(method, '', form)).toEqual([]);
		expect(await search(method, '', { ...form, [field]: byId(ids.audience) })).toEqual([
			{ name: `${ids.readOnlyAccount} (read only)`, value: ids.audiencePermission },
		]);
	});
});
