/**
 * A host in place of X that answers with more than n8n has memory for: it is left as soon as a bound is reached.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { randomBytes } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { APP } from '../simulator/identities';
import { host, runNode } from '../support';
import { useEndedWaits } from '../support/waits';

useEndedWaits();

const MEGABYTE = 1024 * 1024;
/** A megabyte, partly random: if it could be compressed to nothing, buffers of sockets would hold gigabytes of it. */
const PART = Buffer.concat([randomBytes(MEGABYTE / 16), Buffer.alloc((MEGABYTE / 16) * 15, ' ')]);
/** Several compressed files one after the other are one: RFC 1952 section 2.2. */
const PACKED = gzipSync(PART);

interface Asked {
	readonly path: string;
	/** Bytes before compression that were made for the answer. */
	made: number;
	/** Who ended the answer: one of the texts below. */
	readonly ended: Promise<string>;
	/** Ends an answer that the node goes on reading. */
	readonly cut: () => void;
}

const LEFT = 'left by the node';
const COMPLETE = 'read to its end';
/** Instead of a test that hangs: what to look at when the node goes on. */
const NOT_LEFT =
	'not left by the node: give chunksOf (nodes/shared/errors/readBody.ts) an AbortSignal.timeout, and close the stream';
/** Turns of the event loop in which a node has left an answer, many times those of `giveUpAnswers`. */
const MOST_TURNS = 20_000;

let server: Server;
let asked: Asked[];
let answer: (path: string, response: ServerResponse, entry: Asked) => void;

beforeEach(async () => {
	asked = [];
	server = createServer((request, response) => {
		let cut = () => {};
		const ended = new Promise<string>((done) => {
			response.on('close', () => done(response.writableFinished ? COMPLETE : LEFT));
			cut = () => {
				done(NOT_LEFT);
				response.destroy();
			};
		});
		const entry: Asked = { path: (request.url ?? '').replace(/\?.*/, ''), made: 0, ended, cut };
		asked.push(entry);
		answer(entry.path, response, entry);
	});
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});

afterEach(async () => {
	server.closeAllConnections();
	await new Promise((done) => server.close(done));
});

/** Who ended each answer. One that is still open is given some turns, and cut. */
async function endings(): Promise<string[]> {
	let areAll = false;
	const all = Promise.all(asked.map(async ({ ended }) => await ended)).finally(() => (areAll = true));
	for (let turn = 0; turn < MOST_TURNS && !areAll; turn++) await new Promise((done) => setImmediate(done));
	for (const { cut } of asked) cut();
	return await all;
}

/** An answer of 2 GB, made only as far as the other side reads. */
const hugeAnswer =
	(status: number, isPacked = false): typeof answer =>
	(_path, response, entry) => {
		const headers = { 'content-type': 'application/json', ...(isPacked && { 'content-encoding': 'gzip' }) };
		response.writeHead(status, headers);
		const parts = function* () {
			for (; entry.made < 2048 * MEGABYTE; entry.made += MEGABYTE) yield isPacked ? PACKED : PART;
		};
		pipeline(Readable.from(parts(), { highWaterMark: 1 }), response, () => undefined);
	};

function run(parameters: Record<string, unknown>, credentials = {}, node = 'xCore') {
	const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const sim = { baseUrl, adsUrl: baseUrl, adsSandboxUrl: baseUrl };
	return runNode({ node, sim, credentials, parameters: parameters as never });
}

const WHO_AM_I = { resource: 'user', operation: 'getMe', authentication: 'oAuth2' };
const SEARCH = { resource: 'post', operation: 'searchRecent', authentication: 'app', query: 'cats' };
const CREATE = { resource: 'post', operation: 'create', authentication: 'oAuth2', text: 'One' };

describe.each([
	['as it is', false],
	['compressed', true],
])('2 GB, %s', (_name, isPacked) => {
	it.each([
		['a success', 200, WHO_AM_I],
		['a refusal', 403, WHO_AM_I],
	])('%s is read up to 64 MB', async (_case, status, parameters) => {
		answer = hugeAnswer(status, isPacked);
		const { error } = await run(parameters);
		expect(error?.message).toBe('The answer is larger than 64 MB, so it was not read to its end');
		expect(error?.description).toMatch(/^Ask for fewer results per page.*proxy/);
		expect(await endings()).toEqual([LEFT]);
		// The buffers of two sockets come on top, and compressed they hold more.
		expect(asked[0]?.made).toBeLessThan((isPacked ? 512 : 128) * MEGABYTE);
	});
});

