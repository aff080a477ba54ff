import { createHash } from 'node:crypto';
import { secretsFrom, verifyWithCachedSecrets } from '../../../nodes/XWebhookTrigger/secrets';
import {
	challengeScheme,
	responseToken,
	type Scheme,
	type Secrets,
	sign,
	signaturesIn,
	signWithAll,
	toHeaders,
	verify,
} from '../../../nodes/XWebhookTrigger/signature';
import { fc } from '../../support/properties';

/** HMAC as RFC 2104 has it, of the hash alone. */
function hmac(secret: string, message: Uint8Array | string): string {
	const sha256 = (...parts: Array<Uint8Array | string>) =>
		parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
	const bytes = Buffer.from(secret);
	const key = Buffer.alloc(64);
	(bytes.length > 64 ? sha256(bytes) : bytes).copy(key);
	const padded = (pad: number) => Buffer.from(key.map((byte) => byte ^ pad));
	return `sha256=${sha256(padded(0x5c), sha256(padded(0x36), message)).toString('base64')}`;
}

const NEW = 'x-twitter-webhooks-signature-oauth2';
const OLD = 'x-twitter-webhooks-signature';
const CLIENT = 'the client secret';
const CONSUMER = 'the consumer secret';
const body = Buffer.from('{"data":{"event_type":"post.create"}}');

const BOTH: Secrets = { oauth2: [CLIENT], oauth1: [CONSUMER] };
const CLIENT_ONLY: Secrets = { oauth2: [CLIENT], oauth1: [] };
const CONSUMER_ONLY: Secrets = { oauth2: [], oauth1: [CONSUMER] };
const NONE: Secrets = { oauth2: [], oauth1: [] };

const judge = (headers: Record<string, unknown>, secrets: Secrets, bytes: Uint8Array = body) =>
	verify(bytes, signaturesIn(headers), secrets);

describe('answer to the challenge', () => {
	it('gives the documented answer for a known secret and token', () => {
		for (const secrets of [
			{ oauth2: [], oauth1: ['secret'] },
			{ oauth2: ['secret'], oauth1: ['another'] },
		])
			expect(responseToken('challenge_string', secrets)).toBe(
				'sha256=KVLX9CEwUdVdeJfmJAnltj/knkdCqwZJlA1u97xbErw=',
			);
	});

	it.each([
		['the client secret alone', CLIENT_ONLY, CLIENT, 'oauth2'],
		['the consumer secret alone', CONSUMER_ONLY, CONSUMER, 'oauth1'],
		['the client secret where there are both', BOTH, CLIENT, 'oauth2'],
		['the current one of two', { oauth2: ['new', CLIENT], oauth1: [CONSUMER] }, 'new', 'oauth2'],
	] as const)('is made with %s', (_name, secrets, used, scheme) => {
		expect(responseToken('a token', secrets)).toBe(hmac(used, 'a token'));
		expect(challengeScheme(secrets)).toBe(scheme);
	});
});

