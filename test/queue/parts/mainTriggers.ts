import { setTimeout as delay } from 'node:timers/promises';
import { POLL_TIMES } from '../../../scripts/runtime/oneCredential';
import type { SavedWorkflow, WorkflowNode } from '../../../scripts/runtime/types';
import { until } from '../../../scripts/runtime/until';
import { core } from '../../simulator/core/area';
import { makePost } from '../../simulator/core/postsMake';
import { streamSimulator } from '../../simulator/streams';
import { webhookSimulator } from '../../simulator/webhooks';
import { ADA } from '../../support/ada';
import { addAppKinds, APP_KINDS, credentialOf } from '../../support/appKinds';
import type { Outcome, Table } from '../../support/outcomes';
import type { Counted } from '../support/executions';
import { publishAgain } from '../support/lanes';
import type { QueueStage } from '../support/stage';

const POLLING = 'X Trigger';
const STREAMING = 'X Stream Trigger';
const SHARING = 'X Stream Trigger, three workflows on one stream';

/** The rule of the stream that one workflow has for itself. */
const ALONE = 'espresso';
const WORDS = ['coffee', 'tea', 'milk'];
/** Two workflows share a rule. */
const RULES = [['coffee'], ['coffee', 'tea'], ['milk']];
/** Milliseconds between two Posts of the shared stream, and how many come before and after what is tested. */
const EVERY = 500;
const AROUND = 6;
const VERSIONS = 2;

const POLL_ROUTE = '/2/users/{id}/tweets';
const NODE = 'Trigger';

/** Events of a workflow. */
type Ran = readonly [at: Counted, events: readonly string[]];

/**
 * Triggers that live in the main process, while workers run what they find: one that polls, one on the stream of an app,
 * three on that of another app. Each absence of processes is one for all of them.
 */
