/** Statistics of the simulated X: as strict as the documentation, and shaped as its samples. */
import { adsOperations, sampleOf } from '../../facts';
import { ids } from '../../simulator/ads/ids';
import { query, useAds } from './adsSupport';

const { sim, call } = useAds();

const base = {
	entity: 'LINE_ITEM',
	entity_ids: ids.lineItem,
	start_time: '2026-05-19T07:00:00Z',
	end_time: '2026-05-26T07:00:00Z',
	granularity: 'DAY',
	placement: 'ALL_ON_TWITTER',
	metric_groups: 'ENGAGEMENT',
};
const STATS = `/12/stats/accounts/${ids.account}`;
const JOBS = `/12/stats/jobs/accounts/${ids.account}`;

const sync = async (more: Record<string, string> = {}) =>
	await call(`GET ${STATS}?${query({ ...base, ...more })}`);
const job = async (more: Record<string, string> = {}) =>
	await call(`POST ${JOBS}?${query({ ...base, ...more })}`);

it.each([
	[{ start_time: '2026-05-19T07:30:00Z' }, 'INVALID_PARAMETER', 'start_time'],
	[{ end_time: '2026-05-19T07:00:00Z' }, 'INVALID_TIME_WINDOW', 'end_time'],
	[{ end_time: '2026-05-27T07:00:00Z' }, 'INVALID_TIME_WINDOW', 'end_time'],
	[{ start_time: '2026-05-20T00:00:00Z' }, 'INVALID_TIME_WINDOW', 'start_time'],
	[{ entity_ids: 'zzzzz' }, 'LINE_ITEM_NOT_FOUND', 'entity_ids'],
	[{ entity_ids: Array(21).fill(ids.lineItem).join() }, 'INVALID_PARAMETER', 'entity_ids'],
	[{ metric_groups: 'BILLING,MOBILE_CONVERSION' }, 'INVALID_PARAMETER', 'metric_groups'],
	[
		{ entity: 'ACCOUNT', entity_ids: ids.account, metric_groups: 'BILLING' },
		'INVALID_PARAMETER',
		'metric_groups',
	],
	[{ placement: 'ALL_ON_TWITTER,TREND' }, 'INVALID_PARAMETER', 'placement'],
	[{ segmentation_type: 'AGE' }, 'INVALID_PARAMETER', 'segmentation_type'],
])('refuses %j at once', async (more, code, parameter) => {
	const { status, errors } = await sync(more);
	expect(status).toBeGreaterThanOrEqual(400);
	expect(errors[0]).toMatchObject({ code, parameter });
});

it.each([
	[{ end_time: '2026-08-18T07:00:00Z' }, 'INVALID_TIME_WINDOW', 'end_time'],
	[{ end_time: '2026-07-04T07:00:00Z', segmentation_type: 'AGE' }, 'INVALID_TIME_WINDOW', 'end_time'],
	[{ segmentation_type: 'METROS' }, 'MISSING_PARAMETER', 'country'],
	[{ segmentation_type: 'CONVERSION_TAGS' }, 'INVALID_PARAMETER', 'metric_groups'],
])('refuses the job %j', async (more, code, parameter) => {
	const { errors } = await job(more);
	expect(errors[0]).toMatchObject({ code, parameter });
});

it('takes times with any offset, and one filter of active entities', async () => {
	expect((await sync({ start_time: '2026-05-19T00:00:00-0700' })).status).toBe(200);
	const range = { entity: 'CAMPAIGN', start_time: '2026-05-19T00:00:00Z', end_time: '2026-05-20T00:00:00Z' };
	const both = query({ ...range, campaign_ids: ids.campaign, line_item_ids: ids.lineItem });
	const { errors } = await call(`GET ${STATS}/active_entities?${both}`);
	expect(errors[0]?.code).toBe('EXCLUSIVE_PARAMETERS');
});

/** The names in an answer; those of metrics are in the table of metric groups, the samples show some of an older day. */
function shape(value: unknown, key = ''): unknown {
	if (Array.isArray(value))
		return key === 'data' || key === 'id_data' ? value.slice(0, 1).map((each) => shape(each)) : [];
	if (typeof value !== 'object' || value === null) return null;
	return Object.fromEntries(
		Object.entries(value)
			.filter(([name]) => name !== 'metrics')
			.sort()
			.map(([name, inner]) => [name, name === 'params' ? null : shape(inner, name)]),
	);
}

it.each(adsOperations().filter(({ section }) => section === 'Analytics'))(
	'answers $route as documented',
	async (fact) => {
		const { id_str: made } = (await job()).row as { id_str: string };
		sim().platform.clock.advance(fact.method === 'GET' ? 5000 : 0);
		const path = fact.path.replace('{account_id}', ids.account).replace('{job_id}', made);
		const given: Record<string, Record<string, string>> = {
			[JOBS]: fact.method === 'GET' ? { job_ids: made } : base,
			[STATS]: base,
		};
		const usual = {
			start_time: base.start_time,
			end_time: base.end_time,
			...(path.includes('active') && { entity: 'CAMPAIGN' }),
			...(path.includes('campaigns') && { campaign_ids: ids.activeCampaign }),
			...(path.includes('funding') && { funding_instrument_ids: ids.fundingInstrument }),
		};
		const parameters = given[path] ?? (fact.method === 'DELETE' ? {} : usual);
		const { text, status } = await call(`${fact.method} ${path}?${query(parameters)}`);
		expect(status).toBe(200);
		expect(shape(JSON.parse(text))).toEqual(shape(sampleOf(fact).answer));
	},
);
