import { APP } from '../../simulator/identities';
import { BROKEN_TLS } from '../../simulator/webhooks';
import { rightAnswer, until } from '../../support/webhookReceiver';
import { WEBHOOK_ADDRESS, HOUR, MINUTE, useStage } from './stage';

const stage = useStage();
let id: string;
beforeEach(async () => {
	const { body } = await stage.ask('POST', '/2/webhooks', { url: WEBHOOK_ADDRESS });
	id = (body as { data: { id: string } }).data.id;
});

const valid = () => stage.events.inventory().webhooks[0]?.valid;

it('challenges once the last right answer is a day old', async () => {
	await stage.pass(24 * HOUR - MINUTE);
	expect(stage.receiver.challenges).toBe(1);
	await stage.pass(MINUTE);
	expect(stage.receiver.challenges).toBe(2);
	await stage.pass(24 * HOUR);
	expect(stage.events.challenges.map(({ cause }) => cause)).toEqual(['create', 'schedule', 'schedule']);
});

it('challenges every 30 minutes from then on while the answers fail, and no longer once it has given up', async () => {
	const start = stage.sim.platform.clock.now();
	stage.receiver.onChallenge = () => ({ status: 503 });
	await stage.pass(40 * HOUR);
	const scheduled = stage.events.challenges.filter(({ cause }) => cause === 'schedule');
	const halves = scheduled.map(({ at }) => Math.round((2 * (at - start)) / HOUR));
	expect(halves).toEqual([48, 49, 50, 51, 52, 53, 54, 55, 56, 57]);
	expect(valid()).toBe(false);
	stage.receiver.onChallenge = (token) => rightAnswer(token);
	await stage.pass(40 * HOUR);
	expect(valid()).toBe(false);
	await stage.ask('PUT', `/2/webhooks/${id}`);
	expect(valid()).toBe(true);
});

it.each([
	['a wrong token', { status: 200, body: '{"response_token":"sha256=AAAA"}' }],
	['an empty 200', { status: 200 }],
	['a 204', { status: 204 }],
	['a redirect', { status: 301, headers: { location: 'https://elsewhere.example/' } }],
] as const)('takes the validity at once for %s', async (_what, answer) => {
	stage.receiver.onChallenge = () => answer;
	await stage.pass(24 * HOUR);
	expect(valid()).toBe(false);
});

it.each([
	['a 404', { status: 404 }],
	['a 503', { status: 503 }],
	['a closed connection', 'hangUp'],
] as const)('bears with %s for 28 hours', async (_what, answer) => {
	stage.receiver.onChallenge = () => answer;
	await stage.pass(28 * HOUR);
	expect(valid()).toBe(true);
	await stage.pass(HOUR);
	expect(valid()).toBe(false);
});

it('takes the validity at once for a certificate that nobody trusts', async () => {
	stage.events.route('https://n8n.example', BROKEN_TLS);
	await stage.pass(24 * HOUR);
	expect(valid()).toBe(false);
});

it('re-validates on PUT, both ways', async () => {
	stage.receiver.onChallenge = () => ({ status: 503 });
	const refused = await stage.ask('PUT', `/2/webhooks/${id}`);
	expect(JSON.stringify(refused.body)).toContain('CrcValidationFailed');
	expect(valid()).toBe(false);
	stage.receiver.onChallenge = (token) => rightAnswer(token);
	expect(await stage.ask('PUT', `/2/webhooks/${id}`)).toEqual({
		status: 200,
		body: { data: { valid: true } },
	});
	expect(valid()).toBe(true);
});

it('gives a silent callback up at the deadline', async () => {
	stage.receiver.onChallenge = () => 'silence';
	const asked = stage.ask('PUT', `/2/webhooks/${id}`);
	await until(() => stage.receiver.challenges === 2);
	stage.sim.platform.clock.advance(3000);
	expect((await asked).status).toBe(400);
	expect(stage.events.challenges.at(-1)).toMatchObject({ outcome: 'timeout', verdict: 'transient' });
});

it.each([
	['oauth1', APP.consumerSecret, APP.clientSecret],
	['oauth2', APP.clientSecret, APP.consumerSecret],
	['both', APP.clientSecret, APP.consumerSecret],
] as const)('wants the answer of an app of the kind %s made with its secret', async (kind, right, wrong) => {
	stage.events.configure({ webhookSigning: kind });
	stage.receiver.onChallenge = (token) => rightAnswer(token, wrong);
	const refused = await stage.ask('PUT', `/2/webhooks/${id}`);
	expect(refused.status).toBe(400);
	expect(JSON.stringify(refused.body)).toContain('CrcValidationFailed');
	expect(valid()).toBe(false);
	stage.receiver.onChallenge = (token) => rightAnswer(token, right);
	expect((await stage.ask('PUT', `/2/webhooks/${id}`)).status).toBe(200);
	const answers = stage.events.challenges
		.slice(-2)
		.map(({ verdict, answeredWith }) => [verdict, answeredWith]);
	const names = { [APP.consumerSecret]: 'oauth1', [APP.clientSecret]: 'oauth2' };
	expect(answers).toEqual([
		['wrong', names[wrong]],
		['passed', names[right]],
	]);
});

it('wants the answer made with the current secret', async () => {
	stage.events.rotateSecret('a new secret', 'clientSecret');
	await stage.pass(24 * HOUR);
	expect(valid()).toBe(false);
	stage.receiver.onChallenge = (token) => rightAnswer(token, 'a new secret');
	await stage.ask('PUT', `/2/webhooks/${id}`);
	expect(valid()).toBe(true);
});
