/** An X that is polled: one list, who asks, what it costs, and what goes wrong. */
import type { OutsideRequest } from '../../support/host/outside';
import type { ListShape } from './lists';
import { INVALID, ModelOfX, type Answer, type OddAnswer } from './modelOfX';
import { isAbove, madeAt, type Entry } from './posts';
import { compile, InvalidQuery } from './query';
import { MINUTE, SECOND, type Time } from './time';

/** Answers with another status than 200, and what they say. */
const PROBLEMS = {
	'401': 'Unauthorized',
	'402': 'The enrolled account does not have any credits to fulfill this request.',
	'403': 'Forbidden',
	'404': 'Not Found',
	'503': 'Service Unavailable',
};

/**
 * What may happen to a request: X refuses it, the connection breaks, no answer comes, a proxy answers, or X does so
 * oddly, or as it should.
 */
export type Fault = keyof typeof PROBLEMS | '429' | 'reset' | 'silence' | 'none' | OddAnswer;

/** Where a page begins, which a token says. */
interface Token {
	readonly after: string;
	readonly given: number;
}

/** How long a page token counts, where it ends at all. */
const TOKEN_LIFE = 30 * MINUTE;

/** How long a request stays without an answer until it is given up. */
const SILENCE = 40 * SECOND;

export interface Account {
	readonly id: string;
	readonly username: string;
}

export class PolledX extends ModelOfX {
	/** How many requests X has not answered as asked. */
	failed = 0;
	/** What was edited or deleted in the second in which it was given: the `Date` of an answer has whole seconds. */
	readonly unsure = new Set<string>();
	account: Account = { id: '2501000001', username: 'zoo' };
	/** What happens to the next requests, in their order. */
	faults: Fault[] = [];
	/** Called before a request is looked at and after it was answered. */
	atRequest: () => Promise<void> | void = () => undefined;
	private readonly places: ReadonlyMap<string, number>;
	/** What comes into the list, the next one last. */
	private readonly coming: Entry[];
	/** What the list has, first entry first, at a moment. */
	private shown: Entry[] = [];
	private shownAt = -Infinity;

	/** @param entries In the order in which they were made or added. */
	constructor(
		time: Time,
		readonly shape: ListShape,
		entries: readonly Entry[],
	) {
		super(time);
		const byId = (a: Entry, b: Entry) => (isAbove(b.id, a.id) ? 1 : -1);
		const sorted = [...entries].sort(shape.order === 'id' ? byId : (a, b) => b.seen - a.seen || byId(a, b));
		this.places = new Map(sorted.map((entry, place) => [stayOf(entry), place]));
		this.coming = [...entries].sort((a, b) => b.seen - a.seen);
	}

	/** What the list has at this moment, first entry first. Time only goes on. */
	visible(): Entry[] {
		const { now } = this.time;
		const { reach = Infinity, depth = Infinity, isSearch = false } = this.shape;
		const from = now - reach;
		const to = isSearch ? now - 30 * SECOND : now;
		const shown = this.present(now).filter(
			({ made, to: reader = this.account.id }) => made >= from && made <= to && reader === this.account.id,
		);
		return depth < shown.length ? shown.slice(0, depth) : shown;
	}

	private present(now: number): Entry[] {
		if (now === this.shownAt) return this.shown;
		this.shownAt = now;
		const came: Entry[] = [];
		for (let next = this.coming.at(-1); next && next.seen <= now; next = this.coming.at(-1)) {
			came.push(next);
			this.coming.pop();
		}
		const all = came.length === 0 ? this.shown : [...came.reverse(), ...this.shown];
		const place = (entry: Entry) => this.places.get(stayOf(entry)) ?? 0;
		if (came.length > 0) all.sort((a, b) => place(a) - place(b));
		return (this.shown = all.filter(({ gone }) => now < gone));
	}

	async answer(request: OutsideRequest): Promise<Answer> {
		await this.atRequest();
		await this.time.pause(this.faults[0] === 'silence' ? SILENCE : 150);
		const answer = this.respond(request);
		if (typeof answer === 'string' || answer.status !== 200) this.failed++;
		await this.atRequest();
		return answer;
	}

	private respond({ url }: OutsideRequest): Answer {
		const { pathname, searchParams } = new URL(url);
		if (pathname === '/2/users/me') return this.showAccount();
		const fault = this.faults.shift();
		if (fault === 'reset') return 'ECONNRESET';
		if (fault === 'silence') return 'ETIMEDOUT';
		if (fault === '429') return this.limited(450);
		if (fault !== undefined && fault in PROBLEMS)
			return this.problem(Number(fault), 'about:blank', PROBLEMS[fault as keyof typeof PROBLEMS]);
		const odd = this.odd(fault);
		if (odd) {
			this.failed++;
			return odd;
		}
		if (!this.shape.path.test(pathname)) return this.problem(404, 'about:blank', `Nothing at ${pathname}`);
		return this.page(searchParams);
	}

