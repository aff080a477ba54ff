/** Simulated hours with faults, against what should have come out. */
import { byAdded } from '../../../nodes/XCoreTrigger/cursor/byAdded';
import { byId } from '../../../nodes/XCoreTrigger/cursor/byId';
import { cases } from '../../support/cases';
import { randomFrom } from '../../support/random';
import { Additions, idAt, Timeline } from './model';
import { Poller } from './support';

const MINUTE = 60_000;
const START = Date.parse('2026-11-22T00:00:00Z');
const HOURS = cases(8, 24);

/** One tick of the schedule, with what may go wrong in it. */
async function tick<S extends object>(poller: Poller<S>, next: () => number): Promise<void> {
	const luck = next();
	if (luck < 0.03) return await poller.restart();
	if (luck < 0.08) return await poller.poll(Infinity, Math.floor(next() * 3));
	if (luck < 0.13) return await poller.poll(1);
	// n8n is down.
	if (luck < 0.2) return;
	if (luck < 0.24) {
		const ends = [await poller.begin(), await poller.begin(2)];
		for (const end of next() < 0.5 ? ends : ends.reverse()) await end();
		return;
	}
	if (luck < 0.27) {
		await poller.begin();
		return await poller.poll();
	}
	await poller.poll();
}

const rows: object[] = [];
afterAll(() => console.table(rows));

const report = (list: string, made: readonly string[], { emitted, largestState }: Poller<object>) => {
	const lost = made.filter((name) => !emitted.includes(name)).length;
	const doubled = emitted.length - new Set(emitted).size;
	rows.push({ list, events: made.length, lost, doubled, 'largest memory (bytes)': largestState });
	expect({ lost, doubled }).toEqual({ lost: 0, doubled: 0 });
	expect([...emitted].sort()).toEqual([...made].sort());
	expect(largestState).toBeLessThan(60_000);
};

describe(`${HOURS} hours of polling every minute`, () => {
	it.each([
		['by ID, with bounds', true],
		['by ID, without bounds', false],
	])('a list %s', async (name, hasBounds) => {
		const next = randomFrom(1);
		const timeline = new Timeline(hasBounds, 100);
		timeline.now = START;
		const poller = new Poller(byId({ hasBounds, seedSize: 1, sizes: [1, 4, 16, 64, 100] }), timeline.ask);
		for (let count = 50; count > 0; count--)
			timeline.posts.push({ id: idAt(timeline.now - count * 1000), visibleAt: 0 });
		await poller.activate();
		const made: string[] = [];
		for (let minute = 0; minute < HOURS * 60; minute++) {
			const burst = next() < 0.005 ? 300 : Math.floor(next() * 4);
			for (let count = 0; count < burst; count++) {
				timeline.now += Math.floor(MINUTE / (burst + 1));
				const late = next() < 0.2 ? next() * 8 * MINUTE : 0;
				made.push(idAt(timeline.now, count));
				timeline.posts.push({ id: idAt(timeline.now, count), visibleAt: timeline.now + late });
			}
			timeline.now = START + (minute + 1) * MINUTE;
			if (next() < 0.1) timeline.tokensSince = timeline.now;
			await tick(poller, next);
		}
		timeline.now += 10 * MINUTE;
		await poller.poll();
		report(name, made, poller);
	});

	it('a list with the latest addition first', async () => {
		const next = randomFrom(2);
		const list = new Additions(100);
		for (let count = 0; count < 500; count++) list.add(`old${count}`);
		const poller = new Poller(byAdded({ seedSize: 100, peekSize: 5, pageSize: 100 }), list.ask);
		await poller.activate();
		const made: string[] = [];
		for (let minute = 0; minute < HOURS * 60; minute++) {
			list.now++;
			const burst = next() < 0.005 ? 300 : Math.floor(next() * 4);
			for (let count = 0; count < burst; count++) {
				made.push(`new${made.length}`);
				list.add(made.at(-1)!);
			}
			const leaving = list.members[100 + Math.floor(next() * 300)];
			if (leaving?.startsWith('old')) list.remove(leaving);
			if (next() < 0.1) list.tokensSince = list.now;
			await tick(poller, next);
		}
		await poller.poll();
		report('the latest addition first', made, poller);
	});
});
