/** What two processes of n8n store in one credential: the pairs of both must stay. */
import type { ICredentialDataDecryptedObject, IHttpRequestHelper } from 'n8n-workflow';
import type * as AccessToken from '../../../nodes/shared/auth/accessToken';
import { startProcess } from '../../support/triggeredWorkflow';

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
