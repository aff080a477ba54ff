import type { IncomingHttpHeaders } from 'http';

import type { ICredentialDataDecryptedObject, IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';

import { XAppApi } from '../../../credentials/XAppApi.credentials';
import type { FailureError } from '../../../nodes/shared/errors';
import { useServed } from '../../support/ownHost';

interface Received {
	method: string;
	url: string;
	headers: IncomingHttpHeaders;
	body: string;
}

const received: Received[] = [];
let answer: { status: number; body: string; headers?: Record<string, string> } = { status: 200, body: '' };
let baseUrl = '';

const url = useServed((request, response) => {
	const chunks: Buffer[] = [];
	request.on('data', (chunk: Buffer) => chunks.push(chunk));
	request.on('end', () => {
		const { method = '', url = '', headers } = request;
		received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
		const type = { 'content-type': 'application/json' };
		response.writeHead(answer.status, { ...type, ...answer.headers }).end(answer.body);
	});
});

beforeEach(() => {
	baseUrl = url();
	received.length = 0;
	answer = { status: 200, body: '{"token_type":"bearer","access_token":"AAAA%2Ffresh"}' };
});

/** n8n's request helper in so far as the exchange uses it. */
const helper: IHttpRequestHelper = {
	helpers: {
		async httpRequest({ url, method, headers, body, disableFollowRedirect }: IHttpRequestOptions) {
			const init: RequestInit = {
				redirect: disableFollowRedirect ? 'manual' : 'follow',
				method: method ?? 'GET',
				headers: headers as Record<string, string>,
				body: body as string,
			};
			const response = await fetch(url, init);
			const text = await response.text();
			return {
				statusCode: response.status,
				headers: Object.fromEntries(response.headers),
				body: text.startsWith('{') ? (JSON.parse(text) as unknown) : text,
			};
		},
	},
};

const exchange = (credentials: ICredentialDataDecryptedObject) =>
	new XAppApi().preAuthentication.call(helper, { baseUrl, ...credentials });

const authorize = async (credentials: ICredentialDataDecryptedObject) =>
	(await new XAppApi().authenticate(credentials, { url: '/2/x', headers: { Accept: 'a/b' } })).headers;

describe('XAppApi: consumer key and secret', () => {
	it('are exchanged for a token, each percent-encoded before they are joined', async () => {
		const output = await exchange({ consumerKey: 'key:1', consumerSecret: 'sec ret/+' });
		expect(output).toMatchObject({ exchangedToken: 'AAAA%2Ffresh' });
		expect(received).toHaveLength(1);
		const [{ method, url, headers, body } = { method: '', url: '', headers: {}, body: '' }] = received;
		expect({ method, url, body }).toEqual({
			method: 'POST',
			url: '/oauth2/token',
			body: 'grant_type=client_credentials',
		});
		expect(headers['content-type']).toBe('application/x-www-form-urlencoded');
		const [scheme, encoded = ''] = (headers.authorization ?? '').split(' ');
		expect(scheme).toBe('Basic');
		expect(Buffer.from(encoded, 'base64').toString()).toBe('key%3A1:sec%20ret%2F%2B');
	});

	it('are not exchanged when a bearer token was pasted, or one of the two is missing', async () => {
		expect(await exchange({ bearerToken: 'pasted', consumerKey: 'k', consumerSecret: 's' })).toEqual({});
		expect(await exchange({ consumerKey: 'k' })).toEqual({});
		expect(await exchange({ consumerSecret: 's' })).toEqual({});
		expect(received).toEqual([]);
	});

	it.each([
		[200, '<html>Sign in</html>'],
		[404, '<!doctype html><title>Not here</title>'],
		[200, '{"data":"of something else"}'],
	])('that got something other than a token (%d) leave the blame with the address', async (status, body) => {
		answer = { status, body };
		await expect(exchange({ consumerKey: 'k', consumerSecret: 's' })).rejects.toMatchObject({
			failure: { description: expect.stringMatching(/Base URL/) as string },
		});
	});

	it('are not carried on to where a redirect points', async () => {
		answer = { status: 307, body: '', headers: { location: `${baseUrl}/elsewhere` } };
		await expect(exchange({ consumerKey: 'k', consumerSecret: 's' })).rejects.toMatchObject({
			failure: {
				message: expect.stringMatching(/sends requests on to another address/) as string,
				description: expect.stringMatching(/Base URL/) as string,
			},
		});
		expect(received.map(({ url }) => url)).toEqual(['/oauth2/token']);
	});

	it('do not come back in the error, whatever the answer repeats', async () => {
		answer = { status: 400, body: '{"title":"Bad","detail":"What is key-12345 with secret-12345?"}' };
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
	const elsewhere = 'https://api.x.com';
	const use = async (changed: ICredentialDataDecryptedObject) =>
		await authorize({ baseUrl, ...keys, ...(await exchange(keys)), ...changed });

	it('serves the keys it was exchanged for', async () => {
		expect(await use({})).toMatchObject({ Authorization: 'Bearer AAAA%2Ffresh' });
		expect(await use({ baseUrl: `${baseUrl}/ ` })).toMatchObject({ Authorization: 'Bearer AAAA%2Ffresh' });
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
