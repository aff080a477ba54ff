/** Two runs with one ended token of OAuth 2.0, in an n8n that does not let them share a renewal, as n8n-core 1.122. */
import { NodeApiError } from 'n8n-workflow';
import type { ApiContext } from '../../../nodes/shared/http/apiContext';
import { oauthTokenOf, requestWithRenewal } from '../../../nodes/shared/http/requestWithRenewal';
import { NODE } from '../../support/node';

const TYPE = 'xUserOAuth2Api';

/** n8n 1 with X behind it: a refresh token works once. */
class OldN8n {
	stored = { access_token: 'ended', refresh_token: 'first' };
	private readonly used = new Set<string>();
	private waiting: (() => void)[] = [];
	requests = 0;

	/** @param together How many requests have read the stored token before X answers the first. */
	constructor(private readonly together: number) {}

	async request(): Promise<unknown> {
		const { access_token, refresh_token } = this.stored;
		await this.arrive();
		if (access_token !== 'ended') return { statusCode: 200, headers: {}, body: access_token };
		if (this.used.has(refresh_token)) {
			const body = { error: 'invalid_request' };
			const refused = Object.assign(new Error('refused'), { code: 'EAUTH', body });
			throw new NodeApiError(NODE, refused as never);
		}
		this.used.add(refresh_token);
		this.stored = { access_token: 'renewed', refresh_token: 'second' };
		return { statusCode: 200, headers: {}, body: 'renewed' };
	}

	async run(): Promise<unknown> {
		const known = oauthTokenOf({ oauthTokenData: this.stored });
		const context = {
			getNode: () => NODE,
			getCredentials: async () => await Promise.resolve({ oauthTokenData: this.stored }),
			helpers: { httpRequestWithAuthentication: async () => await this.request() },
		} as unknown as ApiContext;
		return (await requestWithRenewal(context, TYPE, { url: 'https://api.x.com/2/users/me' }, 0, known)).body;
	}

	private async arrive(): Promise<void> {
		this.requests++;
		const all = new Promise<void>((resolve) => this.waiting.push(resolve));
		if (this.requests >= this.together) for (const go of this.waiting) go();
		await all;
	}

	/** Ends the grant, as when the user disconnects the app. */
	end(): void {
		this.used.add(this.stored.refresh_token);
	}
}

describe('a refused refresh', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	/** What the runs end with, after all pauses of this clock. */
	const settled = async (...runs: Promise<unknown>[]) => {
		const results = Promise.allSettled(runs);
		await jest.runAllTimersAsync();
		return await results;
	};

	it('is tried once more where another run has stored a new token', async () => {
		const n8n = new OldN8n(2);
		expect(await settled(n8n.run(), n8n.run())).toMatchObject([{ value: 'renewed' }, { value: 'renewed' }]);
		expect(n8n.requests).toBe(3);
	});

	it('is an error where the token is still the same', async () => {
		const n8n = new OldN8n(1);
		n8n.end();
		expect(await settled(n8n.run())).toMatchObject([{ status: 'rejected' }]);
		expect(n8n.requests).toBe(1);
	});
});
