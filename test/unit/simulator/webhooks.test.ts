/** How strict the simulated X is with an app's webhooks, subscriptions and rules; what it sends is seen where nodes take it. */
import { allScopes } from '../../simulator/auth/credentials';
import { APP, ME } from '../../simulator/identities';
import { parseRule } from '../../simulator/queryLanguage';
import { BROKEN_TLS, STRANGER, webhooks, webhookSimulator } from '../../simulator/webhooks';
import { rightAnswer, startReceiver, until, type Receiver } from '../../support/webhookReceiver';
import { AS_USER, useClient } from './client';

const WEBHOOK_ADDRESS = 'https://n8n.example/webhook/x';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const { sim, call } = useClient({}, [webhooks]);
const events = () => webhookSimulator(sim().platform);
/** The owner behind the public address. */
let receiver: Receiver;

beforeEach(async () => {
	// What is due is due only when a test has moved the time that far.
	sim().platform.clock.stop();
	receiver = await startReceiver();
	events().route('https://n8n.example', receiver.url);
});
afterEach(async () => await receiver.close());

const ask = async (request: string, body?: unknown, authorization = `Bearer ${APP.bearerToken}`) =>
	await call(request, { body, authorization });

/** Moves X's time ahead and lets it do what is due. */
async function pass(milliseconds: number): Promise<void> {
	sim().platform.clock.advance(milliseconds);
	await events().settled();
}

const create = async (url: string) => await ask('POST /2/webhooks', { url });
const valid = () => events().inventory().webhooks[0]?.valid;

describe('a registration', () => {
	it.each([
		['no https', 'http://n8n.example/x'],
		['a port', 'https://n8n.example:8443/x'],
		['the default port, written out', 'https://n8n.example:443/x'],
		['a loopback address', 'https://127.0.0.1/x'],
		['a private address', 'https://192.168.1.4/x'],
		['a name without a dot', 'https://n8n/x'],
		['more than 200 characters', `https://n8n.example/${'x'.repeat(181)}`],
		['no address at all', 'nonsense'],
	])('is refused with %s', async (_what, url) => {
		const refused = await create(url);
		expect(refused.status).toBe(400);
		expect(refused.text).toContain('UrlValidationFailed');
		expect(receiver.challenges).toBe(0);
	});

	it('is refused where the challenge gets a wrong token or no answer, and only loopback is ever called', async () => {
		receiver.onChallenge = () => ({ status: 200, body: '{"response_token":"sha256=AAAA"}' });
		for (const url of [WEBHOOK_ADDRESS, 'https://nobody.example/x'])
			expect((await create(url)).text).toContain('CrcValidationFailed');
		expect(events().inventory().webhooks).toEqual([]);
		expect(() => events().route('https://n8n.example', 'https://real.example')).toThrow('loopback');
	});
});

describe('challenges of a webhook', () => {
	let id: string;
	beforeEach(async () => {
		id = ((await create(WEBHOOK_ADDRESS)).json as { data: { id: string } }).data.id;
	});

	it('come once the last right answer is a day old', async () => {
		await pass(24 * HOUR - MINUTE);
		expect(receiver.challenges).toBe(1);
		await pass(24 * HOUR + MINUTE);
		expect(events().challenges.map(({ cause }) => cause)).toEqual(['create', 'schedule', 'schedule']);
	});

	it('come every 30 minutes from then on while the answers fail, and no longer once X has given up', async () => {
		const start = sim().platform.clock.now();
		receiver.onChallenge = () => ({ status: 503 });
		await pass(40 * HOUR);
		const scheduled = events().challenges.filter(({ cause }) => cause === 'schedule');
		const halves = scheduled.map(({ at }) => Math.round((2 * (at - start)) / HOUR));
		expect(halves).toEqual([48, 49, 50, 51, 52, 53, 54, 55, 56, 57]);
		receiver.onChallenge = (token) => rightAnswer(token);
		await pass(40 * HOUR);
		expect(valid()).toBe(false);
		await ask(`PUT /2/webhooks/${id}`);
		expect(valid()).toBe(true);
	});

	it.each([
		['a wrong token', 24, { status: 200, body: '{"response_token":"sha256=AAAA"}' }],
		['a 204', 24, { status: 204 }],
		['a redirect', 24, { status: 301, headers: { location: 'https://elsewhere.example/' } }],
		['a 503', 29, { status: 503 }],
		['a closed connection', 29, 'hangUp'],
	] as const)('that get %s take the validity after %i hours', async (_what, hours, answer) => {
		receiver.onChallenge = () => answer;
		await pass((hours - 1) * HOUR);
		expect(valid()).toBe(true);
		await pass(HOUR);
		expect(valid()).toBe(false);
	});

	it('take it at once for a certificate that nobody trusts, and where X was asked for the challenge', async () => {
		receiver.onChallenge = () => ({ status: 503 });
		const refused = await ask(`PUT /2/webhooks/${id}`);
		expect(refused.text).toContain('CrcValidationFailed');
		expect(valid()).toBe(false);
		receiver.onChallenge = (token) => rightAnswer(token);
		await ask(`PUT /2/webhooks/${id}`);
		events().route('https://n8n.example', BROKEN_TLS);
		await pass(24 * HOUR);
		expect(valid()).toBe(false);
	});

	it('end for a silent callback at the deadline', async () => {
		receiver.onChallenge = () => 'silence';
		const asked = ask(`PUT /2/webhooks/${id}`);
		await until(() => receiver.challenges === 2);
		sim().platform.clock.advance(3000);
		expect((await asked).status).toBe(400);
		expect(events().challenges.at(-1)).toMatchObject({ outcome: 'timeout', verdict: 'transient' });
	});
});

