/** The kinds of request that triggers make: a registration, a poll, a stream. What they miss, they make up for. */
import { sum } from 'lodash';
import { useSkippedWaits } from '../../support/waits';
import { idsOf, useWorld as usePolls } from '../pollTrigger/world';
import { texts, useWorld as useStreams } from '../streamTrigger/world';
import { useWorld as useWebhooks } from '../webhookTrigger/world';
import { toldBy, type Kind, type Scene, type Seen } from './scene';

const seen = (results: number, errors: readonly unknown[], all: unknown): Seen => ({
	results,
	errors: errors.map(toldBy),
	hints: [],
	all: [all, errors],
});

function registration(): Scene {
	const world = useWebhooks();
	const waits = useSkippedWaits(() => world().sim);
	return {
		sim: () => world().sim,
		waited: () => sum(waits().taken),
		run: async () => {
			const trigger = await world().open();
			const error = await trigger.activate().then(
				() => undefined,
				(thrown: unknown) => thrown,
			);
			return seen(error === undefined ? 1 : 0, error === undefined ? [] : [error], trigger.storedStaticData);
		},
		state: () => world().events.inventory().webhooks.length,
	};
}

const EVENTS = 3;

function poll(): Scene {
	const world = usePolls();
	const waits = useSkippedWaits(() => world().sim);
	let trigger: Awaited<ReturnType<ReturnType<typeof world>['open']>>;
	return {
		sim: () => world().sim,
		waited: () => sum(waits().taken),
		prepare: async () => {
			trigger = await world().open('mention');
			await trigger.activate();
			for (let count = 0; count < EVENTS; count++) world().mention();
		},
		run: async (repair) => {
			await trigger.poll();
			repair();
			// X may have answered that it accepts nothing for a day.
			world().pass(25 * 60);
			await trigger.poll();
			return seen(idsOf(trigger).length, trigger.errors, [
				trigger.storedStaticData,
				trigger.executions.map(({ nodes }) => nodes),
			]);
		},
	};
}

function stream(): Scene {
	const world = useStreams();
	let trigger: Awaited<ReturnType<ReturnType<typeof world>['openActive']>>;
	return {
		sim: () => world().sim,
		waited: () => 0,
		prepare: async () => {
			trigger = await world().openActive();
			await world().advance(40);
		},
		run: async (repair) => {
			const { streams, advance } = world();
			streams.disconnect();
			streams.post('n8n, missed', { unsent: true });
			await advance(120);
			repair();
			await advance(2400, 60);
			for (let turn = 0; turn < 5 && streams.open.length === 0; turn++) await advance(600, 60);
			if (streams.open.length > 0) streams.post('n8n, later');
			await advance(120);
			const { failures, breakdowns, storedStaticData } = trigger;
			return seen(texts(trigger).length, [...failures, ...breakdowns], storedStaticData);
		},
	};
}

export const TRIGGER_KINDS: readonly Kind[] = [
	{
		name: 'Registration of a trigger',
		example: 'X Webhook Trigger, publishing the workflow',
		results: 1,
		makes: 1,
		at: { method: 'POST', path: '/2/webhooks' },
		scene: registration,
	},
	{
		name: 'Poll',
		example: 'X Trigger, three new mentions; it polls again after the fault',
		results: EVENTS,
		runsAgain: true,
		at: { method: 'GET', path: '/2/users/{id}/mentions' },
		scene: poll,
	},
	{
		name: 'Stream',
		example: 'X Stream Trigger, connecting again after a loss',
		results: 2,
		runsAgain: true,
		isStream: true,
		at: { method: 'GET', path: '/2/tweets/search/stream' },
		scene: stream,
	},
];
