/** Which credentials are those of one app. */
import { appOf } from '../../../nodes/XStreamTrigger/sharing/registry';

const BASE_URL = 'https://api.x.com';

/** X's tokens begin with the ID of their app: sixteen zero bytes, then eight bytes, the lowest first. */
function tokenOf(app: number, rest: string): string {
	const bytes = Buffer.alloc(24);
	bytes.writeBigUInt64LE(BigInt(app), 16);
	return `${bytes.toString('base64')}${encodeURIComponent(rest)}`;
}

describe('the app of a credential', () => {
	it('is the same for each of its tokens', () => {
		const one = appOf({ baseUrl: BASE_URL, bearerToken: tokenOf(3001, 'first=') });
		expect(appOf({ baseUrl: BASE_URL, bearerToken: tokenOf(3001, 'second=') })).toBe(one);
		expect(appOf({ baseUrl: BASE_URL, bearerToken: tokenOf(3002, 'first=') })).not.toBe(one);
	});

	it('is the same with the consumer key and with the token alone, whichever comes first', () => {
		const both = { baseUrl: BASE_URL, consumerKey: 'key of 3003', bearerToken: tokenOf(3003, 'a') };
		const { bearerToken, ...withKey } = both;
		expect(appOf({ baseUrl: BASE_URL, bearerToken })).toBe(appOf(both));
		expect(appOf(withKey)).toBe(appOf(both));
		const exchanged = { baseUrl: BASE_URL, consumerKey: 'key of 3004', exchangedToken: tokenOf(3004, 'b') };
		expect(appOf({ ...exchanged, exchangedFor: '' })).toBe(
			appOf({ baseUrl: BASE_URL, bearerToken: tokenOf(3004, 'c') }),
		);
	});

	it('differs for other keys, other tokens without an ID, and other hosts, and shows no secret', () => {
		const key = appOf({ baseUrl: BASE_URL, bearerToken: 'secret one' });
		const others = [
			appOf({ baseUrl: BASE_URL, bearerToken: 'secret two' }),
			appOf({ baseUrl: BASE_URL, consumerKey: 'key of 3005' }),
			appOf({ baseUrl: 'https://gateway.example', bearerToken: 'secret one' }),
		];
		expect(new Set([key, ...others]).size).toBe(4);
		expect([key, ...others].join()).not.toMatch(/secret|key/);
	});
});