describe('a delivery', () => {
	beforeEach(() => void events().register(WEBHOOK_ADDRESS));

	it('is tried again after 3, 27 and 242 seconds, then given up', async () => {
		receiver.onEvent = () => ({ status: 503 });
		const [delivery] = await events().deliver(events().build('post.create'));
		await pass(60 * MINUTE);
		expect(delivery).toMatchObject({ state: 'failed' });
		const start = delivery?.at ?? 0;
		expect(delivery?.attempts.map(({ at }) => at - start)).toEqual([0, 3000, 30_000, 272_000]);
		expect(new Set(receiver.events.map(({ body }) => body.toString())).size).toBe(1);
	});

	it('waits ten seconds for an answer', async () => {
		receiver.onEvent = () => 'silence';
		const sending = events().deliver(events().build('post.create'), { once: true });
		await until(() => receiver.events.length === 1);
		sim().platform.clock.advance(10_000);
		expect((await sending)[0]).toMatchObject({ state: 'failed', attempts: [{ outcome: 'timeout' }] });
	});
});

describe('a replay', () => {
	const replay = async (from: number, to: number) => {
		const stamp = (minutes: number) =>
			sim()
				.platform.clock.iso(-minutes * MINUTE)
				.replace(/[-T:]/g, '')
				.slice(0, 12);
		const { id } = events().inventory().webhooks[0] ?? events().register(WEBHOOK_ADDRESS);
		const body = { webhook_id: id, from_date: stamp(from), to_date: stamp(to) };
		return await ask('POST /2/webhooks/replay', body);
	};

	it.each([
		['a start that is more than a day ago', 24 * 60 + 2, 60, /24 hours/],
		['a start that is less than 31 minutes ago', 29, 15, /31 minutes/],
		['an end that is less than ten minutes ago', 60, 8, /10 minutes/],
		['an end before its start', 60, 90, /before to_date/],
	])('is refused with %s', async (_what, from, to, message) => {
		const { status, text } = await replay(from, to);
		expect(status).toBe(400);
		expect(text).toMatch(message);
	});

	it('is refused for a webhook that fails the challenge, and beside another one', async () => {
		events().register(WEBHOOK_ADDRESS);
		await events().deliver(events().build('post.create'));
		await pass(40 * MINUTE);
		const { onChallenge } = receiver;
		receiver.onChallenge = () => ({ status: 404 });
		expect((await replay(60, 20)).text).toContain('CrcValidationFailed');
		receiver.onChallenge = onChallenge;
		receiver.onEvent = () => 'silence';
		expect((await replay(60, 20)).status).toBe(200);
		expect((await replay(60, 20)).text).toContain('ReplayConflictError');
	});
});

