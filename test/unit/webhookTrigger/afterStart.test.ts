import type { Api } from '../../../nodes/shared/http/connection';
import { AfterStart, replayPeriod } from '../../../nodes/XWebhookTrigger/registration/afterStart';

const MINUTE = 60_000;
const NOON = Date.UTC(2026, 7, 1, 12);

/** X with one webhook, which becomes valid at the challenge with this number. */
function platform(validAt = 1) {
	const requests: Array<{ method: string; path: string; body?: unknown }> = [];
	let challenges = 0;
	const send = (request: (typeof requests)[number]) => {
		requests.push(request);
		if (request.method === 'PUT') challenges++;
		const data = [{ id: '7', url: 'https://n8n.example.com/x', valid: challenges >= validAt }];
		return Promise.resolve({ body: { data } });
	};
	return { requests, api: { send } as unknown as Api };
}

let scopes = 0;
const start = (api: Api, warnings: string[] = []) =>
	new AfterStart(`after start ${scopes++}`, api, (message) => warnings.push(message));

describe('after the start of n8n', () => {
	beforeEach(() => jest.useFakeTimers({ now: NOON }));
	afterEach(() => jest.useRealTimers());

	it.each([
		['a short absence', NOON - MINUTE, ['202608011128', '202608011150']],
		['an absence of hours', NOON - 180 * MINUTE, ['202608010900', '202608011150']],
		['an absence of days', NOON - 5_000 * MINUTE, ['202607311202', '202608011150']],
	])('the period of a replay keeps within X’s bounds: %s', (_what, last, [from_date, to_date]) => {
		expect(replayPeriod(last, NOON)).toEqual({ from_date, to_date });
	});

	it('what came while n8n was away is replayed as soon as X can', async () => {
		const { requests, api } = platform();
		const note = start(api).replayLater('7', NOON - 60 * MINUTE);
		expect(note).toMatchObject({ before: NOON - 60 * MINUTE, from: NOON });
		await jest.advanceTimersByTimeAsync(10 * MINUTE);
		expect(requests).toEqual([]);
		await jest.advanceTimersByTimeAsync(2 * MINUTE);
		expect(requests).toEqual([
			{
				method: 'POST',
				path: '/2/webhooks/replay',
				body: { webhook_id: '7', from_date: '202608011100', to_date: '202608011201' },
			},
		]);
	});

	it('a plan without replay is no failure', async () => {
		const warnings: string[] = [];
		const send = () => Promise.reject(new Error('not in your plan'));
		start({ send } as unknown as Api, warnings).replayLater('7', NOON);
		await jest.advanceTimersByTimeAsync(12 * MINUTE);
		expect(warnings).toEqual([expect.stringMatching(/not in your plan.*X Core/)]);
	});

	it('an invalid webhook is challenged until it is valid', async () => {
		const { requests, api } = platform(3);
		const warnings: string[] = [];
		start(api, warnings).validateLater('7');
		await jest.advanceTimersByTimeAsync(60 * MINUTE);
		expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(3);
		expect(warnings).toEqual([]);
	});

	it('a webhook that becomes invalid is validated while n8n runs on, and left alone otherwise', async () => {
		const { requests, api } = platform(2);
		const warnings: string[] = [];
		const after = start(api, warnings);
		after.watch('7');
		const challenges = () => requests.filter(({ method }) => method === 'PUT').length;
		await jest.advanceTimersByTimeAsync(30 * MINUTE);
		expect(challenges()).toBe(1);
		await jest.advanceTimersByTimeAsync(24 * 60 * MINUTE);
		expect(challenges()).toBe(2);
		expect(warnings).toEqual([expect.stringMatching(/valid again; X Core/)]);
		after.watch('7');
		after.cancel();
		const asked = requests.length;
		await jest.advanceTimersByTimeAsync(60 * MINUTE);
		expect(requests).toHaveLength(asked);
	});

	it('nothing is done for a workflow that was switched off meanwhile', async () => {
		const { requests, api } = platform();
		const after = start(api);
		after.replayLater('7', NOON);
		after.validateLater('7');
		after.cancel();
		await jest.advanceTimersByTimeAsync(60 * MINUTE);
		expect(requests).toEqual([]);
	});
});