describe('signature of a delivery', () => {
	const good = { [NEW]: hmac(CLIENT, body), [OLD]: hmac(CONSUMER, body) };
	const modern = { [NEW]: good[NEW] };
	const old = { [OLD]: good[OLD] };
	const wrong = hmac('another secret', body);

	it('is the one of another implementation, for keys and bodies of any length', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', maxLength: 150 }), fc.uint8Array(), (secret, bytes) => {
				fc.pre(secret.trim() !== '' && Buffer.from(secret).toString() === secret);
				const signature = hmac(secret, bytes);
				expect(sign(bytes, secret)).toBe(signature);
				for (const [headers, secrets] of [
					[{ [NEW]: signature }, { oauth2: [secret], oauth1: [] }],
					[{ [OLD]: signature }, { oauth2: [], oauth1: [secret] }],
				] as const)
					expect(judge(headers, secrets, bytes).outcome).toBe('valid');
			}),
			{ numRuns: 200 },
		);
	});

	it.each([
		['both, an app with both', good, BOTH, 'valid', 'oauth2'],
		['the new one alone', modern, BOTH, 'valid', 'oauth2'],
		['the old one alone', old, BOTH, 'valid', 'oauth1'],
		['a wrong new one beside a right old one', { ...good, [NEW]: wrong }, BOTH, 'wrong', 'oauth2'],
		['a right new one beside a wrong old one', { ...good, [OLD]: wrong }, BOTH, 'valid', 'oauth2'],
		['the signatures swapped', { [NEW]: good[OLD], [OLD]: good[NEW] }, BOTH, 'wrong', 'oauth2'],
		['the new signature under the old header', { [OLD]: good[NEW] }, BOTH, 'wrong', 'oauth1'],
		['the old signature under the new header', { [NEW]: good[OLD] }, BOTH, 'wrong', 'oauth2'],
		[
			'a malformed new one beside a right old one',
			{ ...good, [NEW]: 'sha256=' },
			BOTH,
			'malformed',
			'oauth2',
		],
		['an empty new one beside a right old one', { ...good, [NEW]: '' }, BOTH, 'malformed', 'oauth2'],
		['a right new one beside a malformed old one', { ...good, [OLD]: 'sha1=x' }, BOTH, 'malformed', 'oauth1'],

		['the new one, an app with the client secret alone', modern, CLIENT_ONLY, 'valid', 'oauth2'],
		['both, with the client secret alone', good, CLIENT_ONLY, 'valid', 'oauth2'],
		[
			'a wrong new one and a right old one, client secret',
			{ ...good, [NEW]: wrong },
			CLIENT_ONLY,
			'wrong',
			'oauth2',
		],
		['the old one alone, with the client secret alone', old, CLIENT_ONLY, 'unverifiable', 'oauth1'],

		['the old one, with the consumer secret alone', old, CONSUMER_ONLY, 'valid', 'oauth1'],
		// The new one cannot be checked; what is signed with a secret of the app comes from X.
		['both, with the consumer secret alone', good, CONSUMER_ONLY, 'valid', 'oauth1'],
		[
			'a wrong old one beside a right new one, consumer secret',
			{ ...good, [OLD]: wrong },
			CONSUMER_ONLY,
			'wrong',
			'oauth1',
		],
		['a malformed new one, consumer secret', { ...good, [NEW]: 'x' }, CONSUMER_ONLY, 'malformed', 'oauth2'],
		['the new one alone, with the consumer secret alone', modern, CONSUMER_ONLY, 'unverifiable', 'oauth2'],
	])('with %s', (_name, headers, secrets, outcome, scheme) => {
		expect(judge(headers, secrets)).toEqual({ outcome, scheme });
	});

	it('is needed, and a secret to verify it', () => {
		for (const secrets of [BOTH, CLIENT_ONLY, CONSUMER_ONLY])
			expect(judge({ host: 'n8n.example.com' }, secrets)).toEqual({ outcome: 'missing' });
		expect(judge(good, NONE)).toEqual({ outcome: 'noSecret' });
		const blanks: Secrets = { oauth2: ['', ' '], oauth1: ['\n'] };
		expect(judge({ [NEW]: hmac(' ', body), [OLD]: hmac('\n', body) }, blanks)).toEqual({
			outcome: 'noSecret',
		});
		expect(judge({ [NEW]: hmac(' ', body) }, { ...BOTH, oauth2: [CLIENT, ' '] }).outcome).toBe('wrong');
	});

	it('of the secret before counts while it is rotated', () => {
		const rotated: Secrets = { oauth2: ['new', CLIENT], oauth1: ['newer', CONSUMER] };
		expect(judge(modern, rotated).outcome).toBe('valid');
		expect(judge(old, rotated).outcome).toBe('valid');
		expect(judge(old, { ...rotated, oauth1: ['newer'] }).outcome).toBe('wrong');
	});

	const value = hmac(CLIENT, body);
	it.each([
		['an empty header', ''],
		['another algorithm', value.replace('sha256', 'sha1')],
		['no prefix', value.slice('sha256='.length)],
		['a truncated value', value.slice(0, 20)],
		['hexadecimal', `sha256=${'ab'.repeat(32)}`],
		['two values', `${value},${value}`],
		['two values as a server joins them', `${value}, ${value}`],
		['a list', [value, value]],
		['a list of one', [value]],
		['a space behind it', `${value} `],
	])('is malformed with %s', (_name, header) => {
		expect(judge({ [NEW]: header }, BOTH)).toEqual({ outcome: 'malformed', scheme: 'oauth2' });
		expect(judge({ [OLD]: header }, CONSUMER_ONLY)).toEqual({ outcome: 'malformed', scheme: 'oauth1' });
	});

	it('breaks when any single byte of any body changes', () => {
		fc.assert(
			fc.property(fc.uint8Array({ minLength: 1, maxLength: 400 }), fc.nat(), (bytes, at) => {
				const headers = { [NEW]: hmac(CLIENT, bytes), [OLD]: hmac(CONSUMER, bytes) };
				const changed = Uint8Array.from(bytes);
				changed[at % bytes.length] = (changed[at % bytes.length] ?? 0) ^ 1;
				expect(judge(headers, BOTH, bytes).outcome).toBe('valid');
				expect(judge(headers, BOTH, changed).outcome).toBe('wrong');
			}),
			{ numRuns: 50 },
		);
	});
});

