/**
 * Max Cost per Day of the credential under polls: they share the counter with runs and lists.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { totalOf } from '../../simulator/bill';
import { itemsOf } from '../../support/pollTrigger';
import { runNode } from '../../support';
import { useSkippedWaits } from '../../support/waits';
import { byId, ME, useWorld } from './world';

const world = useWorld();
useSkippedWaits(() => world().sim);

const DAY = 86_400_000;
const LIMITED = { xUserOAuth1Api: { maxCostPerDay: 0.3 } };

it('polls until the limit that runs share, reports that once, and finds the rest the next day', async () => {
	const made = world();
	const { clock } = made.sim.platform;
	// The counter of a process begins anew each day.
	clock.advance(50 * DAY - (clock.now() % DAY));
	const trigger = await made.open('mention', {}, { as: 'oAuth1', credentials: LIMITED });
	await trigger.activate();
	await runNode({
		node: 'xCore',
		sim: made.sim,
		credentials: LIMITED,
		parameters: {
			authentication: 'oAuth1',
			resource: 'user',
			operation: 'getFollowers',
			id: byId(ME.id),
			limit: 10,
		},
	});
	for (let poll = 0; poll < 60; poll++) {
		made.mention();
		made.pass(1);
		await trigger.poll();
	}
	const found = itemsOf(trigger).length;
	expect(found).toBeGreaterThan(5);
	expect(found).toBeLessThan(60);
	expect(totalOf(made.sim.requests, true) / 1_000_000).toBeLessThanOrEqual(0.3);
	expect(trigger.errors.map(({ message }) => message)).toEqual([
		expect.stringMatching(/^Max Cost per Day of the credential \(\$0\.30\) does not allow this request/),
	]);

	clock.advance(DAY - (clock.now() % DAY));
	for (let poll = 0; poll < 20; poll++) {
		made.pass(1);
		await trigger.poll();
	}
	expect(new Set(itemsOf(trigger).map(({ id }) => id)).size).toBeGreaterThan(found);
	expect(trigger.errors.length).toBeLessThanOrEqual(2);
});

it('does not publish a workflow whose first poll the limit refuses', async () => {
	const made = world();
	const { clock } = made.sim.platform;
	clock.advance(90 * DAY - (clock.now() % DAY));
	const trigger = await made.open(
		'mention',
		{},
		{
			as: 'oAuth1',
			credentials: { xUserOAuth1Api: { maxCostPerDay: 0.01 } },
		},
	);
	await expect(trigger.activate()).rejects.toThrow(/^Max Cost per Day of the credential/);
});
