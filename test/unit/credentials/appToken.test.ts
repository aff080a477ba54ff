import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { XAppApi } from '../../../credentials/XAppApi.credentials';
import type { FailureError } from '../../../nodes/shared/errors';

const BASE_URL = 'https://api.x.com';
const asked: IHttpRequestOptions[] = [];
let answer: { statusCode: number; headers?: IDataObject; body: unknown };

beforeEach(() => {
	asked.length = 0;
	answer = { statusCode: 200, body: { token_type: 'bearer', access_token: 'AAAA%2Ffresh' } };
});

/** n8n's request helper in so far as the exchange uses it; harness/credentials exchanges at the simulated X. */
const helper: IHttpRequestHelper = {
	helpers: {
		async httpRequest(options: IHttpRequestOptions) {
			asked.push(options);
			return await Promise.resolve({ headers: {}, ...answer });
		},
	},
};

const exchange = (credentials: ICredentialDataDecryptedObject) =>
	new XAppApi().preAuthentication.call(helper, { baseUrl: BASE_URL, ...credentials });

const authorize = async (credentials: ICredentialDataDecryptedObject) =>
	(await new XAppApi().authenticate(credentials, { url: '/2/x', headers: { Accept: 'a/b' } })).headers;

describe('XAppApi: consumer key and secret', () => {
	it('are exchanged for a token, each percent-encoded before they are joined', async () => {
		const output = await exchange({ consumerKey: 'key:1', consumerSecret: 'sec ret/+' });
		expect(output).toMatchObject({ exchangedToken: 'AAAA%2Ffresh' });
		const credential = Buffer.from('key%3A1:sec%20ret%2F%2B').toString('base64');
		expect(asked).toMatchObject([
			{
				method: 'POST',
				url: `${BASE_URL}/oauth2/token`,
				headers: {
					'Content-Type': 'application/x-www-form-urlencoded',
					Authorization: `Basic ${credential}`,
				},
				body: 'grant_type=client_credentials',
			},
		]);
	});

	it('are not exchanged when a bearer token was pasted, or one of the two is missing', async () => {
		expect(await exchange({ bearerToken: 'pasted', consumerKey: 'k', consumerSecret: 's' })).toEqual({});
		expect(await exchange({ consumerKey: 'k' })).toEqual({});
		expect(await exchange({ consumerSecret: 's' })).toEqual({});
		expect(asked).toEqual([]);
	});

	it.each([
		[200, '<html>Sign in</html>'],
		[404, '<!doctype html><title>Not here</title>'],
		[200, { data: 'of something else' }],
	])(
		'that got something other than a token (%d) leave the blame with the address',
		async (statusCode, body) => {
			answer = { statusCode, body };
			await expect(exchange({ consumerKey: 'k', consumerSecret: 's' })).rejects.toMatchObject({
				failure: { description: expect.stringMatching(/Base URL/) as string },
			});
		},
	);

	it('are not carried on to where a redirect points', async () => {
		answer = { statusCode: 307, body: '', headers: { location: `${BASE_URL}/elsewhere` } };
		await expect(exchange({ consumerKey: 'k', consumerSecret: 's' })).rejects.toMatchObject({
			failure: {
				message: expect.stringMatching(/sends requests on to another address/) as string,
				description: expect.stringMatching(/Base URL/) as string,
			},
		});
		expect(asked).toMatchObject([{ disableFollowRedirect: true }]);
	});

	it('do not come back in the error, whatever the answer repeats', async () => {
		answer = {
			statusCode: 400,
			body: { title: 'Bad', detail: 'What is key-12345 with secret-12345?' },
		};
		const error = await exchange({ consumerKey: 'key-12345', consumerSecret: 'secret-12345' }).catch(
			(thrown: unknown) => thrown,
		);
		const { failure } = error as FailureError;
		expect(failure.message).toContain('What is key-12345');
		expect(JSON.stringify(failure)).not.toContain('secret-12345');
	});
});

describe('XAppApi: a token that was exchanged', () => {
	const keys = { consumerKey: 'k', consumerSecret: 's' };
	const elsewhere = 'https://proxy.example';
	const use = async (changed: ICredentialDataDecryptedObject) =>
		await authorize({ baseUrl: BASE_URL, ...keys, ...(await exchange(keys)), ...changed });

	it('serves the keys it was exchanged for', async () => {
		expect(await use({})).toMatchObject({ Authorization: 'Bearer AAAA%2Ffresh' });
		expect(await use({ baseUrl: `${BASE_URL}/ ` })).toMatchObject({ Authorization: 'Bearer AAAA%2Ffresh' });
	});

	it('is not used when the keys were taken out', async () => {
		await expect(use({ consumerKey: '' })).rejects.toThrow(/neither a bearer token nor a consumer key/);
	});

	it.each([{ consumerKey: 'k2' }, { consumerSecret: 's2' }, { baseUrl: elsewhere }])(
		'does not serve other ones, which n8n is made to exchange first: %o',
		async (changed) => {
			// n8n exchanges and sends anew on this status.
			await expect(use(changed)).rejects.toMatchObject({ response: { status: 401 } });
		},
	);
});

describe('XAppApi: the request', () => {
	it('carries the pasted token before the exchanged one, trimmed, beside its own headers', async () => {
		const pasted = { bearerToken: ' pasted\n', exchangedToken: 'older' };
		expect(await authorize(pasted)).toEqual({ Accept: 'a/b', Authorization: 'Bearer pasted' });
		expect(await authorize({ bearerToken: '', exchangedToken: 'fresh' })).toMatchObject({
			Authorization: 'Bearer fresh',
		});
	});
});
