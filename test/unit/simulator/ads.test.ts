/** The ads side is as strict as the documentation where the nodes rely on it: batches, history, cards, statistics. */
import { adsOperations, sampleOf } from '../../facts';
import { ads } from '../../simulator/ads/area';
import { ids } from '../../simulator/ads/ids';
import { ME } from '../../simulator/identities';
import { useClient } from './client';

const client = useClient({}, [ads]);
const { sim } = client;

interface Answer {
	readonly data?: unknown;
	readonly errors?: ReadonlyArray<{ code: string; parameter?: string }>;
	readonly operation_errors?: ReadonlyArray<ReadonlyArray<{ code: string }>>;
}

async function call(request: string, body?: unknown) {
	const { access_token } = sim().platform.credentials.grant(ME.id, ['ads.read', 'ads.write']);
	const answer = await client.call(request, { body, authorization: `Bearer ${access_token}` });
	const { data, errors = [], operation_errors: operationErrors } = answer.json as Answer;
	return { ...answer, data, errors, operationErrors };
}

const query = (fields: Record<string, string>): string => new URLSearchParams(fields).toString();

const ACCOUNT = `/12/accounts/${ids.account}`;

it('keeps a history of changes', async () => {
	await call(`PUT ${ACCOUNT}/campaigns/${ids.campaign}?name=Renamed`);
	await call(`DELETE ${ACCOUNT}/campaigns/${ids.campaign}`);
	const hour = 3_600_000;
	const start = Math.floor(sim().platform.clock.now() / hour) * hour;
	const [start_time = '', end_time = ''] = [start, start + 2 * hour].map((at) => new Date(at).toISOString());
	const asked = { entity_type: 'CAMPAIGN', entity_id: ids.campaign, start_time, end_time };
	const { data } = await call(`GET ${ACCOUNT}/account_history?${query(asked)}`);
	expect(data).toMatchObject([
		{ change_type: 'DELETE' },
		{
			change_type: 'UPDATE',
			changes: { name: { old: 'Summer sale', new: 'Renamed' } },
			change_by: { user_id: ME.id },
		},
	]);
});

it('does nothing of a batch in which one operation is wrong, and lists the errors by operation', async () => {
	const before = (await call(`GET ${ACCOUNT}/campaigns`)).text;
	const create = (budget: number) => ({
		operation_type: 'Create',
		params: {
			funding_instrument_id: ids.fundingInstrument,
			name: 'New',
			daily_budget_amount_local_micro: budget,
		},
	});
	const answer = await call(`POST /12/batch/accounts/${ids.account}/campaigns`, [
		create(10_000_000),
		create(10.5),
		{ operation_type: 'Update', params: { campaign_id: ids.campaign, name: 'Never' } },
		{ operation_type: 'Delete', params: { campaign_id: 'nope' } },
	]);
	expect(answer.status).toBe(400);
	expect(answer.operationErrors?.map((problems) => problems.map(({ code }) => code))).toEqual([
		[],
		['INVALID_PARAMETER'],
		[],
		['CAMPAIGN_NOT_FOUND'],
	]);
	expect((await call(`GET ${ACCOUNT}/campaigns`)).text).toBe(before);
});

it('has operations of the sandbox that do not exist on production', async () => {
	const [first] = adsOperations().filter(({ sandboxOnly, method }) => sandboxOnly && method === 'DELETE');
	const path = first?.path.replace(/\{[^}]+\}/g, ids.account) ?? '';
	const { status, errors } = await call(`DELETE ${path}`);
	expect([status, errors[0]?.code]).toEqual([404, 'ROUTE_NOT_FOUND']);
});

const USERS = `${ACCOUNT}/custom_audiences/${ids.audience}/users`;
const LIST_USERS = `/12/batch/accounts/${ids.account}/do_not_reach_lists/${ids.doNotReachList}/users`;

it.each([
	['a plain address', USERS, [{ email: ['a@example.com'] }], 'is not a valid SHA-256 hash'],
	['too many bytes', USERS, [{ partner_user_id: ['x'.repeat(5_000_000)] }], '5000000 are allowed'],
	['no users', USERS, [], 'There are no users'],
	['a list without an end', LIST_USERS, [{ email: ['a'.repeat(64)] }], 'expires_at'],
])('refuses people with %s', async (_what, path, users, reason) => {
	const { status, text } = await call(`POST ${path}`, [{ operation_type: 'Update', params: { users } }]);
	expect([status, text]).toEqual([400, expect.stringContaining(reason)]);
});

const media = { type: 'MEDIA', media_key: ids.libraryImage };
const WEBSITE = { type: 'WEBSITE', url: 'https://example.com' };
const DETAILS = { type: 'DETAILS', title: 'Autumn', destination: WEBSITE };
const LABEL = { type: 'ENUM', value: 'OPEN' };
const APP = { type: 'APP', country_code: 'US', googleplay_app_id: 'com.example.app' };

it.each([
	['the media last', [DETAILS, media], 'INVALID_PARAMETER'],
	['one media to swipe', [{ type: 'SWIPEABLE_MEDIA', media_keys: ['3_1'] }, DETAILS], 'INVALID_PARAMETER'],
	['a member that nobody knows', [media, { ...DETAILS, colour: 'red' }], 'INVALID_PARAMETER'],
	['no title', [media, { ...DETAILS, title: undefined }], 'MISSING_PARAMETER'],
	[
		'a button to a website',
		[media, { type: 'BUTTON', label: LABEL, destination: WEBSITE }],
		'INVALID_PARAMETER',
	],
	[
		'a link into an app of another store',
		[media, { type: 'BUTTON', label: LABEL, destination: { ...APP, ios_deep_link: 'app://x' } }],
		'INCLUSIVE_PARAMETERS',
	],
	['media of nobody', [{ ...media, media_key: '3_1' }, DETAILS], 'MEDIA_NOT_FOUND'],
])('refuses a card with %s', async (_what, components, code) => {
	const { errors } = await call(`POST ${ACCOUNT}/cards`, { name: 'Card', components });
	expect(errors[0]?.code).toBe(code);
});

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
		const { id_str: made } = (await job()).data as { id_str: string };
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
