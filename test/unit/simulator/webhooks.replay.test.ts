/** Replay as https://docs.x.com/x-api/account-activity/quickstart#replay has it. */
import type { Webhook } from '../../simulator/webhooks';
import { WEBHOOK_ADDRESS, MINUTE, useStage } from './stage';

const stage = useStage();
let webhook: Webhook;
beforeEach(() => void (webhook = stage.events.register(WEBHOOK_ADDRESS)));

const stamp = (minutes: number) =>
	new Date(stage.sim.platform.clock.now() - minutes * MINUTE)
		.toISOString()
		.replace(/[-T:]/g, '')
		.slice(0, 12);
const replay = async (from: number, to: number) => {
	const body = { webhook_id: webhook.id, from_date: stamp(from), to_date: stamp(to) };
	return await stage.ask('POST', '/2/webhooks/replay', body);
};
const bodies = () => stage.receiver.events.map(({ body }) => JSON.parse(body.toString()) as object);

it('delivers again what was delivered or attempted in the period, as it was, then says that it is done', async () => {
	const texts = ['too early', 'taken', 'not taken', 'too late'];
	for (const text of texts) {
		stage.receiver.onEvent = () => ({ status: text === 'not taken' ? 503 : 200 });
		await stage.events.deliver(stage.events.build('post.create', { text }), { once: true });
		await stage.pass(20 * MINUTE);
	}
	const before = bodies();
	stage.receiver.onEvent = () => ({ status: 200 });
	const challenges = stage.receiver.challenges;
	const { status, body } = await replay(65, 25);
	expect([status, stage.receiver.challenges - challenges]).toEqual([200, 1]);
	await stage.events.settled();
	expect(bodies().slice(4)).toEqual([
		...before.slice(1, 3),
		{
			replay_job_status: {
				webhook_id: webhook.id,
				job_state: 'Complete',
				job_state_description: expect.any(String) as string,
				job_id: (body as { data: { job_id: string } }).data.job_id,
			},
		},
	]);
});

it('tries nothing twice, and says what it could not deliver', async () => {
	await stage.events.deliver(stage.events.build('post.create'));
	await stage.pass(40 * MINUTE);
	stage.receiver.onEvent = ({ body }) => ({ status: body.includes('replay_job_status') ? 200 : 503 });
	await replay(60, 20);
	await stage.events.settled();
	await stage.pass(10 * MINUTE);
	expect(bodies()).toHaveLength(3);
	expect(bodies().at(-1)).toMatchObject({ replay_job_status: { job_state: 'Incomplete' } });
});

it.each([
	['a start that is more than a day ago', 24 * 60 + 2, 60, /24 hours/],
	['a start that is less than 31 minutes ago', 29, 15, /31 minutes/],
	['an end that is less than ten minutes ago', 60, 8, /10 minutes/],
	['an end before its start', 60, 90, /before to_date/],
])('refuses %s', async (_what, from, to, message) => {
	const { status, body } = await replay(from, to);
	expect(status).toBe(400);
	expect(JSON.stringify(body)).toMatch(message);
});

it('refuses a webhook that fails the challenge, and a second job beside the first', async () => {
	await stage.events.deliver(stage.events.build('post.create'));
	await stage.pass(40 * MINUTE);
	const { onChallenge } = stage.receiver;
	stage.receiver.onChallenge = () => ({ status: 404 });
	expect(JSON.stringify((await replay(60, 20)).body)).toContain('CrcValidationFailed');
	stage.receiver.onChallenge = onChallenge;
	stage.receiver.onEvent = () => 'silence';
	expect((await replay(60, 20)).status).toBe(200);
	expect(JSON.stringify((await replay(60, 20)).body)).toContain('ReplayConflictError');
});
