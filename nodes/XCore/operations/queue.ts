/**
 * The publish queue decides which rows are published now, and what becomes of the others. It stores nothing: it reads
 * from X what was published, so that the next run continues one that was killed at any moment. It knows nothing of n8n.
 */
import { comparable, type OwnPost } from '../../shared/intent/ownPosts';
import { PAUSES } from '../../shared/intent/look';
import { DAY, HOUR, MINUTE } from '../../shared/util/time';
import { counted } from '../../shared/report/wording';

export interface QueuedRow {
	readonly index: number;
	readonly texts: readonly string[];
	readonly due: number;
}

export interface QueueRules {
	readonly pause: number;
	/** Milliseconds between two equal texts; 0 for any. */
	readonly sameText: number;
	/** The largest delay of a row, in milliseconds; 0 for any delay. */
	readonly late: number;
	readonly now: () => number;
}

export interface FailedRow {
	/**
	 * `refused`: X will never take the row. `same`: X has the same text already. `unsure`: it may be published.
	 * `stopped`: nothing can be published at present. `shown`: it would be published, were this no dry run.
	 */
	readonly kind: 'refused' | 'same' | 'unsure' | 'stopped' | 'shown';
	readonly reason: string;
}

export interface Timeline {
	readonly posts: readonly OwnPost[];
	/** Nothing that was published after this moment is missing. */
	readonly from: number;
}

export interface QueueAccount {
	read(since: number): Promise<Timeline>;
	wait(milliseconds: number): Promise<void>;
	/** Publishes a part of a row as a reply to the part before it, and returns its ID. */
	publish(row: QueuedRow, part: number, before: string | undefined): Promise<string>;
	/** Explains an error of `publish` or `read`. Throws one that ends the run immediately. */
	explain(error: unknown): FailedRow;
}

export type RowOutcome =
	| {
			readonly status: 'published';
			readonly ids: readonly string[];
			readonly at: number;
			readonly found: boolean;
	  }
	| {
			readonly status: 'waiting';
			readonly until?: number;
			readonly reason: string;
			readonly error?: unknown;
			readonly ownStatus?: string;
	  }
	| {
			readonly status: 'refused';
			readonly reason: string;
			readonly ids: readonly string[];
	  };

export type Outcomes = Map<number, RowOutcome>;

/** Clocks differ, and X counts whole seconds. */
const MARGIN = 2 * MINUTE;
/** A Post that came so much before its time came by a clock that was ahead. */
const EARLY = HOUR;
/** What was read a moment ago is not read again. */
const RECENT = 1000;
/** Rows that are too late are looked for on X this far back. */
const LOOK_BACK = 30 * DAY;
/** X lists nothing older: https://docs.x.com/x-api/users/get-posts */
const FIRST_POST = Date.UTC(2010, 10, 6);
/** The pause before a row is tried again after a failure. */
const SOON = 60_000;

/** Publishes the rows that are due. `publishedHere` has what this process published lately: X may list it late. */
export async function publishDue(
	rows: readonly QueuedRow[],
	rules: QueueRules,
	account: QueueAccount,
	known: Iterable<string>,
	publishedHere: OwnPost[],
): Promise<Outcomes> {
	const outcomes: Outcomes = new Map();
	const now = rules.now();
	const due = rows.filter((row) => row.due <= now);
	for (const row of rows) if (row.due > now) outcomes.set(row.index, waiting(row.due, 'is not due yet'));
	if (due.length === 0) return outcomes;
	due.sort((one, other) => one.due - other.due || one.index - other.index);
	await new Queue(due, rules, account, new Set(known), publishedHere, outcomes).run();
	return outcomes;
}

const waiting = (until: number, reason: string, error?: unknown): RowOutcome => ({
	status: 'waiting',
	until,
	reason,
	...(error !== undefined && { error }),
});

class Queue {
	private readonly posts = new KnownPosts();
	private from = 0;
	private readAt = 0;
	private stop: { readonly reason: string; readonly error: unknown } | undefined;
	private next = 0;

	constructor(
		private readonly due: readonly QueuedRow[],
		private readonly rules: QueueRules,
		private readonly account: QueueAccount,
		private readonly taken: Set<string>,
		private readonly publishedHere: OwnPost[],
		private readonly outcomes: Outcomes,
	) {}