export function mainTriggers(stage: () => QueueStage, table: Table): void {
	const published: SavedWorkflow[] = [];
	const sharing: Array<{ rules: readonly string[]; workflow: SavedWorkflow }> = [];
	let polling: Counted;
	let streaming: Counted;

	const streams = () => streamSimulator(stage().sim.platform);
	const counted = ({ id }: SavedWorkflow, key: string): Counted => ({ workflowId: id, node: NODE, key });
	/** Each app has its connection. */
	const connected = async () =>
		void (await until('the connections', () => Promise.resolve(streams().open.length > 1 || undefined)));

	const publish = async (
		name: string,
		type: string,
		parameters: WorkflowNode['parameters'],
		credentials = stage().credentials,
	): Promise<SavedWorkflow> => {
		const node: WorkflowNode = {
			name: NODE,
			type: `n8n-nodes-x-platform.${type}`,
			typeVersion: 1,
			position: [0, 0],
			parameters: { authentication: 'app', ...parameters },
			credentials: { xAppApi: { id: '', name: '' } },
		};
		const workflow = { name, nodes: [node], connections: {} };
		const saved = await stage().client.createWorkflow(workflow, credentials);
		await stage().client.activate(saved);
		published.push(saved);
		return saved;
	};
	const onStream = (rules: readonly string[]) => ({
		events: 'filteredStream',
		rules: { rule: rules.map((value) => ({ value })) },
	});
	const unpublishAll = async () => {
		for (const workflow of published) await stage().client.deactivate(workflow);
	};

	/** Posts of the account that is polled. */
	const polled = (count: number): string[] => {
		const { platform } = stage().sim;
		const state = core.state(platform);
		return Array.from({ length: count }, (_, index) => {
			const id = platform.newId();
			const at = platform.clock.now();
			state.posts.set(id, makePost(state, { id, authorId: ADA, text: `Post ${index}`, at }));
			return id;
		});
	};
	const streamed = (count: number): string[] =>
		Array.from({ length: count }, (_, index) => streams().post(`${ALONE} ${index}`));

	/** Publishes Posts for the shared stream until something is done. Returns their IDs by their words. */
	const postsWhile = async (task: () => Promise<unknown>): Promise<Map<string, string[]>> => {
		const posted = new Map<string, string[]>(WORDS.map((word) => [word, []]));
		let isOver = false;
		const count = () => [...posted.values()].flat().length;
		const someMore = async () => {
			const enough = count() + AROUND;
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
	const shared = (posted: ReadonlyMap<string, readonly string[]>): Ran[] =>
		sharing.map(({ rules, workflow }) => [
			counted(workflow, 'eventId'),
			rules.flatMap((rule) => posted.get(rule) ?? []),
		]);

	/** What would run twice has had its chance after two more polls. */
	const twoPolls = async () => {
		const polls = () => stage().sim.requests.filter(({ route }) => route === POLL_ROUTE).length;
		const wanted = polls() + 2;
		await until('two polls', async () => await Promise.resolve(polls() >= wanted || undefined));
	};

	/** Waits until all have run, enters what came of them, and checks that each has run once. */
	const judge = async (column: string, rows: Readonly<Record<string, readonly Ran[]>>): Promise<void> => {
		const { executions } = stage();
		await Promise.all(
			Object.entries(rows).map(async ([row, ran]) => {
				for (const [at, events] of ran) await executions.reached(at, events).catch(() => undefined);
				if (row === POLLING) await twoPolls();
			}),
		);
		const outcomes: Record<string, Outcome> = {};
		for (const [row, ran] of Object.entries(rows)) {
			const total = { lost: 0, doubled: 0, cutOff: 0, of: 0 };
			for (const [at, events] of ran) {
				const { lost, doubled, cutOff = 0, of } = await executions.outcome(at, events);
				total.lost += lost;
				total.doubled += doubled;
				total.cutOff += cutOff;
				total.of += of;
			}
			table.enter(row, column, total);
			outcomes[row] = total;
		}
		for (const [row, outcome] of Object.entries(outcomes))
			expect([row, outcome]).toMatchObject([row, { lost: 0, doubled: 0 }]);
	};

	/** What happens before, during and after an absence of processes has run once. */
	const judgeAbsence = async (
		column: string,
		leave: () => Promise<unknown>,
		comeBack: () => Promise<unknown>,
		isBegun: (before: readonly string[]) => Promise<unknown> = async () => {},
	): Promise<void> => {
		const ofPolls: string[] = [];
		const ofStream: string[] = [];
		const posted = await postsWhile(async () => {
			ofPolls.push(...polled(10));
			ofStream.push(...streamed(10));
			await isBegun(ofPolls);
			await leave();
			ofPolls.push(...polled(10));
			ofStream.push(...streamed(10));
			await comeBack();
			await connected();
			ofStream.push(...streamed(10));
		});
		await judge(column, {
			[POLLING]: [[polling, ofPolls]],
			[STREAMING]: [[streaming, ofStream]],
			[SHARING]: shared(posted),
		});
	};

	beforeAll(async () => {
		const { client, sim, credentials } = stage();
		addAppKinds(webhookSimulator(sim.platform));
		const other = await client.saveCredential(credentialOf(APP_KINDS.both, sim));
		const people = { event: 'postOfUser', users: ADA, pollTimes: { item: POLL_TIMES } };
		polling = counted(await publish(POLLING, 'xCoreTrigger', people), 'id');
		const alone = await publish(STREAMING, 'xStreamTrigger', onStream([ALONE]), [
			other,
			...credentials.filter(({ type }) => type !== other.type),
		]);
		streaming = counted(alone, 'eventId');
		// One that has added a rule of the others, and has ended before n8n is killed.
		await client.deactivate(await publish('Before', 'xStreamTrigger', onStream(['coffee'])));
		for (const [index, rules] of RULES.entries()) {
			const workflow = await publish(`${SHARING} ${index}`, 'xStreamTrigger', onStream(rules));
			sharing.push({ rules, workflow });
		}
		await connected();
	});
	afterAll(unpublishAll);

	it('polls: runs once for each Post', async () => {
		await judge('two processes', { [POLLING]: [[polling, polled(20)]] });
	});

	it('on a stream: runs once for each Post, also for one that comes twice', async () => {
		const run = async (column: string, events: readonly string[]) =>
			await judge(column, { [STREAMING]: [[streaming, events]] });
		const atOnce = streamed(20);
		for (const id of atOnce) streams().deliver(id);
		const later = streamed(20);
		await run('two processes', streamed(20));
		await stage().executions.reached(streaming, later);
		for (const id of later) streams().deliver(id);
		// what follows on the same connection has come after the copies
		await stage().executions.reached(streaming, streamed(1));
		await run('duplicate at once', atOnce);
		await run('duplicate later', later);
	});

	it('on a shared stream: loses and doubles nothing while new versions are published', async () => {
		const { client } = stage();
		const posted = await postsWhile(async () => {
			for (let version = 0; version < VERSIONS; version++)
				for (const { workflow } of sharing) await publishAgain(client, workflow);
		});
		await judge('two processes', { [SHARING]: shared(posted) });
	});

	it('lose nothing over a restart of the main process', async () => {
		const { cluster } = stage();
		await judgeAbsence(
			'restart',
			async () => await cluster.stopOne('main'),
			async () => await cluster.startOne('main'),
		);
	});

	it('lose nothing when the main process and a worker are killed', async () => {
		const { cluster, executions } = stage();
		const both = ['main', 'worker1'] as const;
		await judgeAbsence(
			'kill -9',
			async () => await Promise.all(both.map(async (member) => await cluster.kill(member))),
			async () => await Promise.all(both.map(async (member) => await cluster.startOne(member))),
			// n8n stores what a poll has read before it stores the run; a kill between the two would lose the poll's events
			async ([first = '']) =>
				await until(
					'the run of a poll',
					async () => (await executions.runs(polling)).finished.has(first) || undefined,
				),
		);
	});

	it('keep no rule on X half a minute after the last workflow was unpublished', async () => {
		const all = [...WORDS, ALONE];
		await unpublishAll();
		expect(streams().registered.rules.map(({ value }) => value)).toEqual(expect.arrayContaining(all));
		await until('no rules', () =>
			Promise.resolve(streams().registered.rules.every(({ value }) => !all.includes(value)) || undefined),
		);
		expect(streams().open).toEqual([]);
	});
}