it('a Post whose answer is not read may be on X, and is not sent twice', async () => {
	answer = hugeAnswer(201);
	const { error } = await run(CREATE);
	expect(error?.description).toMatch(/Check on X whether it was done/);
	// The other requests look for the Post.
	expect(asked.filter(({ path }) => path === '/2/tweets')).toHaveLength(1);
});

it('a refused token is renewed though its refusal does not end; a second one is an error', async () => {
	answer = (path, response, entry) => {
		if (path !== '/2/oauth2/token') return hugeAnswer(401)(path, response, entry);
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify({ access_token: 'new-token', refresh_token: 'new', token_type: 'bearer' }));
	};
	const { error, credentials } = await run(WHO_AM_I);
	expect(asked.map(({ path }) => path)).toEqual(['/2/users/me', '/2/oauth2/token', '/2/users/me']);
	expect(credentials['xUserOAuth2Api']?.oauthTokenData).toMatchObject({ access_token: 'new-token' });
	expect(error?.message).toMatch(/credential/);
	for (const { made } of asked) expect(made).toBeLessThan(16 * MEGABYTE);
});

it('the token of an app is not looked for in more than 1 MB', async () => {
	answer = hugeAnswer(200);
	const keys = { bearerToken: '', consumerKey: APP.consumerKey, consumerSecret: APP.consumerSecret };
	const { error } = await run(SEARCH, { xAppApi: { ...keys, allowedHttpRequestDomains: 'all' } });
	expect(error?.message).toMatch(/^Could not get an app token/);
	expect(asked[0]?.made).toBeLessThan(16 * MEGABYTE);
});

/** A byte in each turn of the event loop, without an end: no timeout of a socket that is quiet helps. */
const dripping: typeof answer = (_path, response, entry) => {
	response.writeHead(200, { 'content-type': 'application/json' });
	let turns = 0;
	const drip = () => {
		if (response.destroyed) return;
		if (turns++ > MOST_TURNS) return entry.cut();
		entry.made += response.write(' ') ? 1 : 0;
		setImmediate(drip);
	};
	drip();
};

describe('an answer that does not end', () => {
	let waitAgain: () => void;
	beforeEach(() => (waitAgain = host().giveUpAnswers()));
	afterEach(() => waitAgain());

	it.each([
		['of X', WHO_AM_I],
		['of X to a Post', CREATE],
	])('%s is given up, and its connection closed', async (_case, parameters) => {
		answer = dripping;
		const { error } = await run(parameters);
		expect(new Set(await endings())).toEqual(new Set([LEFT]));
		expect(error?.message).toMatch(/^No answer came in time/);
	});

	it.each([
		['without an end', dripping],
		['of 2 GB', hugeAnswer(200)],
	])('a list of live prices %s is given up, and the built-in ones count', async (_case, given) => {
		answer = given;
		const { port } = server.address() as AddressInfo;
		const { json } = await run({
			resource: 'usage',
			operation: 'estimateCost',
			estimated_operation: { __rl: true, mode: 'id', value: 'user.getFollowers' },
			items: 1,
			results: 10,
			options: { livePrices: true, livePricesUrl: `http://127.0.0.1:${port}/prices` },
		});
		expect(await endings()).toEqual([LEFT]);
		expect(json[0]).toMatchObject({ priceSource: expect.stringMatching(/^built in/) as string });
		expect(asked[0]?.made).toBeLessThan(16 * MEGABYTE);
	});
});

it('an answer that breaks off is no success, compressed or not', async () => {
	for (const isPacked of [false, true]) {
		asked.length = 0;
		answer = (_path, response) => {
			const headers = {
				'content-type': 'application/json',
				...(isPacked && { 'content-encoding': 'gzip' }),
			};
			response.writeHead(200, headers);
			response.write(isPacked ? gzipSync('{"data":{"id":"1"}}').subarray(0, -10) : '{"data":');
			setImmediate(() => (isPacked ? response.end() : response.destroy()));
		};
		const { error } = await run(CREATE);
		expect(error?.message).toMatch(
			isPacked ? /^The answer is not complete JSON/ : /^The connection was lost/,
		);
		expect(asked.filter(({ path }) => path === '/2/tweets')).toHaveLength(1);
	}
});
