/** What two processes of n8n store in one credential: the pairs of both must stay. */
import { type ICredentialDataDecryptedObject, type IHttpRequestHelper, NodeApiError } from 'n8n-workflow';
import type * as AccessToken from '../../../nodes/shared/auth/accessToken';
import { startProcess } from '../../support/triggeredWorkflow';
import type { ApiContext } from '../../../nodes/shared/http/api';
import { oauthTokenOf, requestWithRenewal } from '../../../nodes/shared/http/requestWithRenewal';
import { NODE } from '../../support/node';

type Room = typeof AccessToken;

const start = () => startProcess(() => jest.requireActual<Room>('../../../nodes/shared/auth/accessToken'));

/** A credential whose refresh token is an expression, as n8n's database has it. */
class Stored {
	renewedTokens = '';
	private given = 0;

	read(refreshToken: string): ICredentialDataDecryptedObject {
		const { renewedTokens } = this;
		return { baseUrl: 'https://api.x.com', clientId: 'app', accessToken: '', refreshToken, renewedTokens };
	}

	/** What n8n does for a request with an ended token. `during` happens while X answers. */
	async use(
		room: Room,
		refreshToken: string,
		during: () => Promise<void> = async () => {},
		data = this.read(refreshToken),
	): Promise<void> {
		const read = async () => await Promise.resolve(this.read(refreshToken));
		room.storedIn(data, { id: 'one', read });
		expect(() => room.tokenHeaders(data)).toThrow('has ended');
		const httpRequest = async () => {
			await during();
			const number = ++this.given;
			const body = JSON.stringify({ access_token: `access-${number}`, refresh_token: `refresh-${number}` });
			return { statusCode: 200, headers: {}, body: Buffer.from(body) };
		};
		const helpers = { httpRequest } as unknown as IHttpRequestHelper['helpers'];
		const output = await room.renewed(helpers, data);
		this.renewedTokens = output?.renewedTokens ?? this.renewedTokens;
	}

	get accounts(): number {
		return Object.keys(JSON.parse(this.renewedTokens) as object).length;
	}
}

describe('two processes that renew two accounts of one credential', () => {
	it('keep both pairs where one was stored while X answered the other', async () => {
		const stored = new Stored();
		await stored.use(start(), 'first', async () => await stored.use(start(), 'second'));
		expect(stored.accounts).toBe(2);
	});

	it('notice that a pair was overwritten, and store it again without a renewal', async () => {
		const stored = new Stored();
		const room = start();
		await stored.use(room, 'first');
		const own = stored.renewedTokens;
		stored.renewedTokens = '';
		await stored.use(start(), 'second');
		expect(room.hasRenewed('one')).toBe(true);
		const data = stored.read('second');
		expect(room.lacksRenewals(data, 'one')).toBe(true);
		await stored.use(room, 'second', () => Promise.reject(new Error('X was asked')), room.onlyToStore(data));
		expect(stored.accounts).toBe(2);
		expect(JSON.parse(stored.renewedTokens)).toMatchObject(JSON.parse(own) as object);
		expect(room.lacksRenewals(stored.read('second'), 'one')).toBe(false);
		expect(room.hasRenewed('one')).toBe(false);
	});
});

it('what was renewed goes to no other credential, though all that was entered is the same', async () => {
	const stored = new Stored();
	const room = start();
	await stored.use(room, 'first');
	const tokenFor = (id: string) => {
		const data = { ...stored.read('first'), renewedTokens: '' };
		return room.accessTokenOf(room.storedIn(data, { id, read: async () => await Promise.resolve(data) }));
	};
	expect([tokenFor('one'), tokenFor('two')]).toEqual(['access-1', '']);
});

it('a renewal follows no redirect: the refresh token is in its body', async () => {
	const room = start();
	const data = new Stored().read('first');
	room.storedIn(data, { id: 'one', read: async () => await Promise.resolve(data) });
	const asked: unknown[] = [];
	const httpRequest = async (options: unknown) => {
		asked.push(options);
		const headers = { location: 'https://evil.example/2/oauth2/token' };
		return await Promise.resolve({ statusCode: 307, headers, body: Buffer.from('') });
	};
	const helpers = { httpRequest } as unknown as IHttpRequestHelper['helpers'];
	expect(() => room.tokenHeaders(data)).toThrow('has ended');
	await expect(room.renewed(helpers, data)).rejects.toThrow();
	expect(asked).toMatchObject([{ disableFollowRedirect: true, url: 'https://api.x.com/2/oauth2/token' }]);
});

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
