import type { IDataObject } from 'n8n-workflow';
import type { Api } from '../../../nodes/shared/http/connection';
import { AfterStart } from '../../../nodes/XWebhookTrigger/registration/afterStart';
import { Missed, replayPeriod } from '../../../nodes/XWebhookTrigger/registration/missed';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOON = Date.UTC(2026, 7, 1, 12);

/** X with one webhook, which becomes valid at the challenge with this number. */
function platform(validAt = 1) {
	const requests: Array<{ method: string; path: string; body?: unknown }> = [];
	let challenges = 0;
	const state = { refusal: undefined as Error | undefined, odd: undefined as unknown };
	const send = (request: (typeof requests)[number]) => {
		requests.push(request);
		if (state.refusal) return Promise.reject(state.refusal);
		if (state.odd !== undefined) return Promise.resolve({ body: state.odd });
		if (request.method === 'PUT') challenges++;
		if (request.method === 'POST') return Promise.resolve({ body: { data: { job_id: '9' } } });
		const data = [{ id: '7', url: 'https://n8n.example.com/x', valid: challenges >= validAt }];
		return Promise.resolve({ body: { data } });
	};
	const replays = () => requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
	const challenged = () => requests.filter(({ method }) => method === 'PUT').length;
	return { requests, replays, challenged, state, api: { send } as unknown as Api };
}

/** A refusal as the nodes know it. */
const refusal = (kind: string, status?: number) =>
	Object.assign(new Error(`refused: ${kind}`), { context: { data: { kind, status } } });

let scopes = 0;
function start(api: Api, data: IDataObject = {}) {
	const scope = `after start ${scopes++}`;
	const told: string[] = [];
	const missed = Missed.of(scope, data);
	missed.deliversBy('7');
	const tell = (kind: string, message: string) => void told.push(`${kind}: ${message}`);
	return { after: new AfterStart(scope, api, tell, missed), missed, told };
}
const pass = async (time: number) => await jest.advanceTimersByTimeAsync(time);
const asked = (from_date: string, to_date: string) => ({ webhook_id: '7', from_date, to_date });

