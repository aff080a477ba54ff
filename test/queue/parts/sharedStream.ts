import { setTimeout as delay } from 'node:timers/promises';
import type { SavedWorkflow } from '../../../scripts/runtime/types';
import { until } from '../../../scripts/runtime/until';
import { streamSimulator } from '../../simulator/streams';
import type { Table } from '../../support/outcomes';
import type { QueueStage } from '../support/stage';

const ROW = 'X Stream Trigger, three workflows on one stream';
const TRIGGER = 'X Stream Trigger';
const WORDS = ['coffee', 'tea', 'milk'];
/** Two workflows share a rule. */
const RULES = [['coffee'], ['coffee', 'tea'], ['milk']];
/** Milliseconds between two Posts. */
const EVERY = 100;
const VERSIONS = 2;

interface Listener {
	readonly rules: readonly string[];
	readonly workflow: SavedWorkflow;
}

/** Several workflows on the one stream of an app, while Posts do not stop. */
export function sharedStream(stage: () => QueueStage, table: Table): void {
	const listeners: Listener[] = [];
	const streams = () => streamSimulator(stage().sim.platform);
	const connected = async () =>
		void (await until(
			'a connection',
			async () => await Promise.resolve(streams().open.length > 0 || undefined),
		));

	/** Publishes Posts until something is done. Returns their IDs by their words. */
	const postsWhile = async (task: () => Promise<unknown>): Promise<Map<string, string[]>> => {
		const posted = new Map<string, string[]>(WORDS.map((word) => [word, []]));
		let isOver = false;
		const count = () => [...posted.values()].flat().length;
		const someMore = async () => {
			const enough = count() + 20;
			await until('more Posts', async () => await Promise.resolve(count() >= enough || undefined));
		};
		const posting = (async () => {
			for (let place = 0; !isOver; place++) {
				const word = WORDS[place % WORDS.length] ?? '';
				posted.get(word)?.push(streams().post(`${word} ${place}`));
				await delay(EVERY);
			}
		})();
		try {
			await someMore();
			await task();
			await connected();
			await someMore();
		} finally {
			isOver = true;
			await posting;
		}
		return posted;
	};

	/** Waits until each workflow has run for its Posts, and checks that it has run once for each. */
	const judge = async (column: string, posted: ReadonlyMap<string, readonly string[]>) => {
		const { executions } = stage();
		const total = { lost: 0, doubled: 0, cutOff: 0, of: 0 };
		for (const { rules, workflow } of listeners) {
			const at = { workflowId: workflow.id, node: TRIGGER, key: 'eventId' };
			const events = rules.flatMap((rule) => posted.get(rule) ?? []);
			await executions.reached(at, events).catch(() => undefined);
			const { lost, doubled, cutOff = 0, of } = await executions.outcome(at, events);
			total.lost += lost;
			total.doubled += doubled;
			total.cutOff += cutOff;
			total.of += of;
		}
		table.enter(ROW, column, total);
		expect(total).toMatchObject({ lost: 0, doubled: 0 });
	};

	/** Publishes a version in which only the position of a node is another one. */
	const publishVersion = async ({ workflow: { id } }: Listener) => {
		const { client } = stage();
		const { nodes, connections, versionId } = await client.workflow(id);
		const moved = nodes.map(({ position: [x, y], ...node }) => ({ ...node, position: [x + 20, y] }));
		await client.send('PATCH', `/rest/workflows/${id}`, { nodes: moved, connections, versionId });
		await client.activate(await client.workflow(id));
	};

	beforeAll(async () => {
		const { client, credentials } = stage();
		for (const [index, rules] of RULES.entries()) {
			const node = {
				name: TRIGGER,
				type: 'n8n-nodes-x-platform.xStreamTrigger',
				typeVersion: 1,
				position: [0, 0] as [number, number],
				parameters: {
					events: 'filteredStream',
					authentication: 'app',
					rules: { rule: rules.map((value) => ({ value })) },
				},
				credentials: { xAppApi: { id: '', name: '' } },
			};
			const named = { name: `${ROW} ${index}`, nodes: [node], connections: {} };
			const workflow = await client.createWorkflow(named, credentials);
			await client.activate(workflow);
			listeners.push({ rules, workflow });
		}
		await connected();
	});
	afterAll(async () => {
		for (const { workflow } of listeners) await stage().client.deactivate(workflow);
	});

	it('loses and doubles nothing while new versions are published', async () => {
		const posted = await postsWhile(async () => {
			for (let version = 0; version < VERSIONS; version++)
				for (const listener of listeners) await publishVersion(listener);
		});
		await judge('two processes', posted);
	});

	it('loses and doubles nothing over a restart of the main process', async () => {
		const { cluster } = stage();
		const posted = await postsWhile(async () => {
			await cluster.stopOne('main');
			await cluster.startOne('main');
		});
		await judge('restart', posted);
	});

	it('loses and doubles nothing when the main process and a worker are killed', async () => {
		const { cluster } = stage();
		const both = ['main', 'worker1'] as const;
		const posted = await postsWhile(async () => {
			await Promise.all(both.map(async (member) => await cluster.kill(member)));
			await Promise.all(both.map(async (member) => await cluster.startOne(member)));
		});
		await judge('kill -9', posted);
	});

	// The workflow of the part before, which has added one of the rules, ended before n8n was killed.
	it('keeps no rule on X half a minute after the last workflow was unpublished', async () => {
		for (const { workflow } of listeners) await stage().client.deactivate(workflow);
		expect(streams().registered.rules.map(({ value }) => value)).toEqual(expect.arrayContaining(WORDS));
		await until(
			'no rules',
			async () =>
				await Promise.resolve(
					streams().registered.rules.every(({ value }) => !WORDS.includes(value)) || undefined,
				),
		);
		expect(streams().open).toEqual([]);
	});
}
