/**
 * An account on X and a table of rows, as X and a workflow have them, written without the queue: what X publishes,
 * lists with a delay and refuses, and a process that may be killed at each of its awaits.
 */
import type { OwnPost } from '../../../nodes/shared/intent/ownPosts';
import {
	publishDue,
	type FailedRow,
	type QueueAccount,
	type QueuedRow,
} from '../../../nodes/XCore/operations/queue';

export interface TableRow extends QueuedRow {
	status: string;
	link: string;
}

export interface World {
	now: number;
	/** What people see on X, in order. */
	readonly posts: OwnPost[];
	readonly table: TableRow[];
}

/** What X does with a request to publish, besides publishing. */
export type Fault = 'none' | 'lostAnswer' | 'refusedForNow';

export interface Surroundings {
	readonly pause: number;
	readonly sameText: number;
	/** How long X takes to list a Post. */
	readonly delay: number;
	/** How long X itself refuses an equal text. */
	readonly refusesEqual: number;
	fault(): Fault;
	/** By how much X is slower or faster than usual; 1 if it is absent. */
	readonly pace?: () => number;
	/** Waits at each await until it is this process's turn. */
	readonly turn?: () => Promise<void>;
}

class Refusal extends Error {
	constructor(readonly kind: FailedRow['kind']) {
		super(kind);
	}
}

/**
 * One execution of the workflow: reads the open rows, publishes, and writes back row by row.
 *
 * @param killAt The await at which the process dies; Infinity for none.
 * @returns How many awaits there were.
 */
export async function execute(world: World, rules: Surroundings, killAt: number): Promise<number> {
	let awaits = 0;
	let die: () => void = () => undefined;
	const dead = new Promise<void>((resolve) => (die = resolve));
	const step = async () => {
		if (++awaits < killAt) return await rules.turn?.();
		die();
		await new Promise<never>(() => undefined);
	};
	const run = async () => {
		const open = world.table.filter(({ link, status }) => link === '' && status !== 'refused');
		const queue = { pause: rules.pause, sameText: rules.sameText, late: 0, now: () => world.now };
		const outcomes = await publishDue(open, queue, accountOf(world, rules, step), [], []);
		for (const row of open) {
			await step();
			const outcome = outcomes.get(row.index);
			row.status = outcome?.status ?? 'none';
			if (outcome?.status === 'published') row.link = outcome.ids.join();
		}
	};
	await Promise.race([run(), dead]);
	return awaits;
}

/** Two processes that begin at the same moment: the one whose time is earlier goes on. */
export async function executeBoth(world: World, rules: Surroundings): Promise<void> {
	const both = [0, 1].map(() => ({ ...world, table: world.table.map((row) => ({ ...row })) }));
	const runs = both.map(async (own, index) => {
		const turn = async () => {
			while (own.now > (both[1 - index]?.now ?? 0)) await Promise.resolve();
		};
		await execute(own, { ...rules, turn }, Infinity);
		own.now = Infinity;
	});
	await Promise.all(runs);
}

function accountOf(world: World, rules: Surroundings, step: () => Promise<void>): QueueAccount {
	return {
		read: async (since) => {
			await step();
			world.now += 500 * (rules.pace?.() ?? 1);
			const posts = world.posts.filter(({ at }) => at >= since && at <= world.now - rules.delay);
			await step();
			return { posts, from: since };
		},
		publish: async ({ texts }, part, answers) => {
			await step();
			world.now += 700 * (rules.pace?.() ?? 1);
			const text = (texts[part] ?? '').replace(/\s+/g, '');
			const isEqual = world.posts.some(
				(post) => post.text === text && post.at > world.now - rules.refusesEqual,
			);
			if (isEqual) throw new Refusal('same');
			const fault = rules.fault();
			if (fault === 'refusedForNow') throw new Refusal('stopped');
			const id = String(1000 + world.posts.length);
			world.posts.push({ id, text, at: world.now, answers, isAside: false });
			await step();
			if (fault === 'lostAnswer') throw new Refusal('unsure');
			return id;
		},
		explain: (error) => {
			if (error instanceof Refusal) return { kind: error.kind, reason: error.message };
			throw error;
		},
		wait: async (milliseconds) => {
			await step();
			world.now += milliseconds;
		},
	};
}

/** The threads and Posts on X by the text of their beginning: how often each is there, and whether it is whole. */
export function published(world: World): Map<string, string[][]> {
	const found = new Map<string, string[][]>();
	for (const root of world.posts.filter(({ answers }) => answers === undefined)) {
		const texts = [root.text];
		for (let last: OwnPost | undefined = root; last;) {
			const { id }: OwnPost = last;
			const replies: OwnPost[] = world.posts.filter(({ answers }) => answers === id);
			texts.push(...replies.map(({ text }) => text));
			last = replies.at(-1);
		}
		found.set(root.text, [...(found.get(root.text) ?? []), texts]);
	}
	return found;
}
