/**
 * An X with a filtered stream: rules, one connection, signs of life, and a search for what was missed. Made from
 * https://docs.x.com/x-api/posts/filtered-stream/introduction and the pages beside it, read on 2026-11-22.
 */
import { sortBy, sortedLastIndexBy } from 'lodash';
import type { OpenLine, OutsideRequest } from '../../support/host/outside';
import { Connections } from './connections';
import { INVALID, ModelOfX, type Answer, type OddAnswer } from './modelOfX';
import { madeAt, type Entry } from './posts';
import { compile, InvalidQuery } from './query';
import { DAY, MINUTE, SECOND, type Time } from './time';

interface Rule {
	readonly id: string;
	/** From when on it matches Posts. */
	readonly since: number;
	readonly value: string;
	readonly tag?: string;
}

/** What a self-serve app may do. */
const SEARCHES = 450;
const WINDOW = 15 * MINUTE;
const LONGEST_QUERY = 512;
const MOST_RULES = 1000;
const LONGEST_RULE = 1024;
/**
 * How long a rule takes to match:
 * https://docs.x.com/x-api/posts/filtered-stream/integrate/matching-returned-tweets (read on 2026-11-22)
 */
const COUNTS_AFTER = 20 * SECOND;
/** How long X sends to a client that does not read: until its buffers are full. */
const UNREAD = 10 * MINUTE;

export type Trouble = 'down' | 'limited';

/** What a search refuses, whatever is searched for. */
const REFUSALS = { 'HTTP 400': 400, 'HTTP 401': 401, 'HTTP 402': 402, 'HTTP 403': 403, 'HTTP 404': 404 };

export type OddSearch = OddAnswer | keyof typeof REFUSALS;

export class StreamedX extends ModelOfX {
	readonly searches: Array<{ moment: number; status: number; query: string }> = [];
	rules: Rule[] = [];
	/** How long a connection still counts that was not closed in order. */
	ghost = 0;
	/** What the stream, the search and the list of rules answer at present. */
	trouble: {
		stream?: Trouble | undefined;
		search?: Trouble | OddSearch | undefined;
		rules?: Trouble | undefined;
	} = {};
	private readonly connections = new Connections();
	private line: OpenLine | undefined;
	/** What waits for a machine that sleeps. */
	private held: string[] | undefined;
	private countsUntil = 0;
	private rulesMade = 0;
	private readonly posts: readonly Entry[];

