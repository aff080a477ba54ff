/**
 * What answers hold that a list or an output must not lose.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { INodeParameters } from 'n8n-workflow';
import { spec } from '../../../nodes/XAdsCampaigns/spec';
import { sampleOf } from '../../facts';
import { account, byId, ids, useAds } from './support';

const { sim, ads, lastQuery } = useAds();

const answer = (path: string, body: unknown) =>
	sim().fail({ match: { path }, kind: 'status', status: 200, body, times: 1 });

it.each([
	['biddingRule.getMany', '/12/bidding_rules', {}],
	['recommendation.getMany', `/5/accounts/${ids.account}/recommendations`, { account_id: account }],
] as readonly [string, string, INodeParameters][])(
	'%s has no cursor: it says where X has more',
	async (operation, path, form) => {
		for (const [next_cursor, count] of [
			['p2', 1],
			[null, 0],
		] as const) {
			answer(path, { data: [{ id: 'a1' }], next_cursor, request: {} });
			const run = await ads(operation, form);
			expect(run.error?.message).toBeUndefined();
			expect(run.hints.filter(({ message }) => message.includes('next_cursor'))).toHaveLength(count);
		}
	},
);

it('names in another language are shown', async () => {
	const path = `/12/accounts/${ids.account}/targeting_criteria`;
	answer(path, { data: [{ id: 'a1', name: 'Germany', localized_name: 'Allemagne' }], request: {} });
	const form = { account_id: account, line_item_ids: ids.lineItem, filters: { lang: 'fr' } };
	const run = await ads('targetingCriterion.getMany', form);
	expect(lastQuery()).toMatchObject({ lang: 'fr' });
	expect(run.json).toEqual([expect.objectContaining({ localized_name: 'Allemagne' })]);
});

it('the publishers of a curated category are shown: targeting leaves some of them out', async () => {
	const route = 'GET /12/accounts/{account_id}/curated_categories/{curated_category_id}';
	const body = sampleOf({ api: 'ads', route }).answer as { data: { publisher_user_ids: unknown } };
	answer(`/12/accounts/${ids.account}/curated_categories/${ids.curatedCategory}`, body);
	const form = { account_id: account, curated_category_id: byId(ids.curatedCategory) };
	const run = await ads('curatedCategory.get', form);
	expect(body.data.publisher_user_ids).toBeDefined();
	expect(run.json[0]).toMatchObject({ publisher_user_ids: body.data.publisher_user_ids });
});

describe('a custom API call', () => {
	it.each(['/5/', '/11/', '/12/'])('follows cursors below %s', async (version) => {
		const path = `${version}accounts/${ids.account}/tailored_audiences/a1/permissions`;
		answer(path, { data: [{ id: 'a1' }], next_cursor: 'c2' });
		answer(path, { data: [{ id: 'a2' }], next_cursor: null });
		const run = await ads('customApiCall.send', { method: 'GET', path, paginate: true, maxPages: 5 });
		expect(run.json).toHaveLength(2);
		expect(sim().requests.map(({ query }) => query.cursor)).toEqual([undefined, 'c2']);
	});
});

it('every list of the node has pages, or the hint that it has none', () => {
	const silent = spec.resources.flatMap(({ value, operations }) =>
		Object.entries(operations)
			.filter(([, record]) => record.route.startsWith('GET') && record.result?.isList)
			.filter(([, record]) => !record.paging && !('run' in record))
			.map(([name]) => `${value}.${name}`),
	);
	expect(silent).toEqual([]);
});
