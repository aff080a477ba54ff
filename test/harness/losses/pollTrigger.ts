import type { IDataObject } from 'n8n-workflow';
import { host } from '../../support';
import { outcomeOf, type Judge } from '../../support/outcomes';
import type { PollTrigger } from '../../support/pollTrigger';
import { useSkippedWaits } from '../../support/waits';
import { idsOf, ME, useWorld } from '../pollTrigger/world';

const HOUR = 3_600_000;
const HALF = 10;

/** The polling trigger, on mentions: a list that is read by ID, ten minutes of it again and again. */
export function pollTrigger(judge: Judge): void {
	const world = useWorld();
	useSkippedWaits(() => world().sim);

	const some = () => Array.from({ length: HALF }, () => world().mention().id);
	const active = async (): Promise<PollTrigger> => {
		const trigger = await world().open('mention');
		await trigger.activate();
		return trigger;
	};

	it('duplicate at once: polls that overlap', async () => {
		const trigger = await active();
		const made = [...some(), ...some()];
		await Promise.all([trigger.poll(), trigger.poll(), trigger.poll()]);
		await trigger.poll();
		judge('duplicate at once', outcomeOf(made, idsOf(trigger)));
	});

	it('duplicate later: polls that read again what came before', async () => {
		const trigger = await active();
		const made: string[] = [];
		for (let round = 0; round < 2; round++) {
			made.push(...some());
			for (let count = 0; count < 3; count++) await trigger.poll();
		}
		judge('duplicate later', outcomeOf(made, idsOf(trigger)));
	});

	it('restart: with events meanwhile', async () => {
		const trigger = await active();
		const made = some();
		await trigger.poll();
		made.push(...some());
		await trigger.restart();
		await trigger.poll();
		judge('restart', outcomeOf(made, idsOf(trigger)));
	});

	it('network cut: in the middle of polls', async () => {
		const trigger = await active();
		const made = some();
		world().sim.fail({ match: { path: `/2/users/${ME.id}/mentions` }, kind: 'reset', times: 8 });
		await trigger.poll();
		made.push(...some());
		for (let count = 0; count < 3; count++) await trigger.poll();
		expect(trigger.errors.length).toBeGreaterThan(0);
		judge('network cut', outcomeOf(made, idsOf(trigger)));
	});

	it('clock jump: of this machine, a day ahead and a day back', async () => {
		const trigger = await active();
		const made: string[] = [];
		for (const hours of [24, -24]) {
			made.push(...some());
			const setRight = host().moveClock(hours * HOUR);
			await trigger.poll();
			setRight();
			await trigger.poll();
		}
		judge('clock jump', outcomeOf(made, idsOf(trigger)));
	});

	it('leader change: another process goes on with what the database has', async () => {
		const first = await active();
		const made = some();
		await first.poll();
		made.push(...some());
		const staticData = first.storedStaticData['node:Subject'] as IDataObject;
		const second = await world().open('mention', {}, { staticData });
		await second.activate('leadershipChange');
		await second.poll();
		judge('leader change', outcomeOf(made, [...idsOf(first), ...idsOf(second)]));
	});
}
