/**
 * Report → Sync, morning by morning: the table that its rows make, against a model of what X served and billed.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ads as area } from '../../simulator/ads/area';
import { impressionsIn } from '../../simulator/ads/statsServed';
import { cases } from '../../support/cases';
import { lotsFrom } from '../../support/random';
import { useSkippedWaits } from '../../support/waits';
import { account, ids, stats, useAds } from './support';

const { sim, ads, addLineItems } = useAds('xAdsAnalytics');
useSkippedWaits(sim);

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ZONE = 'America/Los_Angeles';
const PLACEMENTS = ['ALL_ON_TWITTER', 'SPOTLIGHT', 'TREND'];
const STATS = `/12/stats/accounts/${ids.account}`;

interface Shown {
	readonly id: string;
	readonly placement: string;
	readonly from: number;
	readonly to: number;
}

interface Corrected {
	readonly id: string;
	readonly placement: string;
	readonly hour: number;
	readonly micros: number;
	readonly at: number;
}

/** What is true, by sums over hours, without any code of the node. */
class Truth {
	readonly shown: Shown[] = [];
	readonly corrected: Corrected[] = [];

	/** Impressions and micros of each line item and day, as they are known at a time. */
	at(now: number): Map<string, { impressions: number; micros: number }> {
		const found = new Map<string, { impressions: number; micros: number }>();
		const dates = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE, dateStyle: 'short' });
		const of = (id: string, hour: number) => {
			const key = `${id} ${dates.format(hour)}`;
			const row = found.get(key) ?? { impressions: 0, micros: 0 };
			found.set(key, row);
			return row;
		};
		for (const { id, placement, from, to } of this.shown)
			for (let hour = from; hour < Math.min(to, now); hour += HOUR) {
				const count = impressionsIn(id, placement, hour);
				const row = of(id, hour);
				row.impressions += count;
				row.micros += Math.floor(count * 0.07) * 251_000 + count * 1_003;
			}
		for (const { id, hour, micros, at } of this.corrected) if (at <= now) of(id, hour).micros += micros;
		return found;
	}
}

const form: INodeParameters = { account_id: account, entity: 'LINE_ITEM' };

/** A workflow of its own, whose memory n8n keeps from run to run. */
function workflow(parameters: INodeParameters = form) {
	const table = new Map<string, IDataObject>();
	let staticData: IDataObject = {};
	return {
		table,
		run: async () => {
			const before = requests();
			const run = await ads('report.sync', parameters, { mode: 'trigger', staticData });
			if (!run.error) staticData = structuredClone(run.staticData);
			for (const row of run.json) table.set(row['key'] as string, row);
			return { ...run, requests: requests() - before };
		},
		size: () => JSON.stringify(staticData).length,
	};
}

const requests = () => sim().requests.length + stats(sim()).jobs.requests.length;

/** What a node remembers, by report. */
const memoryIn = (staticData: IDataObject): Record<string, string> =>
	(staticData.global as { reportSync: Record<string, string> }).reportSync;

async function show(truth: Truth, one: Shown) {
	truth.shown.push(one);
	await sim().control('ads', 'deliver', { lineItemId: one.id, ...one });
}

async function correct(truth: Truth, { id, placement, hour, micros, at }: Corrected) {
	truth.corrected.push({ id, placement, hour, micros, at });
	await sim().control('ads', 'correct', { lineItemId: id, placement, hour, micros, recordedAt: at });
}

/** Fills the account with line items that run for some days each, and stops the one that the seed lets run. */
async function campaignsOf(truth: Truth, count: number, days: number): Promise<void> {
	const lot = lotsFrom(7);
	const { state } = area.state(sim().platform).production;
	Object.assign(state.of('lineItems').findAny(ids.lineItem)?.data ?? {}, { entity_status: 'PAUSED' });
	await addLineItems(count, ids.campaign);
	const items = state.of('lineItems').of(ids.account).slice(-count);
	const start = Math.floor(sim().platform.clock.now() / HOUR) * HOUR;
	for (const { data } of items) {
		const from = start + (lot(days) - 3) * DAY + lot(24) * HOUR;
		const to = from + (12 + lot(60)) * HOUR;
		const placements = [PLACEMENTS[0]!, ...(lot(6) === 0 ? [PLACEMENTS[1 + lot(2)]!] : [])];
		for (const placement of placements) {
			await show(truth, { id: data.id, placement, from, to });
			// X corrects what it estimated, on average once, up to fourteen days later.
			for (let times = lot(3); times > 0; times--) {
				const hour = from + lot((to - from) / HOUR) * HOUR;
				const at = hour + HOUR + lot(13 * 24) * HOUR;
				await correct(truth, { id: data.id, placement, hour, micros: -1 - lot(90_000), at });
			}
		}
	}
}

/** Where a table differs from the truth. */
function differences(table: ReadonlyMap<string, IDataObject>, truth: Truth): unknown[] {
	const expected = truth.at(sim().platform.clock.now());
	const rows = new Map(
		[...table.values()].map((row) => [`${row['id'] as string} ${row['date'] as string}`, row]),
	);
	const wrong: unknown[] = [];
	for (const key of new Set([...rows.keys(), ...expected.keys()])) {
		const { impressions = 0, micros = 0 } = expected.get(key) ?? {};
		const row = rows.get(key);
		const is = [row?.['impressions'] ?? 0, Math.round(Number(row?.['billed_charge'] ?? 0) * 1e6)];
		if (row?.['incomplete'] !== true && (is[0] !== impressions || is[1] !== micros))
			wrong.push({ key, is, expected: [impressions, micros], row });
	}
	return wrong;
}

