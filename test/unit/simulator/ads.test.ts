/** The ads side behaves as documented: envelope, pages, states, batches, deletion, hosts, limits. */
import { adsOperations } from '../../facts';
import { ids } from '../../simulator/ads/ids';
import { ME } from '../../simulator/identities';
import { signed } from './client';
import { query, read, useAds, type Answer } from './adsSupport';

const ACCOUNT = `/12/accounts/${ids.account}`;
const BATCH = `/12/batch/accounts/${ids.account}`;
const idsOf = ({ rows }: Answer) => rows.map(({ id }) => id);

const { sim, call, as } = useAds();

describe('who may call', () => {
	it('takes a request signed with OAuth 1.0a, and no other signature', async () => {
		const url = `${sim().adsUrl}${ACCOUNT}/campaigns?q=Summer%20sale`;
		const good = await fetch(url, { headers: { authorization: signed(url) } });
		expect(idsOf(read(good, await good.text()))).toEqual([ids.campaign]);
		const bad = await fetch(`${url}&count=1`, { headers: { authorization: signed(url) } });
		expect(bad.status).toBe(401);
		expect(read(bad, await bad.text()).errors[0]?.code).toBe('UNAUTHORIZED_ACCESS');
	});

	it('wants ads.write for changes', async () => {
		const reader = as('ads.read');
		expect((await reader(`GET ${ACCOUNT}/campaigns`)).status).toBe(200);
		const refused = await reader(`DELETE ${ACCOUNT}/campaigns/${ids.campaign}`);
		expect([refused.status, refused.errors[0]?.code]).toEqual([403, 'UNAUTHORIZED_CLIENT_APPLICATION']);
	});

	it('shows the accounts of the user only, and lets an analyst look but not touch', async () => {
		expect(idsOf(await call('GET /12/accounts'))).toEqual([ids.account, ids.readOnlyAccount]);
		expect((await call(`GET /12/accounts/${ids.foreignAccount}`)).errors[0]?.code).toBe('ACCOUNT_NOT_FOUND');
		const change = await call(`PUT /12/accounts/${ids.readOnlyAccount}?name=New`);
		expect([change.status, change.errors[0]?.code]).toEqual([403, 'ACTION_NOT_ALLOWED']);
	});
});

describe('reading', () => {
	it('echoes the parameters as it understood them', async () => {
		const answer = await call(
			`GET ${ACCOUNT}/campaigns?campaign_ids=${ids.campaign}&count=5&with_deleted=true`,
		);
		expect(answer.params).toEqual({
			account_id: ids.account,
			campaign_ids: [ids.campaign],
			count: 5,
			with_deleted: true,
		});
	});
});

describe('changing', () => {
	const newCampaign = {
		funding_instrument_id: ids.fundingInstrument,
		name: 'New',
		daily_budget_amount_local_micro: 10_000_000,
	};

	it('deletes softly and once', async () => {
		const target = `DELETE ${ACCOUNT}/line_items/${ids.lineItem}`;
		expect((await call(target)).row).toMatchObject({ id: ids.lineItem, deleted: true });
		const again = await call(target);
		expect([again.status, again.errors[0]?.code]).toEqual([404, 'LINE_ITEM_NOT_FOUND']);
		const posts = `GET ${ACCOUNT}/promoted_tweets?promoted_tweet_ids=${ids.promotedTweet}`;
		expect((await call(posts)).rows).toEqual([]);
		expect((await call(`${posts}&with_deleted=true`)).rows[0]).toMatchObject({ deleted: false });
	});

	it('keeps a history of changes', async () => {
		const made = await call(`POST ${ACCOUNT}/campaigns?${query(newCampaign)}`);
		const id = String(made.row.id);
		await call(`PUT ${ACCOUNT}/campaigns/${id}?name=Renamed`);
		const hour = 3_600_000;
		const start = new Date(Math.floor(sim().platform.clock.now() / hour) * hour);
		const window = {
			start_time: start.toISOString(),
			end_time: new Date(start.getTime() + 2 * hour).toISOString(),
		};
		const answer = await call(
			`GET ${ACCOUNT}/account_history?${query({ entity_type: 'CAMPAIGN', entity_id: id, ...window })}`,
		);
		expect(answer.rows.map((row) => row.change_type)).toEqual(['UPDATE', 'CREATE']);
		expect(answer.rows[0]).toMatchObject({
			changes: { name: { old: 'New', new: 'Renamed' } },
			change_by: { user_id: ME.id },
		});
	});
});

describe('batches', () => {
	const create = (name: string, budget: unknown = 10_000_000) => ({
		operation_type: 'Create',
		params: {
			funding_instrument_id: ids.fundingInstrument,
			name,
			daily_budget_amount_local_micro: budget,
			entity_status: 'PAUSED',
		},
	});

	it('does nothing when one operation is wrong, and lists the errors by operation', async () => {
		const before = (await call(`GET ${ACCOUNT}/campaigns`)).text;
		const answer = await call(`POST ${BATCH}/campaigns`, [
			create('One'),
			create('Two', 10.5),
			{ operation_type: 'Update', params: { campaign_id: ids.campaign, name: 'Never' } },
			{ operation_type: 'Delete', params: { campaign_id: 'nope' } },
		]);
		expect(answer.status).toBe(400);
		expect(answer.operation_errors?.map((problems) => problems.map(({ code }) => code))).toEqual([
			[],
			['INVALID_PARAMETER'],
			[],
			['CAMPAIGN_NOT_FOUND'],
		]);
		expect((await call(`GET ${ACCOUNT}/campaigns`)).text).toBe(before);
	});
});

describe('sandbox', () => {
	it('has operations that do not exist on production', async () => {
		const [first] = adsOperations().filter(({ sandboxOnly, method }) => sandboxOnly && method === 'DELETE');
		const path = first?.path.replace(/\{[^}]+\}/g, ids.account) ?? '';
		const answer = await call(`DELETE ${path}`);
		expect([answer.status, answer.errors[0]?.code]).toEqual([404, 'ROUTE_NOT_FOUND']);
	});
});