describe('signature headers', () => {
	it.each([
		[OLD, 'oauth1'],
		['x-service-webhooks-signature', 'oauth1'],
		['X-Twitter-Webhooks-Signature', 'oauth1'],
		[NEW, 'oauth2'],
		['x-service-webhooks-signature-oauth2', 'oauth2'],
		['X-Twitter-Webhooks-Signature-OAuth2', 'oauth2'],
	])('are found as %s', (name, scheme) => {
		expect(signaturesIn({ host: 'n8n.example.com', [name]: 'sha256=abc' })).toEqual({
			[scheme]: 'sha256=abc',
		});
	});

	it('are not taken from other headers', () => {
		const others = { 'x-hub-signature-256': 'a', [`${NEW}-x`]: 'b', __proto__: null, toString: 'c' };
		expect(signaturesIn({ ...others, [OLD]: undefined })).toEqual({});
	});

	it.each([
		['x-twitter-webhooks-signature-oauth2', 'x-service-webhooks-signature-oauth2'],
		['x-twitter-webhooks-signature-oauth2', 'X-Twitter-Webhooks-Signature-OAuth2'],
	])('under two names are refused, whichever is right: %s and %s', (one, other) => {
		const right = hmac(CLIENT, body);
		for (const headers of [
			{ [one]: right, [other]: right },
			{ [one]: right, [other]: 'x' },
			{ [one]: 'x', [other]: right },
		])
			expect(judge({ ...headers, [OLD]: hmac(CONSUMER, body) }, BOTH).outcome).toBe('malformed');
	});

	it('go on as they came, and are verified again by the same rule', () => {
		const headers = { [NEW]: hmac(CLIENT, body), 'x-service-webhooks-signature': hmac(CONSUMER, body) };
		const forwarded = toHeaders(signaturesIn(headers));
		expect(forwarded).toEqual({
			'X-Twitter-Webhooks-Signature-OAuth2': headers[NEW],
			'X-Twitter-Webhooks-Signature': headers['x-service-webhooks-signature'],
		});
		for (const secrets of [BOTH, CLIENT_ONLY, CONSUMER_ONLY])
			expect(judge(forwarded, secrets).outcome).toBe('valid');
		expect(toHeaders(signaturesIn({ [OLD]: 'a' }))).toEqual({ 'X-Twitter-Webhooks-Signature': 'a' });
	});

	it('of a message of its own are made with every current secret', () => {
		const secrets: Secrets = { oauth2: [CLIENT, 'before'], oauth1: [CONSUMER] };
		expect(signWithAll(body, secrets)).toEqual({ oauth2: hmac(CLIENT, body), oauth1: hmac(CONSUMER, body) });
		expect(signWithAll(body, CONSUMER_ONLY)).toEqual({ oauth1: hmac(CONSUMER, body) });
	});
});

