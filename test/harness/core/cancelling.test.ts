/**
 * A cancelled run of many items: nothing is sent afterwards, whatever was on its way.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { getEventListeners } from 'events';
import { range } from 'lodash';
import { until } from '../../support/webhookReceiver';
import { by, byId, itemsWith, useCore } from './support';

const { core, sim, start, world } = useCore();

const VALUE = '={{ $json.value }}';

describe('cancelling', () => {
	/** Cancels a run when so many requests have come; nothing is sent afterwards, even when late answers come in. */
	async function cancelled(running: Awaited<ReturnType<typeof start>>, requests: number): Promise<void> {
		await until(() => sim().requests.length >= requests);
		// Others may be on their way.
		for (let seen = 0; seen < sim().requests.length; await turns(1000)) seen = sim().requests.length;
		running.cancel();
		expect((await running.finished).status).toBe('canceled');
		const sent = sim().requests.length;
		sim().platform.clock.advance(3_600_000);
		await turns(50);
		expect(sim().requests).toHaveLength(sent);
	}

	const turns = async (count: number) => {
		for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
	};

	const hundred = () => itemsWith(...range(100).map((at) => world().others[at % 30]?.id));
	// Later than a test may last.
	const slow = (skip: number) => sim().fail({ kind: 'slow', delayMs: 3_600_000, skip, times: 1000 });

	it('ends reads that are under way', async () => {
		slow(1);
		const form = { id: byId(VALUE), options: { parallelRequests: 20 } };
		await cancelled(await start('user.getFollowing', form, { items: hundred(), continueOnFail: true }), 21);
	});

	it('ends gathered look-ups', async () => {
		slow(0);
		await cancelled(
			await start('user.get', { id: byId(VALUE) }, { items: hundred(), continueOnFail: true }),
			1,
		);
	});

	it('ends the search for users by their names', async () => {
		slow(0);
		const items = itemsWith(...world().others.map(({ username }) => username));
		const form = { id: by('username', VALUE) };
		await cancelled(await start('user.getFollowing', form, { items, continueOnFail: true }), 1);
	});

	it('ends the wait of all for one limit', async () => {
		sim().fail({ kind: 'rateLimited', resetIn: 900, times: 1000, skip: 1 });
		const form = { id: byId(VALUE), options: { parallelRequests: 20 } };
		// The first refusal stops those that have not started.
		await cancelled(await start('user.getFollowing', form, { items: hundred(), continueOnFail: true }), 2);
	});

	it('ends Posts that go one after the other', async () => {
		slow(1);
		const items = itemsWith('one', 'two', 'three');
		await cancelled(await start('post.create', { text: VALUE }, { items, continueOnFail: true }), 2);
	});
});

it('leaves nothing at the signal of its execution, which an open connection keeps', async () => {
	const added = jest.spyOn(EventTarget.prototype, 'addEventListener');
	await core('user.getMe', {});
	const signals = added.mock.contexts as EventTarget[];
	expect(signals).not.toEqual([]);
	expect(signals.flatMap((signal) => getEventListeners(signal, 'abort'))).toEqual([]);
	added.mockRestore();
});
