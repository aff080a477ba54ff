/**
 * What a polling trigger lives through in n8n: nothing is lost and nothing comes twice.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { missedEvents } from '../../support/health';
import type { PollTrigger } from '../../support/pollTrigger';
import { useSkippedWaits } from '../../support/waits';
import { byId, idsOf, ME, useWorld } from './world';

const world = useWorld();
const waits = useSkippedWaits(() => world().sim);

const activated = async (trigger: PollTrigger): Promise<PollTrigger> => {
	await trigger.activate();
	return trigger;
};

describe('the first poll', () => {
	it('emits the last ones where the option says so, oldest first', async () => {
		const { mention, open } = world();
		const made = Array.from({ length: 4 }, () => mention().id);
		const trigger = await activated(await open('mention', {}, { options: { emitLast: 3 } }));
		expect(idsOf(trigger)).toEqual(made.slice(1));
		await trigger.poll();
		expect(idsOf(trigger)).toHaveLength(3);
	});

	it('fails the activation where X refuses the credential', async () => {
		const { open, sim } = world();
		sim.fail({ match: { path: '/2/users/me' }, kind: 'unauthorized', times: 10 });
		await expect((await open('mention')).activate()).rejects.toThrow();
	});

	it.each(['1234', '1234567890', 'someone_else'])(
		'fails the activation where X has no user %s',
		async (users) => {
			const { open } = world();
			const trigger = await open('postOfUser', { users }, { as: 'app' });
			await expect(trigger.activate()).rejects.toThrow();
			await expect(trigger.activate()).rejects.toThrow();
		},
	);

	it('comes again where the event or its settings are changed', async () => {
		const { mention, post, open } = world();
		const trigger = await activated(await open('mention'));
		mention();
		trigger.setParameters({ authentication: 'oAuth2', event: 'postBySearch', query: 'zebra' });
		await trigger.activate('update');
		expect(idsOf(trigger)).toEqual([]);
		const { id } = post('A zebra');
		await trigger.poll();
		expect(idsOf(trigger)).toEqual([id]);
	});
});

describe.each([
	['with static data', {}],
	['in durable mode', { durable: true }],
])('a restart %s', (_, settings) => {
	it('goes on where the last poll ended, also after polls that found nothing', async () => {
		const { mention, open, pass } = world();
		const trigger = await activated(await open('mention', {}, settings));
		const first = mention().id;
		await trigger.poll();
		for (let count = 0; count < 3; count++) {
			pass(30);
			await trigger.poll();
		}
		const missed = [mention().id, mention().id];
		await trigger.restart();
		await trigger.poll();
		expect(idsOf(trigger)).toEqual([first, ...missed]);
	});

	it('polls again what was found and never handed over', async () => {
		const { mention, open } = world();
		const trigger = await activated(await open('mention', {}, settings));
		const { id } = mention();
		trigger.handsOver = false;
		await trigger.poll();
		trigger.handsOver = true;
		await trigger.restart();
		await trigger.poll();
		expect(idsOf(trigger)).toEqual([id]);
	});
});

describe('polls', () => {
	it('go on with the next page in the next tick where the time is up', async () => {
		const { mention, open, sim, pass } = world();
		const trigger = await activated(await open('mention', {}, { budget: 40_000 }));
		const made = Array.from({ length: 250 }, () => mention().id);
		// The second page is refused until long after the tick.
		sim.fail({
			match: { path: `/2/users/${ME.id}/mentions` },
			kind: 'rateLimited',
			resetIn: 900,
			skip: 1,
			times: 1,
		});
		await trigger.poll();
		expect(idsOf(trigger)).toHaveLength(100);
		expect(waits().taken).toEqual([]);
		const missed = async () => await missedEvents(sim, trigger.storedStaticData);
		expect(await missed()).toEqual([expect.stringMatching(/^warn: From .* UTC: /)]);
		pass(16);
		sim.requests.length = 0;
		await trigger.restart();
		await trigger.poll();
		expect(idsOf(trigger).sort()).toEqual(made.sort());
		expect(new URLSearchParams(sim.requests[0]?.query as never).get('until_id')).toBe(made[150]);
		expect(await missed()).toEqual(['ok: None that X is still asked for']);
		expect(trigger.errors).toEqual([]);
	});

	it('wait for a rate limit that ends within the tick', async () => {
		const { mention, open, sim } = world();
		const trigger = await activated(await open('mention'));
		const { id } = mention();
		sim.fail({ match: { path: `/2/users/${ME.id}/mentions` }, kind: 'rateLimited', resetIn: 20, times: 1 });
		await trigger.poll();
		expect(idsOf(trigger)).toEqual([id]);
		expect(waits().taken).toHaveLength(1);
	});

	it('ask for all usernames in one request, once, and read each of several users, also one that is named twice', async () => {
		const { first, second, post, open, count } = world();
		const users = `@${first.username}, @${second.username}, ${first.id}`;
		const trigger = await activated(await open('postOfUser', { users }));
		const made = [post('One').id, post('Two', {}, second.id).id];
		await trigger.poll();
		await trigger.poll();
		expect(idsOf(trigger).sort()).toEqual(made.sort());
		expect(count('/2/users/by')).toBe(1);
		expect(count('/2/users/{id}/tweets')).toBe(6);
	});
});

describe('the form', () => {
	it('says what is wrong before anything is sent', async () => {
		const { open, sim } = world();
		await expect((await open('follower', {}, { as: 'app' })).activate()).rejects.toThrow(
			'"User" is required',
		);
		await expect((await open('directMessage', {}, { as: 'app' })).activate()).rejects.toThrow(
			'does not work with App',
		);
		await expect((await open('follower', { authentication: 'robot' })).activate()).rejects.toThrow(
			'does not work with robot',
		);
		await expect((await open('quote', { post_id: byId('no ID') })).activate()).rejects.toThrow(
			'"Post" must be',
		);
		expect(sim.requests).toEqual([]);
	});
});
