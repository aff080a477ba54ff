/**
 * Three workflows on one stream, with restarts at the worst moments: each Post starts one run in each workflow.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { ListeningHost } from '../../support/listening';
import { cases } from '../../support/cases';
import { rule, useWorld, type OpenOptions } from './world';

const world = useWorld();
const STEPS = cases(700, 4000);
const RECENT = '/2/tweets/search/recent';

/** Numbers that look like chance and are the same each time. */
function chance(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}

interface Workflow {
	readonly words: readonly string[];
	readonly options: OpenOptions;
	trigger: ListeningHost;
	readonly ran: string[];
}

describe('three workflows on one stream', () => {
	it('lose and double nothing over restarts, outages, failing searches and new versions', async () => {
		const { open, streams, sim, advance } = world();
		const random = chance(11);
		const workflows: Workflow[] = [];
		for (const words of [['cats'], ['cats', 'dogs'], ['birds']]) {
			const options = { workflowId: `soak ${words.join(' ')}`, runs: false, parameters: rule(...words) };
			const trigger = await open(options);
			await trigger.activate();
			workflows.push({ words, options, trigger, ran: [] });
		}
		const written: Array<{ id: string; word: string }> = [];
		const keep = ({ trigger, ran }: Workflow) =>
			ran.push(...trigger.emitted.splice(0).map(({ eventId }) => `${eventId as string}`));
		const restart = async (down: number) => {
			for (const { trigger } of workflows) await trigger.deactivate();
			await advance(down);
			for (const workflow of workflows) {
				keep(workflow);
				workflow.trigger = await open({
					...workflow.options,
					staticData: workflow.trigger.storedStaticData,
				});
				await workflow.trigger.activate('init');
				if (random() < 0.5) await advance(Math.floor(random() * 25));
			}
		};
		const faults: Array<() => Promise<void> | void> = [
			() => streams.disconnect('OperationalDisconnect'),
			() => streams.silence(),
			() => {
				sim.fail({ match: { path: '/2/tweets/search/stream' }, kind: 'unavailable', times: 4 });
				streams.disconnect();
			},
			() => sim.fail({ match: { path: RECENT }, kind: 'unavailable', times: 30 }),
			async () => await restart(Math.floor(random() * 300)),
			async () => {
				streams.disconnect();
				await advance(Math.floor(random() * 40));
				await restart(Math.floor(random() * 100));
			},
			async () => {
				const workflow = workflows[Math.floor(random() * workflows.length)];
				await workflow?.trigger.deactivate();
				if (random() < 0.5) await advance(Math.floor(random() * 60));
				await workflow?.trigger.activate('update');
			},
			() => {
				const [{ id } = { id: '' }] = streams.registered.rules;
				streams.removeRule(id);
			},
		];
		for (let step = 0; step < STEPS; step++) {
			const word = ['cats', 'dogs', 'birds'][Math.floor(random() * 3)] ?? '';
			if (random() < 0.6) written.push({ id: streams.post(`${word} ${step}`), word });
			if (random() < 0.03) await faults[Math.floor(random() * faults.length)]?.();
			await advance(1 + Math.floor(random() * 10));
		}
		sim.repair();
		await advance(4000);
		workflows.forEach(keep);
		const wrong = workflows.map(({ words, ran }) => {
			const due = written.filter((post) => words.includes(post.word)).map(({ id }) => id);
			return {
				lost: due.filter((id) => !ran.includes(id)).length,
				doubled: ran.length - new Set(ran).size,
				unexpected: ran.filter((id) => !due.includes(id)).length,
			};
		});
		console.log(`${written.length} Posts: ${JSON.stringify(wrong)}`);
		expect(wrong).toEqual(workflows.map(() => ({ lost: 0, doubled: 0, unexpected: 0 })));
		expect(workflows.flatMap(({ trigger }) => trigger.breakdowns)).toEqual([]);
	});
});