	constructor(time: Time, posts: readonly Entry[]) {
		super(time);
		this.posts = [...posts].sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? 1 : -1));
		const inTurn = sortBy(posts, 'seen')[Symbol.iterator]();
		this.deliverNext(inTurn);
		this.live();
	}

	get isConnected(): boolean {
		return this.line?.isOpen === true;
	}

	/** The connection ends. */
	drop(how: 'in order' | 'abruptly' | 'silently'): void {
		const { line } = this;
		this.lose();
		if (how !== 'silently') line?.end(how === 'abruptly');
	}

	/** @param place From 0 to 1: which of the rules. */
	deleteRule(place: number): void {
		this.rules.splice(Math.floor(place * this.rules.length), 1);
	}

	/** The client's machine sleeps: what X sends waits, and X ends a connection that is not read. */
	async sleep(milliseconds: number, isNoticed: boolean): Promise<void> {
		const { line } = this;
		this.held = [];
		this.time.after(UNREAD, () => {
			if (!this.held || this.line !== line) return;
			this.line = undefined;
			this.connections.end(this.time.now);
		});
		await this.time.sleep(milliseconds);
		const { held } = this;
		this.held = undefined;
		for (const text of held) line?.write(text);
		if (this.line !== line && isNoticed) line?.end(true);
	}

	/** The client's process is gone: X finds out later. */
	lose(): void {
		if (this.line) this.countsUntil = this.time.now + this.ghost;
		this.line = undefined;
		this.held = undefined;
		this.connections.end(this.countsUntil);
	}

	async answer(request: OutsideRequest): Promise<Answer> {
		await this.time.pause(100);
		const { pathname, searchParams } = new URL(request.url);
		return this.route(request, pathname, searchParams);
	}

	private route({ method, body }: OutsideRequest, path: string, asked: URLSearchParams): Answer {
		if (path === '/2/tweets/search/stream/rules' && this.trouble.rules)
			return this.trouble.rules === 'limited' ? this.limited(50) : this.problem(503, 'about:blank', 'Down');
		if (path === '/2/tweets/search/stream/rules')
			return method === 'POST' ? this.changeRules(JSON.parse(body) as RuleChange, asked) : this.listRules();
		if (path === '/2/tweets/search/stream') return this.connect();
		if (path === '/2/tweets/search/recent') return this.search(asked);
		if (path === '/2/connections') return this.json(200, this.connections.list(asked, this.time.now));
		return this.problem(404, 'about:blank', `Nothing at ${path}`);
	}

	private listRules(): Answer {
		const data = this.rules.map(({ id, value, tag }) => ({ id, value, ...(tag ? { tag } : {}) }));
		const meta = { sent: new Date(this.time.now).toISOString(), result_count: data.length };
		return this.json(200, { ...(data.length > 0 ? { data } : {}), meta });
	}

	private changeRules({ add = [], delete: removed }: RuleChange, asked: URLSearchParams): Answer {
		const sent = new Date(this.time.now).toISOString();
		if (removed) {
			const gone = this.rules.filter(
				({ id, value }) => removed.ids?.includes(id) || removed.values?.includes(value),
			);
			this.rules = this.rules.filter((rule) => !gone.includes(rule));
			return this.json(200, { meta: { sent, summary: { deleted: gone.length, not_deleted: 0 } } });
		}
		const data: object[] = [];
		const errors: object[] = [];
		for (const { value, tag } of add) {
			const same = this.rules.find((rule) => rule.value === value);
			if (same) {
				const type = 'https://api.x.com/2/problems/duplicate-rules';
				errors.push({ value, id: same.id, title: 'DuplicateRule', type });
				continue;
			}
			if (this.rules.length >= MOST_RULES || value.length > LONGEST_RULE) {
				errors.push({ value, title: 'RulesCapExceeded', type: 'https://api.x.com/2/problems/rule-cap' });
				continue;
			}
			const id = String(1_800_000_000_000_000_000n + BigInt(++this.rulesMade));
			const rule = { id, value, ...(tag ? { tag } : {}) };
			data.push(rule);
			const since = this.time.now + COUNTS_AFTER;
			if (asked.get('dry_run') !== 'true') this.rules.push({ ...rule, since });
		}
		const summary = {
			created: data.length,
			not_created: errors.length,
			valid: data.length,
			invalid: errors.length,
		};
		const given = { ...(data.length > 0 ? { data } : {}), ...(errors.length > 0 ? { errors } : {}) };
		return this.json(201, { ...given, meta: { sent, summary } });
	}

	private connect(): Answer {
		if (this.trouble.stream === 'down') return this.problem(503, 'about:blank', 'Service Unavailable');
		if (this.trouble.stream === 'limited') return this.limited(50);
		if (this.isConnected || this.time.now < this.countsUntil) {
			const detail = 'This stream is currently at the maximum allowed connection limit.';
			const type = 'https://api.x.com/2/problems/streaming-connection';
			return this.problem(429, type, detail, { connection_issue: 'TooManyConnections' });
		}
		if (this.rules.length === 0) return this.problem(409, 'about:blank', 'RuleConfigurationIssue');
		let line: OpenLine | undefined;
		this.connections.begin(this.time.now);
		return {
			status: 200,
			headers: { 'content-type': 'application/json', date: this.date },
			opened: (opened) => void (line = this.line = opened),
			closed: () => {
				if (this.line !== line) return;
				this.lose();
			},
		};
	}

	private live(): boolean {
		this.time.after(20 * SECOND, () => this.live());
		return this.write('\r\n');
	}

	private deliverNext(inTurn: Iterator<Entry>): void {
		const { value: post } = inTurn.next() as { value?: Entry };
		if (post === undefined) return;
		this.time.after(post.seen - this.time.now, () => {
			this.deliverNext(inTurn);
			return this.deliver(post);
		});
	}

	private deliver(post: Entry): boolean {
		if (!this.isConnected || this.time.now >= post.gone) return false;
		const { now } = this.time;
		const matching = this.rules.filter(({ value, since }) => since <= now && compile(value, false)(post));
		if (matching.length === 0) return false;
		this.bill.read('post', post.id, this.time.now);
		const matching_rules = matching.map(({ id, tag }) => ({ id, ...(tag ? { tag } : {}) }));
		return this.write(`${JSON.stringify({ data: show(post), matching_rules })}\r\n`);
	}

	/** Says whether there is a connection. */
	private write(text: string): boolean {
		if (this.held && this.line) this.held.push(text);
		else this.line?.write(text);
		return this.line !== undefined;
	}

	private search(asked: URLSearchParams): Answer {
		const query = asked.get('query') ?? '';
		const given = this.found(asked, query);
		const status = typeof given === 'string' ? 0 : given.status;
		this.searches.push({ moment: this.time.now, status, query });
		return given;
	}

	private found(asked: URLSearchParams, query: string): Answer {
		const { now } = this.time;
		const recent = this.searches.filter(({ moment, status }) => moment > now - WINDOW && status === 200);
		if (this.trouble.search === 'down') return this.problem(503, 'about:blank', 'Service Unavailable');
		if (this.trouble.search === 'limited' || recent.length >= SEARCHES) return this.limited(SEARCHES);
		if (this.trouble.search !== undefined)
			return (
				this.odd(this.trouble.search) ??
				this.problem(REFUSALS[this.trouble.search as keyof typeof REFUSALS], 'about:blank', '')
			);
		const invalid = (detail: string) => this.problem(400, INVALID, detail);
		if (query.length > LONGEST_QUERY) return invalid(`The query is longer than ${LONGEST_QUERY} characters`);
		const size = Number(asked.get('max_results') ?? 10);
		if (!(size >= 10 && size <= 100)) return invalid("'max_results' is not between 10 and 100");
		const bounds = boundsOf(asked, now);
		if (typeof bounds === 'string') return invalid(bounds);
		try {
			return this.pageOf(asked, size, bounds, compile(query, true));
		} catch (error) {
			if (error instanceof InvalidQuery) return invalid(`Invalid query: ${error.message}`);
			throw error;
		}
	}

	private pageOf(
		asked: URLSearchParams,
		size: number,
		bounds: Bounds,
		test: (post: Entry) => boolean,
	): Answer {
		const { now } = this.time;
		const token = asked.get('next_token') ?? asked.get('pagination_token');
		const behind = token === null ? undefined : BigInt(Buffer.from(token, 'base64url').toString());
		/** How many were made at this time or later. */
		const count = (made: number) =>
			sortedLastIndexBy<Pick<Entry, 'made'>>(this.posts, { made }, (post) => -post.made);
		const found = this.posts
			.slice(count(bounds.to), count(bounds.from))
			.filter(
				(post) =>
					post.seen <= now &&
					now < post.gone &&
					BigInt(post.id) > bounds.since &&
					BigInt(post.id) < bounds.until &&
					(behind === undefined || BigInt(post.id) < behind) &&
					test(post),
			);
		const page = found.slice(0, size);
		for (const { id } of page) this.bill.read('post', id, now);
		const last = page.at(-1);
		const next = last && found.length > size ? Buffer.from(last.id).toString('base64url') : undefined;
		return this.json(200, {
			...(page.length > 0 ? { data: page.map(show) } : {}),
			meta: { result_count: page.length, ...(next ? { next_token: next } : {}) },
		});
	}
}