describe('secrets of a credential', () => {
	it('are without the space that was copied along, and none where there is nothing else', () => {
		const credential = { clientSecret: ` ${CLIENT}\n`, consumerSecret: ' ', clientSecretPrevious: '\t' };
		expect(secretsFrom('app', credential)).toEqual(CLIENT_ONLY);
	});

	it('of a user sign nothing unless it is for webhooks', () => {
		const credential = { clientSecret: CLIENT, useForEvents: false };
		expect(secretsFrom('oAuth2', credential)).toEqual({ oauth2: [], oauth1: [] });
		expect(secretsFrom('oAuth2', { ...credential, useForEvents: true })).toEqual(CLIENT_ONLY);
	});

	it('have the one before beside a current one only', () => {
		expect(
			secretsFrom('app', {
				clientSecretPrevious: 'gone',
				consumerSecret: 'new',
				consumerSecretPrevious: CONSUMER,
			}),
		).toEqual({ oauth2: [], oauth1: ['new', CONSUMER] });
	});
});

let scopes = 0;

/** A credential with secrets of one kind that counts how often it is read. */
const credential = (scheme: Scheme, ...first: string[]) => {
	const scope = `node ${++scopes}`;
	const of = (...secrets: string[]): Secrets => ({ oauth2: [], oauth1: [], [scheme]: secrets });
	const state = { secrets: of(...first), reads: 0 };
	const load = () => {
		state.reads++;
		return Promise.resolve(state.secrets);
	};
	const ask = async (secret: string, now: number, header = scheme) =>
		(await verifyWithCachedSecrets(scope, body, { [header]: sign(body, secret) }, load, now)).outcome;
	return { state, ask, of };
};

describe.each(['oauth2', 'oauth1'] as const)('secrets of deliveries (%s)', (scheme) => {
	it('are read once for many deliveries, and again after ten seconds', async () => {
		const { state, ask } = credential(scheme, 'a');
		for (const now of [0, 500, 9_999]) expect(await ask('a', now)).toBe('valid');
		expect(state.reads).toBe(1);
		await ask('a', 10_000);
		expect(state.reads).toBe(2);
	});

	it('count at once when they are new, and a withdrawn one for ten seconds at most', async () => {
		const { state, ask, of } = credential(scheme, 'old');
		expect(await ask('old', 0)).toBe('valid');
		state.secrets = of('new');
		// Also in the very second in which they were read.
		expect(await ask('new', 1)).toBe('valid');
		expect(await ask('old', 2_000)).toBe('wrong');

		const late = credential(scheme, 'old');
		await late.ask('old', 0);
		late.state.secrets = of('new');
		expect(await late.ask('old', 9_999)).toBe('valid');
		expect(await late.ask('old', 10_000)).toBe('wrong');
	});

	it('are read once a second in a flood of forgeries, under either header', async () => {
		const { state, ask } = credential(scheme, 'a');
		await ask('a', 0);
		for (let now = 1; now <= 3_000; now++) {
			expect(await ask('forged', now)).toBe('wrong');
			expect(await ask('forged', now, scheme === 'oauth2' ? 'oauth1' : 'oauth2')).toBe('unverifiable');
		}
		expect(state.reads).toBe(1 + 3);
	});

	it('of the other kind count as soon as they are entered', async () => {
		const { state, ask } = credential(scheme, 'a');
		const other = scheme === 'oauth2' ? 'oauth1' : 'oauth2';
		await ask('a', 0);
		expect(await ask('b', 500, other)).toBe('unverifiable');
		state.secrets = { ...state.secrets, [other]: ['b'] };
		expect(await ask('b', 1_499, other)).toBe('unverifiable');
		expect(await ask('b', 1_500, other)).toBe('valid');
	});
});
