/**
 * The life of an audience, flexible audiences, the bounds of keyword insights, and the lists of the form.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { INodeParameters } from 'n8n-workflow';
import { asText } from '../../../nodes/shared/util/text';
import { refusedBeforeSending } from '../ads/wrongForms';
import { account, byId, ids, items, people, useAds, users } from './support';

const { sim, ads, search } = useAds('xAdsAudiences');

const inAccount = { account_id: account };

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
	await ads('audience.addUsers', users({ custom_audience_id: byId(id) }), { items: people(120) });
	sim().platform.clock.advance(9 * 3_600_000);
	const [found] = (await ads('audience.get', { ...inAccount, custom_audience_id: byId(id) })).json;
	expect(found).toMatchObject({ audience_size: 120, targetable: true, reasons_not_targetable: [] });
	const taken = await ads('audience.create', { ...inAccount, name: 'Buyers' });
	expect(taken.error?.message).toContain('exists');
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

	it('have groups in the form, and groups in these as JSON', async () => {
		const inner = { custom_audience_id: byId(''), child_segments: JSON.stringify([leaf]) };
		const group = { custom_audience_id: byId(''), group: { values: [segment(), inner] } };
		const run = await ads('audience.createFlexible', flexible(group), { items: named(1) });
		expect(run.error?.message).toBeUndefined();
		expect((sim().requests[0]?.body as unknown[])[0]).toMatchObject({
			params: {
				segments: {
					boolean_operator: 'OR',
					child_segments: [
						{
							boolean_operator: 'AND',
							child_segments: [
								{ custom_audience_id: ids.audience, lookback_window: 7 },
								{ boolean_operator: 'AND', child_segments: [leaf] },
							],
						},
					],
				},
			},
		});
	});

	const eleven = Array.from({ length: 11 }, () => segment());
	const inJson = JSON.stringify([{ boolean_operator: 'OR', child_segments: Array(11).fill(leaf) }]);
	const wrong = (...values: INodeParameters[]) => ({ ...flexible(...values), name: 'Wrong' });

	refusedBeforeSending(
		{
			'audience.createFlexible': {
				'segments: maxItems': [
					wrong({ custom_audience_id: byId(''), group: { values: eleven } }),
					wrong(...eleven),
					wrong({ child_segments: inJson }),
				],
				'segments.1: required': [wrong(segment(), { frequency: 1 })],
				'segments: required': [wrong()],
			},
		},
		'xAdsAudiences',
	);

	it('name the item whose audience does not exist', async () => {
		const form = flexible(segment({ custom_audience_id: byId('={{ $json.audience }}') }));
		const given = items([
			{ name: 'Good', audience: ids.audience },
			{ name: 'Bad', audience: 'nope1' },
		]);
		const run = await ads('audience.createFlexible', form, { items: given, continueOnFail: true });
		expect(run.json.map(({ error }) => error)).toEqual([
			expect.stringContaining('item 2'),
			expect.stringContaining('"nope1" was not found'),
		]);
	});
});

describe('keyword insights', () => {
	const [start, end] = ['2026-11-01T00:00:00Z', '2026-11-08T00:00:00Z'];
	const many = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join();
	const insight = (more: INodeParameters) => ({ keywords: 'a', start_time: start, end_time: end, ...more });

	refusedBeforeSending(
		{
			'keywordInsight.get': {
				'end_time: maximum': [insight({ end_time: '2026-11-08T00:00:01Z' })],
				'end_time: after': [insight({ start_time: end, end_time: start })],
				'keywords: maxItems': [insight({ keywords: many(11) })],
				'negative_keywords: maxItems': [
					insight({ keywords: many(6), filters: { negative_keywords: many(5) } }),
				],
			},
		},
		'xAdsAudiences',
	);
});

describe('the lists of the form', () => {
	it.each([
		['searchAudiences', '', { name: `Customers (150 users, ${ids.audience})`, value: ids.audience }],
		['searchDoNotReachLists', '', { name: `test DNRL (${ids.doNotReachList})`, value: ids.doNotReachList }],
		['searchCountries', 'United States', { name: 'United States (US)', value: ids.unitedStates }],
		['searchAccounts', 'Acme Tr', { name: `Acme Travel (${ids.account})`, value: ids.account }],
	])('%s offers what there is for "%s"', async (method, filter, expected) => {
		expect((await search(method, filter)).results).toContainEqual(expected);
	});

	it.each([
		['searchAudiencePermissions', 'audiencePermission', 'custom_audience_id'],
		['searchTailoredAudiencePermissions', 'tailoredAudiencePermission', 'tailored_audience_id'],
	])('%s asks for an audience first', async (method, resource, field) => {
		const form = { resource, operation: 'delete' };
		expect((await search(method, '', form)).results).toEqual([]);
		const { results } = await search(method, '', { ...form, [field]: byId(ids.audience) });
		expect(results).toEqual([{ name: `${ids.readOnlyAccount} (read only)`, value: ids.audiencePermission }]);
	});
});