interface RuleChange {
	readonly add?: ReadonlyArray<{ value: string; tag?: string }>;
	readonly delete?: { readonly ids?: readonly string[]; readonly values?: readonly string[] };
}

interface Bounds {
	readonly from: number;
	readonly to: number;
	readonly since: bigint;
	readonly until: bigint;
}

/** What a search is bounded by, or why X refuses it. */
function boundsOf(asked: URLSearchParams, now: number): Bounds | string {
	const oldest = now - 7 * DAY;
	const [start, end] = [asked.get('start_time'), asked.get('end_time')];
	const since = asked.get('since_id');
	const until = asked.get('until_id');
	if (start !== null && Date.parse(start) < oldest) return "'start_time' must be on or after seven days ago";
	if (since !== null && madeAt(since) < oldest)
		return "'since_id' must be a tweet id created after seven days ago";
	if (end !== null && Date.parse(end) > now - 10 * SECOND)
		return "'end_time' must be a minimum of 10 seconds prior to the request time";
	return {
		from: start === null ? oldest : Date.parse(start),
		to: end !== null ? Date.parse(end) : until !== null ? now : now - 30 * SECOND,
		since: BigInt(since ?? 0),
		until: until === null ? 2n ** 63n : BigInt(until),
	};
}

const show = ({ id, versions = [id], author, text, made }: Entry) => ({
	id,
	text,
	author_id: author,
	created_at: new Date(made).toISOString(),
	edit_history_tweet_ids: versions,
});