describe('after the start of n8n', () => {
	beforeEach(() => jest.useFakeTimers({ now: NOON }));
	afterEach(() => jest.useRealTimers());

	it.each([
		['a short absence', NOON - 22 * MINUTE, NOON - 21 * MINUTE, ['202608011128', '202608011150']],
		['an absence of hours', NOON - 3 * HOUR, NOON - HOUR, ['202608010850', '202608011111']],
		['an absence of days', NOON - 80 * HOUR, NOON - 21 * MINUTE, ['202607311212', '202608011150']],
	])('the period of a replay keeps within X’s bounds: %s', (_what, from, to, [from_date, to_date]) => {
		expect(replayPeriod({ from, to }, NOON)).toEqual({ from_date, to_date });
	});

	it('what came while n8n was away is replayed as soon as X can, also if clocks differ by ten minutes', async () => {
		const { replays, api } = platform();
		const { after, missed } = start(api, { lastEventAt: NOON - HOUR });
		after.replay('n8n was down');
		expect(missed.isRepeated(new Date(NOON - 90 * MINUTE).toISOString())).toBe(true);
		expect(missed.isRepeated(new Date(NOON - HOUR).toISOString())).toBe(false);
		await pass(20 * MINUTE);
		expect(replays()).toEqual([]);
		await pass(2 * MINUTE);
		expect(replays()).toEqual([asked('202608011045', '202608011211')]);
		missed.settle('9', true);
		expect(missed.open).toEqual([]);
	});

	it('a start during a replay, and one that X could not deliver completely, ask once more', async () => {
		const { replays, api } = platform();
		const data: IDataObject = { lastEventAt: NOON - HOUR };
		const first = start(api, data);
		first.after.replay('n8n was down');
		await pass(25 * MINUTE);
		first.missed.keepIn(data);
		first.after.cancel();
		const second = start(api, JSON.parse(JSON.stringify(data)) as IDataObject);
		second.after.replay();
		await pass(MINUTE);
		expect(replays()).toHaveLength(2);
		for (let times = 0; times < 5; times++) {
			second.missed.settle('9', false);
			second.after.replay();
			await pass(20 * MINUTE);
		}
		expect(replays()).toHaveLength(3);
		expect(second.missed.open).toEqual([]);
	});

	it.each([
		['503', refusal('unavailable', 503)],
		['429', refusal('rateLimit', 429)],
		['a replay that is running', refusal('conflict', 409)],
		['no answer', refusal('connection')],
	])('%s is tried again, for as long as X can replay, and said once', async (_what, error) => {
		const { replays, api, state } = platform();
		const { after, told, missed } = start(api, { lastEventAt: NOON - HOUR });
		state.refusal = error;
		after.replay('n8n was down');
		await pass(22 * HOUR);
		expect(replays().length).toBeGreaterThan(80);
		expect(told).toEqual([expect.stringMatching(/^replayRefused/)]);
		state.refusal = undefined;
		await pass(15 * MINUTE);
		expect(missed.open).toHaveLength(1);
		const { length } = replays();
		await pass(4 * HOUR);
		expect(replays()).toHaveLength(length);
		expect(missed.open).toEqual([]);
	});

	it.each([
		['errors only', { errors: [{ title: 'Service Unavailable', status: 503 }] }],
		['nothing', {}],
	])('an answer with %s is no replay, and it is asked for again', async (_what, odd) => {
		const { replays, api, state } = platform();
		const { after, told, missed } = start(api, { lastEventAt: NOON - HOUR });
		state.odd = odd;
		after.replay('n8n was down');
		await pass(21.5 * MINUTE);
		expect(replays()).toHaveLength(1);
		await pass(MINUTE);
		expect(replays()).toHaveLength(2);
		await pass(3 * HOUR);
		expect(missed.open).toHaveLength(1);
		expect(told).toEqual([expect.stringMatching(/^replayRefused/)]);
		state.odd = { job_id: '12', created_at: '2026-08-01T15:30:00Z' };
		await pass(HOUR);
		missed.settle('12', true);
		expect(missed.open).toEqual([]);
	});

	it('what X no longer replays is said once: a part of it, then the rest', async () => {
		const { api, state } = platform();
		const { after, told } = start(api, { lastEventAt: NOON - 30 * HOUR });
		after.replay('n8n was down');
		await pass(30 * MINUTE);
		expect(told).toEqual(['eventsLost: What came from 2026-07-31 05:55 to 2026-07-31 12:43 UTC is lost']);
		state.refusal = refusal('forbidden', 403);
		const second = start(api, { lastEventAt: NOON - HOUR });
		second.after.replay('n8n was down');
		await pass(50 * HOUR);
		expect(second.told).toHaveLength(2);
		expect(second.told[0]).toMatch(/^replayRefused/);
		expect(second.told[1]).toMatch(/^eventsLost: What came from 2026-08-01 10:55/);
	});

	it('an invalid webhook is challenged until it is valid', async () => {
		const { challenged, api } = platform(3);
		const { after, told } = start(api);
		after.validateLater('7');
		await pass(HOUR);
		expect(challenged()).toBe(3);
		expect(told).toEqual([]);
	});

	it('a webhook that becomes invalid is validated while n8n runs on, and what came meanwhile replayed', async () => {
		const { challenged, replays, api } = platform(2);
		const { after, told, missed } = start(api);
		after.watch('7');
		missed.lastEventAt = NOON + 3 * MINUTE;
		await pass(6 * MINUTE);
		expect(challenged()).toBe(1);
		await pass(24 * HOUR);
		expect(challenged()).toBe(2);
		expect(told).toEqual([expect.stringMatching(/^webhookInvalid.*valid again/)]);
		expect(replays()).toEqual([asked('202608011148', '202608011219')]);
	});

	it('a network that was cut for n8n is taken to have been cut for X', async () => {
		const { replays, api, state } = platform(0);
		const { after, missed } = start(api);
		after.watch('7');
		await pass(30 * MINUTE);
		state.refusal = refusal('connection');
		await pass(5 * HOUR);
		state.refusal = undefined;
		// An event comes before the node sees that it reaches X again.
		missed.hadEvent();
		await pass(HOUR);
		expect(replays()).toEqual([asked('202608011213', '202608011743')]);
	});

	it('nothing is done for a workflow that was switched off meanwhile', async () => {
		const { requests, api } = platform();
		const { after } = start(api, { lastEventAt: NOON });
		after.replay('n8n was down');
		after.validateLater('7');
		after.watch('7');
		after.cancel();
		await pass(HOUR);
		expect(requests).toEqual([]);
	});
});
