/**
 * A/B tests, tags and windows: what goes beyond a plain request.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { INodeParameters } from 'n8n-workflow';
import { account, byId, ids, useAds } from '../ads/support';

const { sim, ads, sent, lastQuery } = useAds('xAdsMeasurement');

const group = (size: number, more: INodeParameters = {}): INodeParameters => ({
	entity_ids: 'f2qcw, f2tht',
	size,
	...more,
});

const test = (a: INodeParameters, b: INodeParameters, ...more: INodeParameters[]): INodeParameters => ({
	account_id: account,
	entity_type: 'CAMPAIGN',
	start_time: '2099-05-25T01:00:00Z',
	end_time: '2099-05-30T01:00:00Z',
	group_a: { values: a },
	group_b: { values: b },
	more_groups: { values: more },
});

describe('an A/B test', () => {
	it('is created as the documentation does it', async () => {
		const run = await ads('abTest.create', {
			...test(group(50, { name: 'first group' }), group(50, { description: 'second' })),
			additionalFields: { name: 'first AB test', description: 'documentation example' },
		});
		expect(run.error?.message).toBeUndefined();
		// https://docs.x.com/x-ads-api/measurement/ab-testing#creating
		expect(sim().requests[0]?.body).toEqual({
			entity_type: 'CAMPAIGN',
			start_time: '2099-05-25T01:00:00Z',
			end_time: '2099-05-30T01:00:00Z',
			user_groups: [
				{ entity_ids: ['f2qcw', 'f2tht'], size: '50.00', name: 'first group' },
				{ entity_ids: ['f2qcw', 'f2tht'], size: '50.00', description: 'second' },
			],
			name: 'first AB test',
			description: 'documentation example',
		});
	});

	it.each<[string, INodeParameters, string]>([
		[
			'more than everybody',
			test(group(60), group(50)),
			'"Group B" with all other groups must have sizes of 100',
		],
		['one group', { ...test(group(100), group(50)), group_b: {} }, '"Group B" is required'],
		['three decimals', test(group(33.333), group(66.667)), '"Group A → Size (Percent)"'],
		['a third group beside two halves', test(group(50), group(50), group(10)), 'they are 110.00'],
		['an end before the start', { ...test(group(50), group(50)), end_time: '2098-01-01' }, '"End Time"'],
	])('is refused before it is sent with %s', async (_what, form, said) => {
		const run = await ads('abTest.create', form);
		expect(`${run.error?.message} ${run.error?.description}`).toContain(said);
		expect(sim().requests).toEqual([]);
	});

	it('adds up sizes as one writes them', async () => {
		const run = await ads('abTest.create', test(group(33.33), group(33.33), group(33.34)));
		expect(run.error?.message).toBeUndefined();
	});

	const update = (values: INodeParameters[], more: INodeParameters = {}) => ({
		account_id: account,
		ab_test_id: byId(ids.abTest),
		user_groups: { values },
		...more,
	});

	it('keeps what its groups do not change, and unsets with null', async () => {
		const changes = { updateFields: { description: '' } };
		const groups = [
			{ id: 'p1bcx', size: 60 },
			{ id: 'p1bcy', size: 40 },
		];
		const run = await ads('abTest.update', update(groups, changes));
		expect(run.error?.message).toBeUndefined();
		expect(sim().requests[0]?.body).toEqual({
			description: null,
			user_groups: [
				{ id: 'p1bcx', size: '60.00' },
				{ id: 'p1bcy', size: '40.00' },
			],
		});
	});

	it('does not mix groups that are changed with new ones', async () => {
		const run = await ads('abTest.update', update([{ id: 'p1bcx', size: 60 }, group(40)]));
		expect(run.error?.message).toContain('must all have a Group ID, or none of them');
		const incomplete = await ads('abTest.update', update([{ size: 60 }, group(40)]));
		expect(incomplete.error?.message).toContain('"Groups 1 → Entity IDs" is required');
		expect(sim().requests).toEqual([]);
	});

	it('is found by when it is live', async () => {
		const filters = { live_during: { values: { after: '2099-05-26', before: '2099-05-27T12:00:00Z' } } };
		const run = await ads('abTest.getMany', { account_id: account, filters });
		expect(run.error?.message).toBeUndefined();
		expect(lastQuery().live_during).toMatch(/^2099-05-2[56]T[^,]+Z,2099-05-27T12:00:00Z$/);
		expect(run.json.map(({ id }) => id)).toEqual([ids.abTest]);
		const user = { user_id: '756201191646691328', username: 'apimctestface' };
		const both = await ads('abTest.getMany', { account_id: account, filters: user });
		expect(both.error?.message).toContain('"Username" cannot be combined with "User ID"');
	});
});

describe('a view window', () => {
	const windows = { click_window: '7', view_through_window: '14' };
	const conversion = { app_id: 'a', hashed_device_id: 'b', conversion_time: '2026-11-01T00:00:00.5Z' };

	it.each([
		['webEventTag.create', { account_id: account, name: 'Order', ...windows }],
		['appConversion.send', { ...conversion, additionalFields: windows }],
	])('of %s is no longer than the click window', async (name, form) => {
		const run = await ads(name, form);
		expect(run.error?.message).toContain('"View Window" must not be longer than "Click Window"');
		expect(sent()).toEqual([]);
	});
});

it('an app conversion keeps its milliseconds', async () => {
	const run = await ads('appConversion.send', {
		app_id: '333903271',
		hashed_device_id: 'ABCD1234XYZ',
		os_type: 'IOS',
		conversion_type: 'INSTALL',
		conversion_time: '2026-04-16T09:00:00.123+02:00',
	});
	expect(run.error?.message).toBeUndefined();
	expect(lastQuery()).toMatchObject({ conversion_time: '2026-04-16T07:00:00.123Z' });
});
