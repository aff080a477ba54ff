import type { Api } from '../../../nodes/shared/http/connection';
import { listWebhooks, validateWebhook } from '../../../nodes/XWebhookTrigger/registration/webhooks';

/** A platform that lists the webhook with these states, one after the other. */
const platform = (...states: boolean[]): Api => ({
	kind: 'app',
	baseUrl: 'https://api.example.com',
	account: '',
	send: ({ method }) => {
		const valid = states.length > 1 && method === 'GET' ? states.shift() : states[0];
		const body =
			method === 'PUT'
				? { data: { valid: true } }
				: { data: [{ id: '7', url: 'https://n8n.example.com/x', valid }] };
		return Promise.resolve({ status: 200, headers: {}, body });
	},
});

it('takes an answer with errors and no webhooks for a failure, and not for an app without webhooks', async () => {
	const api = { send: () => Promise.resolve({ body: { errors: [{ title: 'Over capacity' }] } }) };
	await expect(listWebhooks(api as unknown as Api)).rejects.toThrow('Over capacity');
});

describe('asking X for a challenge', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	it.each([
		['at once', [true], true],
		['a moment later', [false, false, true], true],
		['not at all', [false], false],
	])('takes the state of the webhook for the outcome: valid %s', async (_when, states, outcome) => {
		const asked = validateWebhook(platform(...states), '7');
		await jest.advanceTimersByTimeAsync(10_000);
		expect(await asked).toBe(outcome);
	});

	it('does not wait for a webhook that is gone', async () => {
		expect(await validateWebhook(platform(false), '8')).toBe(false);
	});
});
