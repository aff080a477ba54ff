import type { IDataObject } from 'n8n-workflow';
import type { Api } from '../../../nodes/shared/http/connection';
import { AfterStart } from '../../../nodes/XWebhookTrigger/registration/afterStart';
import { Missed, replayPeriod } from '../../../nodes/XWebhookTrigger/registration/missed';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOON = Date.UTC(2026, 7, 1, 12);

/** X with one webhook, which is valid. */
function platform() {
	const requests: Array<{ method: string; path: string; body?: unknown }> = [];
	const state = { refusal: undefined as Error | undefined };
	const send = (request: (typeof requests)[number]) => {
		requests.push(request);
		if (state.refusal) return Promise.reject(state.refusal);
		if (request.method === 'POST') return Promise.resolve({ body: { data: { job_id: '9' } } });
		const data = [{ id: '7', url: 'https://n8n.example.com/x', valid: true }];
		return Promise.resolve({ body: { data } });
	};
	const replays = () => requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
	return { replays, state, api: { send } as unknown as Api };
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

	it.each([
		['503', refusal('unavailable', 503)],
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

	it('a network that was cut for n8n is taken to have been cut for X', async () => {
		const { replays, api, state } = platform();
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
});