describe('subscriptions', () => {
	const subscribe = async (event_type: string, filter: Record<string, string>, authorization?: string) =>
		(await ask('POST /2/activity/subscriptions', { event_type, filter }, authorization)).status;
	const tokenWith = (scopes: readonly string[]) =>
		`Bearer ${sim().platform.credentials.grant(ME.id, scopes).access_token}`;

	it.each([
		['an unknown filter', 'post.create', { user_id: '1', country: 'DE' }],
		['no user', 'post.create', {}],
		['a keyword for Posts', 'post.create', { user_id: '1', keyword: 'x' }],
		['no keyword for news', 'news.new', {}],
		['a keyword of 151 characters', 'news.new', { keyword: 'x'.repeat(151) }],
		['a direction nobody knows', 'like.create', { user_id: ME.id, direction: 'sideways' }],
		['a direction for mutes', 'mute.mute', { user_id: ME.id, direction: 'inbound' }],
		['a filter for revoked access', 'oauth.revoke', { user_id: ME.id }],
		['an older name of a type', 'ProfileBioUpdate', { user_id: ME.id }],
	])('are refused with %s', async (_what, type, filter) => {
		expect(await subscribe(type, filter, AS_USER)).toBe(400);
	});

	it('need the consent of the user for private events', async () => {
		expect(await subscribe('dm.received', { user_id: ME.id })).toBe(403);
		expect(await subscribe('dm.received', { user_id: STRANGER.id }, AS_USER)).toBe(403);
		expect(await subscribe('dm.received', { user_id: ME.id }, AS_USER)).toBe(200);
	});

	it.each([
		['dm.received', 'dm.read'],
		['chat.received', 'dm.read'],
		['like.create', 'like.read'],
		['mute.mute', 'mute.read'],
		['block.block', 'block.read'],
		['post.mention.create', 'tweet.read'],
	])('need for %s the scope %s', async (type, scope) => {
		const without = tokenWith(allScopes.filter((one) => one !== scope));
		expect(await subscribe(type, { user_id: ME.id }, without)).toBe(403);
		expect(await subscribe(type, { user_id: ME.id }, tokenWith([scope]))).toBe(200);
	});

	it('of Account Activity need a body, a user and the scopes', async () => {
		const { id } = events().register(WEBHOOK_ADDRESS);
		const path = `POST /2/account_activity/webhooks/${id}/subscriptions/all`;
		expect((await ask(path, undefined, AS_USER)).status).toBe(400);
		expect((await ask(path, {})).status).toBe(403);
		expect((await ask(path, {}, tokenWith(['tweet.read']))).status).toBe(403);
	});
});

describe('rules', () => {
	it.each([
		['cat', 'A cat sat', true],
		['cat', 'Category', false],
		['cat', '#cat', false],
		['#cat', 'See #Cat!', true],
		['$acme', 'buy $ACME now', true],
		['"new release"', 'our New Release is out', true],
		['cat dog', 'cat', false],
		['cat OR dog', 'dog', true],
		['(cat OR dog) has:hashtags', 'dog #1st', true],
		['-(cat OR dog) fish', 'fish and cat', false],
		['from:acme', 'anything', true],
		['from:7 lang:en', 'anything', true],
		['from:other', 'anything', false],
		['url:"shop.example"', 'https://shop.example/a', true],
		['is:reply', 'yes', true],
		['is:quote', 'yes', false],
	])('%s on "%s" is %s', (rule, text, expected) => {
		const referenced_tweets = [{ type: 'replied_to', id: '2' }];
		const post = { id: '1', text, author_id: '7', lang: 'en', referenced_tweets };
		expect(parseRule(rule)(post, 'Acme')).toBe(expected);
	});

	it.each(['', '(cat', 'cat)', 'cat OR', '"cat', 'planet:earth'])('%j is refused', (rule) => {
		expect(() => parseRule(rule)).toThrow();
	});

	it('are as many and as long as the plan has, and their webhooks are for plans with them', async () => {
		events().configure({ ruleLimit: 1, ruleLength: 10, streamWebhooks: false });
		const add = async (value: string) =>
			(await ask('POST /2/tweets/search/stream/rules', { add: [{ value }] })).text;
		expect(await add('x'.repeat(11))).toContain('"invalid":1');
		await add('cat');
		expect(await add('dog')).toContain('rule-cap');
		const { id } = events().register(WEBHOOK_ADDRESS);
		const refused = await ask(`POST /2/tweets/search/webhooks/${id}`);
		expect(refused).toMatchObject({ status: 403, json: { reason: 'client-not-enrolled' } });
	});
});