	private showAccount(): Answer {
		this.bill.read('user', this.account.id, this.time.now);
		return this.json(200, { data: { ...this.account, name: 'Zoo' } });
	}

	private page(asked: URLSearchParams): Answer {
		const { page, bounds } = this.shape;
		const size = Number(asked.get('max_results') ?? page.usual);
		if (!(size >= page.least && size <= page.most))
			return this.invalid(`'max_results' is not between ${page.least} and ${page.most}`);
		const since = asked.get('since_id');
		const until = asked.get('until_id');
		if (!bounds && (since ?? until) !== null) return this.invalid('since_id is not a parameter here');
		const oldest = this.time.now - (this.shape.reach ?? Infinity);
		if (since !== null && this.shape.isSearch && madeAt(since) < oldest) return this.tooOld(oldest);
		const token = asked.get('pagination_token') ?? asked.get('next_token');
		const start = this.placeOf(token);
		if (start === undefined) return this.invalid("The 'next_token' value is invalid");
		let shown: Entry[];
		try {
			shown = this.within(asked, since, until);
		} catch (error) {
			if (error instanceof InvalidQuery) return this.invalid(error.message);
			throw error;
		}
		const first = start === '' ? 0 : shown.findIndex((entry) => this.isBehind(entry, start));
		const taken = first < 0 ? [] : shown.slice(first, first + size);
		const last = taken.at(-1);
		const hasMore = last !== undefined && first + size < shown.length;
		return this.give(taken, asked, hasMore ? stayOf(last) : undefined);
	}

	private within(asked: URLSearchParams, since: string | null, until: string | null): Entry[] {
		const from = Date.parse(asked.get('start_time') ?? '');
		const query = this.shape.isSearch ? compile(asked.get('query') ?? '', true) : () => true;
		const own = { author: this.account.id, ...this.account };
		return this.visible().filter(
			(entry) =>
				(since === null || isAbove(entry.id, since)) &&
				(until === null || isAbove(until, entry.id)) &&
				!(entry.made < from) &&
				query(entry.author === own.author ? { ...entry, ...own } : entry),
		);
	}

	private give(taken: readonly Entry[], asked: URLSearchParams, next: string | undefined): Answer {
		const { now } = this.time;
		const given = taken.filter(({ hidden }) => !hidden);
		for (const { id, first, gone } of given) {
			this.bill.read(this.shape.kind, id, now);
			if (Math.floor(gone / SECOND) === Math.floor(now / SECOND)) this.unsure.add(first);
		}
		const wantsAuthors = /author_id|sender_id/.test(asked.get('expansions') ?? '');
		const authors = wantsAuthors ? [...new Set(given.map(({ author }) => author))] : [];
		for (const id of authors) this.bill.read('user', id, now);
		const token: Token | undefined = next === undefined ? undefined : { after: next, given: now };
		return this.json(200, {
			...(given.length > 0 ? { data: given.map((entry) => this.show(entry)) } : {}),
			...(authors.length > 0 ? { includes: { users: authors.map((id) => person(id)) } } : {}),
			meta: {
				result_count: given.length,
				...(given[0] && this.shape.bounds ? { newest_id: given[0].id, oldest_id: given.at(-1)?.id } : {}),
				...(token ? { next_token: Buffer.from(JSON.stringify(token)).toString('base64url') } : {}),
			},
		});
	}

	private show({ id, versions = [id], author, text, made }: Entry): object {
		const created_at = new Date(made).toISOString();
		if (this.shape.kind === 'user') return { ...person(id), created_at };
		if (this.shape.kind === 'message')
			return {
				id,
				text,
				event_type: 'MessageCreate',
				sender_id: author,
				created_at,
				dm_conversation_id: '1-2',
			};
		return { id, text, author_id: author, created_at, edit_history_tweet_ids: versions };
	}

	/** The entry after which a page begins; undefined where the token no longer counts. */
	private placeOf(token: string | null): string | undefined {
		if (token === null) return '';
		try {
			const { after, given } = JSON.parse(Buffer.from(token, 'base64url').toString()) as Token;
			const ends = this.shape.isSearch ? Infinity : TOKEN_LIFE;
			return this.time.now - given <= ends ? after : undefined;
		} catch {
			return undefined;
		}
	}

	/** Whether an entry comes after another one, which may be gone. */
	private isBehind(entry: Entry, stay: string): boolean {
		return (this.places.get(stayOf(entry)) ?? 0) > (this.places.get(stay) ?? 0);
	}

	private tooOld(oldest: number): Answer {
		const bound = new Date(oldest).toISOString();
		return this.invalid(
			`'since_id' must be a tweet id created after [${bound}]. Please use a 'since_id' that is larger.`,
		);
	}

	private invalid(detail: string): Answer {
		return this.problem(400, INVALID, detail, { errors: [{ message: detail, parameters: {} }] });
	}
}

const stayOf = ({ id, stay = id }: Entry): string => stay;

const person = (id: string) => ({ id, username: `user${id}`, name: `User ${id}` });