it('makes a table that is right each morning, over corrections, faults and missed nights', async () => {
	const days = cases(8, 20, 60);
	const truth = new Truth();
	await campaignsOf(truth, cases(40, 300, 1000), days);
	const { clock } = sim().platform;
	const { run, table } = workflow({
		...form,
		options: { names: false, return_rows: 'changed', first_days: 5 },
	});
	const lot = lotsFrom(42);
	let asked = 0;
	let mornings = 0;
	let wholeAt = 0;
	for (let day = 0; day < days; day++) {
		clock.advance(DAY);
		const fate = day % 9;
		// n8n was down.
		if (fate === 4 || (fate === 5 && lot(2) === 0)) continue;
		if (fate === 2 || fate === 7)
			sim().fail({
				match: { method: 'GET', path: fate === 2 ? STATS : `${STATS}/active_entities` },
				kind: 'status',
				status: 403,
				body: { errors: [{ code: 'ACTION_NOT_ALLOWED', message: 'No' }] },
			});
		const morning = await run();
		asked += morning.requests;
		mornings++;
		if (fate === 7 || morning.error) {
			expect([day, morning.error === undefined]).toEqual([day, false]);
			continue;
		}
		expect([day, differences(table, truth)]).toEqual([day, []]);
		if (fate === 2) continue;
		wholeAt = clock.now();
		expect([...table.values()].filter(({ incomplete }) => incomplete)).toEqual([]);
	}
	const now = clock.now();
	for (const row of table.values()) {
		const isFinal = Date.parse(row['final_at'] as string) <= wholeAt - HOUR;
		expect([row['key'], row['is_final']]).toEqual([row['key'], isFinal]);
	}
	const before = requests();
	const end = new Date(now + DAY).toISOString().slice(0, 10);
	const start = new Date(now - days * DAY).toISOString().slice(0, 10);
	const anew = await ads('report.get', {
		...form,
		range: 'custom',
		start_time: start,
		end_time: end,
		options: { names: false },
	});
	expect(anew.error?.message).toBeUndefined();
	const all = requests() - before;
	if (days === 60) expect(asked / mornings).toBeLessThanOrEqual(all / 10);
});

describe('a run', () => {
	const few: INodeParameters = { ...form, options: { names: false, first_days: 3 } };
	const later = (hours: number) => sim().platform.clock.advance(hours * HOUR);

	it('gives rows with a stable key, and says what changed', async () => {
		const truth = new Truth();
		const { run } = workflow({ ...few, options: { first_days: 3 } });
		const first = await run();
		expect(first.json[0]).toMatchObject({
			key: expect.stringMatching(new RegExp(`^${ids.account}:LINE_ITEM:${ids.lineItem}:20`)) as unknown,
			name: `Line item ${ids.lineItem}`,
			campaign_name: 'Autumn engagement',
			change: 'new',
			changed: null,
			is_final: false,
			incomplete: false,
		});
		const hour = Math.floor(sim().platform.clock.now() / HOUR - 30) * HOUR;
		later(2);
		const at = sim().platform.clock.now();
		await correct(truth, { id: ids.lineItem, placement: 'ALL_ON_TWITTER', hour, micros: -1000, at });
		later(1);
		const second = await run();
		const changed = second.json.filter(({ change }) => change === 'changed');
		expect(second.json.map(({ key }) => key)).toEqual(
			expect.arrayContaining(first.json.map(({ key }) => key)),
		);
		expect(changed.find(({ start }) => Date.parse(start as string) <= hour)).toMatchObject({
			changed: ['billed_charge'],
		});
	});

	it('makes a table that is right each morning from the time that the table has, without a memory', async () => {
		const truth = new Truth();
		await campaignsOf(truth, cases(40, 300, 1000), 8);
		const table = new Map<string, IDataObject>();
		for (let day = 0; day < 8; day++) {
			sim().platform.clock.advance(7 * HOUR + day * 3 * HOUR);
			const times = [...table.values()].map((row) => row['synced_until'] as string);
			const synced_until = times.sort((a, b) => Date.parse(a) - Date.parse(b)).at(-1) ?? '';
			const run = await ads('report.sync', {
				...form,
				options: { names: false, first_days: 5, ...(synced_until && { synced_until }) },
			});
			expect(run.error?.message).toBeUndefined();
			for (const row of run.json) table.set(row['key'] as string, row);
			expect([day, differences(table, truth)]).toEqual([day, []]);
		}
	});

	it('keeps a memory for each account, and gives its rows again after one that failed at another account', async () => {
		const items = [ids.account, ids.readOnlyAccount].map((id) => ({ json: { id } }));
		const each = {
			...few,
			options: { names: false, first_days: 3, return_rows: 'changed' },
			account_id: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
		};
		const body = { errors: [{ code: 'ACTION_NOT_ALLOWED', message: 'No' }] };
		const path = `/12/stats/accounts/${ids.readOnlyAccount}/active_entities`;
		sim().fail({ match: { path }, kind: 'status', status: 403, body });
		const failed = await ads('report.sync', each, { items, mode: 'trigger' });
		expect(failed).toMatchObject({ error: { context: { itemIndex: 1 } }, json: [] });
		const next = await ads('report.sync', each, { items, mode: 'trigger', staticData: failed.staticData });
		expect(next.json.length).toBeGreaterThan(0);
		expect(next.json.every(({ account_id: id }) => id === ids.account)).toBe(true);
		expect(Object.keys(memoryIn(next.staticData))).toHaveLength(2);
	});
});