	async run(): Promise<void> {
		try {
			await this.read(this.since());
		} catch (error) {
			this.stop = { reason: this.account.explain(error).reason, error };
		}
		// A row that was published already takes its Post before another row with the same text could.
		const begun = new Map<QueuedRow, readonly string[]>();
		if (!this.stop) for (const row of this.due) begun.set(row, this.find(row));
		this.next = this.posts.lastAt + this.rules.pause;
		for (const row of this.due) this.outcomes.set(row.index, await this.advance(row, begun.get(row) ?? []));
	}

	/** Returns the oldest moment of interest: rows that are far too late are refused, and X bills each Post. */
	private since(): number {
		const { sameText, pause, late, now } = this.rules;
		const oldest = this.due.reduce((first, { due }) => Math.min(first, due), Infinity) - this.early;
		const reach = late > 0 ? now() - Math.max(late, LOOK_BACK) : FIRST_POST;
		return Math.min(Math.max(oldest, reach), now() - Math.max(sameText, pause));
	}

	private async advance(row: QueuedRow, found: readonly string[]): Promise<RowOutcome> {
		if (found.length === row.texts.length) return this.published(found, true);
		if (this.stop) return waiting(this.rules.now() + SOON, this.stop.reason, this.stop.error);
		if (found.length === 0) {
			const against = this.reasonAgainst(row);
			if (against !== undefined) return { status: 'refused', reason: against, ids: [] };
			if (this.next > this.rules.now() && this.rules.pause > 0) {
				const until = this.next;
				this.next += this.rules.pause;
				return waiting(until, `comes ${minutes(this.rules.pause)} after another Post`);
			}
		}
		const outcome = await this.publish(row, found);
		// A row of a dry run waits, and the next one comes after it.
		this.next = (outcome.status === 'waiting' ? this.rules.now() : this.posts.lastAt) + this.rules.pause;
		return outcome;
	}

	/** Returns the reason why a row must not be published. */
	private reasonAgainst(row: QueuedRow): string | undefined {
		const now = this.rules.now();
		if (this.rules.late > 0 && now - row.due > this.rules.late)
			return `was due ${new Date(row.due).toISOString()}, too long ago`;
		if (row.due - MARGIN < this.from)
			return 'was due before the oldest Post that X lists, so no one can tell whether it was published';
		const { sameText } = this.rules;
		const equal = sameText > 0 ? this.posts.withText(comparable(row.texts[0] ?? '')) : [];
		const same = equal.find(({ at }) => at > now - sameText);
		return same
			? `has the text of the Post ${same.id}, published ${new Date(same.at).toISOString()}`
			: undefined;
	}

	private async publish(row: QueuedRow, before: readonly string[]): Promise<RowOutcome> {
		let ids = [...before];
		while (ids.length < row.texts.length) {
			try {
				// Another process may publish the same rows.
				if (this.rules.now() - this.readAt > RECENT) {
					await this.read(this.readAt - MARGIN);
					const shown = this.find(row);
					if (shown.length > ids.length) ids = [...shown];
					if (ids.length === row.texts.length) return this.published(ids, true);
				}
				const part = ids.length;
				const id = await this.account.publish(row, part, ids.at(-1));
				ids.push(id);
				this.add(row, part, id, ids.at(-2));
			} catch (error) {
				const failed = this.account.explain(error);
				const later = failed.kind === 'unsure' || failed.kind === 'same' ? await this.lookFor(row, ids) : ids;
				if (later.length > ids.length) {
					ids.push(...later.slice(ids.length));
					continue;
				}
				return this.failed(failed, error, row, ids);
			}
		}
		return this.published(ids, false);
	}

	private failed(failed: FailedRow, error: unknown, row: QueuedRow, ids: readonly string[]): RowOutcome {
		const part = row.texts.length > 1 ? `Post ${ids.length + 1} of ${row.texts.length}: ` : '';
		if (failed.kind === 'refused' || failed.kind === 'same')
			return { status: 'refused', reason: part + failed.reason, ids };
		if (failed.kind !== 'shown') this.stop = { reason: failed.reason, error };
		return waiting(this.rules.now() + SOON, part + failed.reason, error);
	}

