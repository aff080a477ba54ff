import { host } from '../../support';
import type { ListeningHost } from '../../support/listening';
import { outcomeOf, type Judge } from '../../support/outcomes';
import { useWorld } from '../streamTrigger/world';

const HOUR = 3_600_000;
const HALF = 10;

/** The stream trigger, on the filtered stream. */
export function streamTrigger(judge: Judge): void {
	const world = useWorld();

	const some = (options = {}) =>
		Array.from({ length: HALF }, (_, index) => world().streams.post(`n8n ${index}`, options));
	const ranIn = (...triggers: ListeningHost[]) =>
		triggers.flatMap(({ emitted }) => emitted.map(({ eventId }) => eventId));
	const connected = async () => await world().until(() => world().streams.open.length === 1);

	it('duplicate at once: written twice', async () => {
		const trigger = await world().openActive();
		const made = [...some(), ...some()];
		for (const id of made) world().streams.deliver(id);
		await world().advance(20);
		judge('duplicate at once', outcomeOf(made, ranIn(trigger)));
	});

	it('duplicate later: written again after minutes', async () => {
		const trigger = await world().openActive();
		const made = [...some(), ...some()];
		await world().advance(300);
		for (const id of made) world().streams.deliver(id);
		await world().advance(20);
		judge('duplicate later', outcomeOf(made, ranIn(trigger)));
	});

	it('restart: with events meanwhile', async () => {
		const { openActive, open, advance } = world();
		const first = await openActive({ workflowId: 'restarted' });
		const made = some();
		await advance(20);
		await first.deactivate();
		made.push(...some({ unsent: true }));
		await advance(60);
		const second = await open({ workflowId: 'restarted', staticData: first.storedStaticData });
		await second.activate('init');
		await connected();
		await advance(60);
		judge('restart', outcomeOf(made, ranIn(first, second)));
	});

	it('network cut: the connection breaks off, and so do the next attempts', async () => {
		const { openActive, advance, streams, sim } = world();
		const trigger = await openActive();
		const made = some();
		await advance(20);
		sim.fail({ match: { path: '/2/tweets/search/*' }, kind: 'reset', times: 8 });
		streams.disconnect(undefined, { abruptly: true });
		made.push(...some({ unsent: true }));
		await advance(180);
		await connected();
		await advance(60);
		judge('network cut', outcomeOf(made, ranIn(trigger)));
	});

	it('clock jump: of this machine, while the connection is lost', async () => {
		const { openActive, advance, streams } = world();
		const trigger = await openActive();
		const made: string[] = [];
		for (const hours of [24, -24]) {
			await advance(40);
			const setRight = host().moveClock(hours * HOUR);
			streams.disconnect(undefined, { abruptly: true });
			made.push(...some({ unsent: true }));
			await advance(120);
			await connected();
			setRight();
			await advance(60);
		}
		judge('clock jump', outcomeOf(made, ranIn(trigger)));
	});

	it('leader change: another process connects', async () => {
		const { openActive, open, advance, streams } = world();
		const first = await openActive({ workflowId: 'led' });
		const made = some();
		await advance(20);
		await first.deactivate();
		await advance(3);
		expect(streams.open).toEqual([]);
		made.push(...some({ unsent: true }));
		const second = await open({ workflowId: 'led', staticData: first.storedStaticData });
		await second.activate('leadershipChange');
		await connected();
		await advance(60);
		judge('leader change', outcomeOf(made, ranIn(first, second)));
	});
}
