/**
 * Jobs that fail, are late, find no room or lose their results; and those that a workflow starts and fetches later.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { omit } from 'lodash';
import { asText } from '../../../nodes/shared/util/text';
import { startNode, readBinary } from '../../support';
import { useSkippedWaits } from '../../support/waits';
import { until } from '../../support/webhookReceiver';
import { ads as area } from '../../simulator/ads/area';
import { account, between, ids, stats, useAds } from './support';

const { sim, ads, sent, addLineItems } = useAds('xAdsAnalytics');
const waits = useSkippedWaits(sim);

// The line item is shown at both placements, so that a report takes two jobs.
const form = {
	account_id: account,
	entity: 'LINE_ITEM',
	...between('2026-05-19', '2026-05-21'),
	filters: { placement: ['ALL_ON_TWITTER', 'SPOTLIGHT'] },
	options: { names: false, way: 'jobs' },
};

const set = async (settings: Record<string, unknown>) => await sim().control('ads', 'jobs', settings);
const JOBS_PATH = `/12/stats/jobs/accounts/${ids.account}`;

it('makes an item of a job that fails, and gives the others', async () => {
	// It is started once more, and fails again.
	await set({ skip: 1, times: 2, outcome: 'FAILED' });
	const run = await ads('report.get', form);
	expect(run.error).toBeUndefined();
	expect(run.json.slice(0, 2)).toMatchObject([
		{ date: '2026-05-19', incomplete: true },
		{ date: '2026-05-20', incomplete: true },
	]);
	expect(run.json[2]).toMatchObject({
		error: 'The job ended with the status FAILED',
		details: {
			state: 'failed',
			status: 'FAILED',
			job_id: expect.stringMatching(/^\d{18,19}$/) as unknown,
			entity_ids: [ids.lineItem],
			placement: 'SPOTLIGHT',
			start_time: '2026-05-19T07:00:00Z',
			end_time: '2026-05-21T07:00:00Z',
		},
	});
	expect(run.hints.map(({ message }) => message).join()).toContain('A part of the report did not come');
});

it('starts a job once more that failed, and has all rows', async () => {
	const whole = (await ads('report.get', form)).json;
	await set({ skip: 0, times: 2, outcome: 'FAILED' });
	const before = stats(sim()).jobs.count;
	const run = await ads('report.get', form);
	expect(run.json).toEqual(whole);
	expect(stats(sim()).jobs.count - before).toBe(4);
});

it('is an error where every job failed', async () => {
	await set({ skip: 0, times: 4, outcome: 'FAILED' });
	const run = await ads('report.get', form);
	expect(run.json).toEqual([]);
	expect(run.error?.message).toBe('No part of the report came: The job ended with the status FAILED');
	expect(run.error?.context).toMatchObject({ data: { state: 'failed', status: 'FAILED' } });
});

it('has rows of null for the entities of a failed job', async () => {
	await addLineItems(20, ids.campaign);
	const held = area.state(sim().platform).production.state.of('lineItems').of(ids.account);
	const all = held.map(({ data }) => data.id);
	await set({ skip: 1, times: 2, outcome: 'FAILED' });
	const run = await ads('report.get', {
		...form,
		entities: 'chosen',
		entity_ids: all.join(),
		filters: { placement: ['ALL_ON_TWITTER'] },
		granularity: 'TOTAL',
	});
	const rows = run.json.filter(({ error }) => error === undefined);
	expect(rows.map(({ id }) => id)).toEqual(all);
	const lacking = rows.filter(({ incomplete }) => incomplete === true);
	expect(lacking).toHaveLength(all.length - 20);
	expect(lacking.every(({ impressions: shown }) => shown === null)).toBe(true);
});

it('does not say that a result is gone as long as X keeps it', async () => {
	await set({ fault: 'status 404', faults: 100 });
	const run = await ads('report.get', form);
	const text = /not there yet \(the host answered 404\): Download fetches it later, until 20/;
	expect(run.json.map(({ error }) => error)).toEqual(Array(2).fill(expect.stringMatching(text)));
});

it('leaves a late job alone, and says its ID: its result can be downloaded later', async () => {
	await set({ seconds: 600 });
	const run = await ads('report.get', { ...form, options: { ...form.options, job_minutes: 2 } });
	expect(run.json).toHaveLength(2);
	expect(run.json.map((row) => (row['details'] as { state: string }).state)).toEqual(['late', 'late']);
	const waited = waits().taken.reduce((sum, each) => sum + each, 0);
	expect([waited > 110_000, waited <= 120_000]).toEqual([true, true]);
	expect(waits().taken.slice(0, 5)).toEqual([2000, 4000, 8000, 16_000, 20_000]);
	sim().platform.clock.advance(600_000);
	const jobIds = run.json.map((row) => (row['details'] as { job_id: string }).job_id).join();
	const later = await ads('report.download', {
		account_id: account,
		job_ids: jobIds,
		options: { names: false },
	});
	expect(later.json.map(({ date }) => date)).toEqual(['2026-05-19', '2026-05-20']);
	const atOnce = await ads('report.get', { ...form, options: { names: false, way: 'sync' } });
	expect(later.json).toEqual(atOnce.json);
});

it('names late jobs in the rows that lack them', async () => {
	await set({ seconds: 600 });
	const options = { ...form.options, job_minutes: 2, missing_parts: 'rows' };
	const run = await ads('report.get', { ...form, options });
	const [second, first] = stats(sim()).jobs.of(ids.account);
	const both = expect.stringMatching(RegExp(`job ${first?.id}.*job ${second?.id}`)) as unknown;
	expect(run.json.map(({ missing }) => missing)).toEqual([both, both]);
});

it('starts as many jobs at a time as the account has room for', async () => {
	await set({ limit: 5, others: 2 });
	const run = await ads('report.get', {
		...form,
		granularity: 'TOTAL',
		...between('2021-01-01', '2026-05-21'),
	});
	expect(run.error).toBeUndefined();
	expect(run.json.filter(({ error }) => error !== undefined)).toEqual([]);
	const { jobs } = stats(sim());
	// One of them was there before.
	expect(jobs.peak).toBe(3);
	const refused = sim().requests.filter(({ status, method }) => method === 'POST' && status === 400);
	expect(refused).toEqual([]);
});

it('waits where other programs take all the room, and says so when the time is up', async () => {
	await set({ limit: 5, others: 5 });
	const run = await ads('report.get', { ...form, options: { ...form.options, job_minutes: 1 } });
	expect(run.error?.message).toContain('No part of the report came: The account had no room');
	await set({ others: 0 });
	expect((await ads('report.get', form)).json).toHaveLength(2);
});

it.each([
	['takes the job that is there', true, 2],
	['creates a job again that never came to be', false, 3],
])('%s, where its creation was not answered', async (_what, after, creations) => {
	sim().fail({ match: { method: 'POST', path: JOBS_PATH }, kind: 'reset', after });
	const run = await ads('report.get', form);
	expect(run.json).toHaveLength(2);
	expect(sent().filter((request) => request.startsWith('POST'))).toHaveLength(creations);
});

it('does not take the job that failed for the one that it starts in its place', async () => {
	await set({ skip: 0, times: 1, outcome: 'FAILED' });
	sim().fail({ match: { method: 'POST', path: JOBS_PATH }, kind: 'reset', skip: 2 });
	const run = await ads('report.get', form);
	expect(run.json).toEqual((await ads('report.get', form)).json);
	expect(run.json).toHaveLength(2);
});

const ANSWERS = ['cut', 'unavailable', 'html', 'status 404', 'status 403', 'status 426'];

it.each(ANSWERS)('reads a result again where its address answers at first: %s', async (fault) => {
	const whole = (await ads('report.get', form)).json;
	await set({ fault, faults: 2 });
	const run = await ads('report.get', form);
	expect(run.json).toEqual(whole);
});

it('does not read a result that is larger than allowed', async () => {
	await set({ megabytes: 3 });
	const run = await ads('report.get', { ...form, options: { ...form.options, max_result: 2 } });
	expect(run.json[0]).toMatchObject({
		error: expect.stringContaining('takes more work than 2 MB') as unknown,
		details: { job_id: expect.any(String) as unknown },
	});
});

it('ends at once when the run is cancelled, and its own jobs on X, and no others', async () => {
	await set({ seconds: 3600 });
	const { jobs } = stats(sim());
	const statuses = () => jobs.of(ids.account).map((job) => jobs.statusOf(job));
	const before = statuses();
	const parameters = { resource: 'report', operation: 'get', authentication: 'oAuth1', ...form };
	const running = await startNode({ node: 'xAdsAnalytics', sim: sim(), parameters });
	waits().meanwhile = () => running.cancel();
	expect((await running.finished).status).toBe('canceled');
	expect(waits().taken).toHaveLength(1);
	await until(() => statuses().filter((status) => status === 'CANCELLED').length === 2);
	expect(statuses()).toEqual(['CANCELLED', 'CANCELLED', ...before]);
});

describe('a report in steps', () => {
	const subject = { ...omit(form, 'options'), entities: 'chosen', entity_ids: ids.lineItem };

	it('starts, tells the state of, and downloads what Get gives at once', async () => {
		const started = await ads('report.start', subject);
		expect(started.json.map((job) => [job['status'], job['placement']])).toEqual([
			['PROCESSING', 'ALL_ON_TWITTER'],
			['PROCESSING', 'SPOTLIGHT'],
		]);
		const items = started.items.map(({ json }) => ({ json: { id: json['id'] as string } }));
		const named = { account_id: account, job_ids: '={{ $json.id }}' };
		const early = await ads('report.download', named, { items });
		expect(early.json.map((row) => (row['details'] as { state: string }).state)).toEqual([
			'notReady',
			'notReady',
		]);
		sim().platform.clock.advance(5000);
		const before = sim().requests.length;
		const status = await ads('report.getStatus', named, { items });
		expect(status.json.map((job) => job['status'])).toEqual(['SUCCESS', 'SUCCESS']);
		// Both items in one request, and no address of a result beside the state.
		expect(sim().requests.length - before).toBe(1);
		expect(JSON.stringify(status.json)).not.toContain('http');
		// A job that is named twice counts once.
		const all = { ...named, job_ids: [...items, items[0]].map((item) => item?.json.id).join() };
		const download = await ads('report.download', { ...all, options: { names: false } });
		const whole = await ads('report.get', { ...form, options: { names: false } });
		expect(download.json).toEqual(whole.json);
		const apart = await ads('report.download', { ...named, options: { names: false } }, { items });
		expect(apart.json.map(({ placement }) => placement)).toEqual([
			...Array<string>(2).fill('ALL_ON_TWITTER'),
			...Array<string>(2).fill('SPOTLIGHT'),
		]);
	});

	it('downloads the file as it is', async () => {
		const download = await ads('report.download', {
			account_id: account,
			job_ids: ids.statsJob,
			download_as: 'file',
		});
		const [item] = download.items;
		expect(item?.json).toEqual({ job_id: ids.statsJob, account_id: ids.account });
		const { data } = item?.binary ?? {};
		expect(data).toMatchObject({ mimeType: 'application/json', fileName: `stats_job_${ids.statsJob}.json` });
		const body = JSON.parse((await readBinary(data!)).toString()) as { data: { id: string }[] };
		expect(body.data.map(({ id }) => id)).toEqual([ids.lineItem]);
	});

	const start = async (from: string, to: string) => {
		const filters = { placement: ['ALL_ON_TWITTER'] };
		const { json } = await ads('report.start', { ...subject, filters, ...between(from, to) });
		return asText(json[0]?.['id']);
	};
	const rows = async (job_ids: string) =>
		(await ads('report.download', { account_id: account, job_ids, options: { names: false } })).json;

	it('does not add up the figures of jobs about the same days', async () => {
		const jobs = [
			await start('2026-05-19', '2026-05-21'),
			await start('2026-05-20', '2026-05-22'),
			await start('2026-05-19', '2026-05-21'),
		];
		sim().platform.clock.advance(5000);
		const apart = [];
		for (const job of jobs) apart.push(...(await rows(job)));
		expect(apart).toHaveLength(6);
		expect(await rows(jobs.join())).toEqual(apart);
	});

	it('takes a job for that of its days where X takes another midnight', async () => {
		const jobs = [await start('2026-05-19', '2026-05-21'), await start('2026-05-21', '2026-05-22')];
		sim().platform.clock.advance(5000);
		const whole = await rows(jobs.join());
		expect(whole.map(({ date }) => date)).toEqual(['2026-05-19', '2026-05-20', '2026-05-21']);
		for (const hour of ['06', '08']) {
			for (const { params } of stats(sim()).jobs.of(ids.account).slice(0, 2))
				Object.assign(params, JSON.parse(JSON.stringify(params).replace(/T0\d:/g, `T${hour}:`)));
			expect(await rows(jobs.join())).toEqual(whole);
		}
	});

	it.each(['empty', 'cut'])('takes a file that comes %s for no result', async (fault) => {
		await set({ fault, faults: 100 });
		const named = { account_id: account, job_ids: ids.statsJob, download_as: 'file' };
		const run = await ads('report.download', named);
		expect(run.json).toEqual([expect.objectContaining({ error: expect.any(String) as string })]);
		await set({ fault, faults: 2 });
		expect((await ads('report.download', named)).json).toEqual([
			{ job_id: ids.statsJob, account_id: ids.account },
		]);
	});

	it('says that a result is gone, and that a job is unknown', async () => {
		sim().platform.clock.advance(49 * 3_600_000);
		const run = await ads('report.download', { account_id: account, job_ids: `${ids.statsJob},42` });
		expect(run.json.map((row) => row['error'])).toEqual([
			expect.stringContaining('not there any more'),
			'X knows no job 42 of this account',
		]);
		expect(JSON.stringify(run.json)).not.toContain('http');
	});
});

describe('reach and activity', () => {
	it('asks for the reach of any number of campaigns, twenty at a time', async () => {
		const campaigns = [ids.activeCampaign, ids.campaign, ...Array<string>(20).fill(ids.followersCampaign)];
		const run = await ads('reach.getForCampaigns', {
			account_id: account,
			campaign_ids: campaigns.join(),
			...between('2026-05-19', '2026-05-26'),
		});
		expect(run.json.map(({ id }) => id)).toEqual([...new Set(campaigns)]);
		expect(run.json[0]).toEqual({
			id: ids.activeCampaign,
			total_audience_reach: expect.any(Number) as unknown,
			average_frequency: 1.43,
		});
		expect(sim().requests.at(-1)?.query).toMatchObject({
			start_time: '2026-05-19T07:00:00Z',
			end_time: '2026-05-26T07:00:00Z',
		});
	});

	it('gives each entity once that was active in a long range', async () => {
		const run = await ads('activeEntity.getMany', {
			account_id: account,
			entity: 'LINE_ITEM',
			...between('2026-02-01', '2026-09-01'),
		});
		expect(sent().filter((request) => request.endsWith('/active_entities'))).toHaveLength(3);
		expect(run.json).toEqual([
			{
				entity_id: ids.lineItem,
				activity_start_time: '2026-02-01T08:00:00Z',
				activity_end_time: '2026-09-01T06:59:59Z',
				placements: expect.arrayContaining(['ALL_ON_TWITTER']) as unknown,
			},
		]);
	});
});