	private published(ids: readonly string[], found: boolean): RowOutcome {
		const at = this.posts.get(ids[0] ?? '')?.at ?? this.rules.now();
		return { status: 'published', ids, at, found };
	}

	/** Finds what X has of a row, where it has or may have more than it has shown. */
	private async lookFor(row: QueuedRow, ids: readonly string[]): Promise<readonly string[]> {
		try {
			for (const pause of PAUSES) {
				await this.account.wait(pause);
				await this.read(Math.min(row.due, this.rules.now()) - MARGIN);
				const found = this.find(row);
				if (found.length > ids.length) return found;
			}
		} catch (error) {
			this.account.explain(error);
		}
		return ids;
	}

	/** Reads the account's Posts, and adds those that X does not list yet. */
	private async read(since: number): Promise<void> {
		const at = this.rules.now();
		const timeline = await this.account.read(since);
		this.readAt = at;
		this.posts.add(...this.publishedHere, ...timeline.posts);
		this.from = Math.max(this.from, timeline.from > since ? timeline.from : 0);
	}

	private add(row: QueuedRow, part: number, id: string, answers: string | undefined): void {
		const text = comparable(row.texts[part] ?? '');
		const post = { id, text, at: this.rules.now(), answers, isAside: false };
		this.taken.add(id);
		if (part === 0) this.owned.set(row, id);
		this.posts.add(post);
		this.publishedHere.push(post);
	}

	private find(row: QueuedRow): readonly string[] {
		const [first = '', second] = row.texts.map(comparable);
		const roots = this.posts
			.withText(first)
			.filter(
				({ id, at }) => at >= row.due - this.early && (!this.taken.has(id) || this.owned.get(row) === id),
			);
		const isContinued = ({ id }: OwnPost) => this.posts.reply(id, second) !== undefined;
		const isOpen = ({ id }: OwnPost) => !this.posts.hasReply(id);
		const root = second === undefined ? roots[0] : (roots.find(isContinued) ?? roots.find(isOpen));
		if (!root) return [];
		this.taken.add(root.id);
		this.owned.set(row, root.id);
		const ids = [root.id];
		for (const text of row.texts.slice(1)) {
			const next = this.posts.reply(ids.at(-1) ?? '', comparable(text));
			if (next === undefined) break;
			ids.push(next.id);
		}
		return ids;
	}

	/** How long before its time a row's Post may be, by a clock that was ahead. Where equal texts are meant, it may be another row's. */
	private get early(): number {
		return this.rules.sameText > 0 ? EARLY : MARGIN;
	}

	/** The Post with which each row begins, so that a second look finds it again. */
	private readonly owned = new Map<QueuedRow, string>();
}

const minutes = (milliseconds: number) => counted(milliseconds / MINUTE, 'minute');

/** Finds Posts of an account by text and by the Post that they reply to. */
class KnownPosts {
	private readonly byId = new Map<string, OwnPost>();
	private readonly byText = new Map<string, OwnPost[]>();
	private readonly replies = new Map<string, OwnPost[]>();
	/** The time of the account's last Post. Reposts and replies to other people do not count. */
	lastAt = -Infinity;

	add(...posts: readonly OwnPost[]): void {
		for (const post of posts) {
			const { id, text, at, answers, isAside } = post;
			if (this.byId.has(id)) continue;
			this.byId.set(id, post);
			if (!isAside) this.lastAt = Math.max(this.lastAt, at);
			if (answers !== undefined) put(this.replies, answers, post);
			else if (!isAside) put(this.byText, text, post);
		}
	}

	get(id: string): OwnPost | undefined {
		return this.byId.get(id);
	}

	withText(text: string): readonly OwnPost[] {
		return this.byText.get(text) ?? [];
	}

	hasReply(id: string): boolean {
		return this.replies.has(id);
	}

	reply(id: string, text: string | undefined): OwnPost | undefined {
		return this.replies.get(id)?.find((post) => post.text === text);
	}
}

function put(map: Map<string, OwnPost[]>, key: string, post: OwnPost): void {
	const list = map.get(key) ?? [];
	const place = list.findIndex(({ at }) => at > post.at);
	list.splice(place < 0 ? list.length : place, 0, post);
	map.set(key, list);
}
