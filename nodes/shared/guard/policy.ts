/** Decides what a workflow may write over all its runs: how often, and no text twice. */
import { createHash } from 'crypto';
import { get, sumBy } from 'lodash';
import type { INode } from 'n8n-workflow';
import { z } from 'zod';
import { BoundedMap } from '../memory/boundedMap';
import { remembered } from '../memory/process';
import { asText } from '../util/text';
import { PROCESS } from '../ledger/day';
import { GuardRefusal } from '../ledger/refusal';
import type { Priced } from '../ledger/requestCost';
import { DAY, MINUTE } from '../util/time';

/** No workflow writes so often in a minute: a larger count is damage. */
const MOST = 1_000_000;

/** The number of writes that each process counted, by the minute since 1970. */
const writesShape = z.record(z.record(z.coerce.number().int(), z.number().int().nonnegative().max(MOST)));

type Writes = z.infer<typeof writesShape>;

/**
 * Counts writes in 24 hours that move with the time. A write counts until its whole minute is older than that, so a
 * workflow writes rather less than it may. States are merged as those of `DayCounter` are.
 */
class WriteCounter {
	private readonly minutes = new Map<string, Map<number, number>>();

	constructor(private readonly writer: string) {}

	/** Counts writes. A negative count takes back what did not happen. */
	add(count: number, now: number): void {
		const own = this.of(this.writer);
		const minute = Math.floor(now / MINUTE);
		own.set(minute, Math.max(0, (own.get(minute) ?? 0) + count));
		this.forget(now);
	}

	count(now: number): number {
		this.forget(now);
		return sumBy([...this.entries()], ([, count]) => count);
	}

	opensAt(limit: number, now: number): Date {
		let left = this.count(now) - limit + 1;
		for (const [minute, count] of [...this.entries()].sort(([one], [other]) => one - other)) {
			left -= count;
			if (left <= 0) return new Date((minute + 1) * MINUTE + DAY);
		}
		return new Date(now);
	}

	merge(stored: Writes, now: number): void {
		for (const [writer, counts] of Object.entries(stored)) {
			const known = this.of(writer);
			for (const [key, count] of Object.entries(counts)) {
				const [minute, own] = [Number(key), known.get(Number(key)) ?? 0];
				// What this process has counted is newer than what is stored: X may have refused a write since.
				if (writer !== this.writer || !known.has(minute)) known.set(minute, Math.max(count, own));
			}
		}
		this.forget(now);
	}

	get state(): Writes {
		return Object.fromEntries(
			[...this.minutes].map(([writer, counts]) => [writer, Object.fromEntries(counts)]),
		);
	}

	private *entries(): Generator<[number, number]> {
		for (const counts of this.minutes.values()) yield* counts;
	}

	private of(writer: string): Map<number, number> {
		const known = this.minutes.get(writer) ?? new Map<number, number>();
		this.minutes.set(writer, known);
		return known;
	}

	private forget(now: number): void {
		for (const [writer, counts] of this.minutes) {
			for (const minute of counts.keys()) if (!isRecent(minute, now)) counts.delete(minute);
			if (counts.size === 0 && writer !== this.writer) this.minutes.delete(writer);
		}
	}
}

/** A clock that was ahead and was set right must not block for ever. */
const isRecent = (minute: number, now: number): boolean =>
	(minute + 1) * MINUTE > now - DAY && minute * MINUTE <= now + DAY;

export interface GuardRules {
	readonly dryRun?: boolean | undefined;
	readonly maxCostPerDay?: number | undefined;
	readonly writesPerDay?: number | undefined;
	readonly sameTextDays?: number | undefined;
	readonly answerOnce?: boolean | undefined;
	/** The message that the item answers: X is not told which one a message answers. */
	readonly answeredMessage?: string | undefined;
}

export const MOST_DAYS = 90;
/** Texts beyond this number are forgotten, the oldest first. */
const TEXTS = 10_000;

interface AdmittedWrite {
	undo(): void;
}

export const writtenShape = z.object({ writes: writesShape, texts: z.record(z.number()) });

type Written = z.infer<typeof writtenShape>;

/** Remembers the writes of a workflow in a process. */
export class WriteMemory {
	private readonly writes = new WriteCounter(PROCESS);
	/** The last moment at which each text was written, and each Post or message answered. */
	private readonly texts = new BoundedMap<string, number>(TEXTS);
	/** Those of writes that X refused: what was stored meanwhile still has them. */
	private readonly refused = new BoundedMap<string, true>(TEXTS);
	changes = 0;

	merge({ writes, texts }: Written, now: number): void {
		this.writes.merge(writes, now);
		const known = Object.entries(texts).sort(([, one], [, other]) => one - other);
		// What was written later than now is damage, and would hold a text back for ever.
		for (const [mark, time] of known)
			if (time > (this.texts.get(mark) ?? 0) && !this.refused.has(`${mark} ${time}`))
				this.texts.set(mark, Math.min(time, now));
	}

	stateAt(now: number): Written {
		const texts = [...this.texts].filter(([, time]) => time > now - MOST_DAYS * DAY);
		return { writes: this.writes.state, texts: Object.fromEntries(texts) };
	}

	/**
	 * Counts a write, or says which rule does not allow it. Without a wait, no two writes can both take the last place.
	 *
	 * @throws GuardRefusal
	 */
	admit(node: INode, rules: GuardRules, request: Priced, now: number): AdmittedWrite {
		const refusal = this.refusal(node, rules, request, now);
		if (refusal) throw refusal;
		const before = marksOf(rules, request).map((mark) => [mark, this.texts.get(mark)] as const);
		this.writes.add(1, now);
		this.changes++;
		for (const [mark] of before) this.texts.set(mark, now);
		return {
			undo: () => {
				this.writes.add(-1, now);
				this.changes++;
				for (const [mark, time] of before) {
					// Another write of the same text may have come after it.
					const isLast = this.forget(mark, now);
					if (isLast && time !== undefined && !this.refused.has(`${mark} ${time}`))
						this.texts.set(mark, time);
				}
			},
		};
	}

	/** Checks whether a write was counted since a moment: by its text or answer, or because its answer was lost. */
	hasCounted(rules: GuardRules, request: Priced, since: number): boolean {
		const marks = [...marksOf(rules, request), lostMarkOf(request)];
		return marks.some((mark) => (this.texts.get(mark) ?? 0) >= since);
	}

	/** Whether a write may be sent that was counted before, as its answer was lost. */
	get hasLost(): boolean {
		return [...this.texts.keys()].some((mark) => mark.startsWith('?'));
	}

	/** Keeps when the answer to a write was lost; undefined once it was sent again and answered. */
	keepLost(request: Priced, at: number | undefined): void {
		const mark = lostMarkOf(request);
		const known = this.texts.get(mark) ?? at;
		if (known === undefined) return;
		this.changes++;
		if (at === undefined) this.forget(mark, known);
		else this.texts.set(mark, known);
	}

	/** Forgets a mark of a moment, also where it was stored meanwhile. Returns whether it was the last one. */
	private forget(mark: string, time: number): boolean {
		this.refused.set(`${mark} ${time}`, true);
		return this.texts.get(mark) === time && this.texts.delete(mark);
	}

	/** The refusal of a request; undefined where the rules allow it. */
	refusal(node: INode, rules: GuardRules, request: Priced, now: number): GuardRefusal | undefined {
		const { sameTextDays = 0, writesPerDay = Infinity } = rules;
		if (this.writes.count(now) >= writesPerDay)
			return new GuardRefusal(node, {
				rule: `Writes per Day (${writesPerDay})`,
				kind: 'writesPerDay',
				message: `Guard → Writes per Day (${writesPerDay}) does not allow another write of this workflow`,
				description: `${NOT_SENT} ${ALL_RUNS}`,
				opensAt: this.writes.opensAt(writesPerDay, now),
			});
		const answer = answeredBy(rules, request);
		if (answer?.isOnce === true && (this.texts.get(answer.mark) ?? 0) > now - MOST_DAYS * DAY)
			return new GuardRefusal(node, {
				rule: `Answer Each ${answer.kind} Once`,
				kind: 'answered',
				message: `Guard → Answer Each ${answer.kind} Once: this workflow has answered ${answer.kind} ${answer.id} before`,
				description: `${NOT_SENT} ${ALL_RUNS}`,
			});
		const mark = sameTextDays > 0 ? markOf(request) : undefined;
		const written = mark === undefined ? undefined : this.texts.get(mark);
		if (written === undefined || written <= now - sameTextDays * DAY) return undefined;
		return new GuardRefusal(node, {
			rule: `Same Text Again After (${sameTextDays})`,
			kind: 'sameText',
			message: 'Guard → Same Text Again After (Days): this workflow has published this text before',
			description: `${NOT_SENT} X forbids the same text again, from one account or from several. Write another one.`,
			opensAt: new Date(written + sameTextDays * DAY),
		});
	}
}

const NOT_SENT = 'The request was not sent.';
const ALL_RUNS = 'All nodes of the workflow that have a guard count together, over all runs.';

/** A mark of the text of a Post, the same for texts that X sees as the same; undefined for other requests. */
function markOf({ method, path, template = path, body }: Priced): string | undefined {
	if (`${method} ${template}` !== 'POST /2/tweets') return undefined;
	const text = asText(get(body, 'text'))
		.normalize('NFKC')
		// Characters without a width make no other text: no one sees them.
		.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
		.toLowerCase()
		.replace(/^(\s*@\w+)+/, '')
		.replace(/\s+/g, ' ')
		.trim();
	return text === '' ? undefined : digest(text);
}

const MESSAGE = /^POST \/2\/(?:dm_conversations|chat\/conversations\/)(?:.*\/messages)?$/;

/** The Post or message that a write answers. No mark of a text begins like these. */
function answeredBy(rules: GuardRules, { method, path, template = path, body }: Priced) {
	const post = asText(get(body, 'reply.in_reply_to_tweet_id'));
	if (`${method} ${template}` === 'POST /2/tweets' && post !== '')
		return { kind: 'Post', id: post, mark: `>${post}`, isOnce: rules.answerOnce === true };
	const id = MESSAGE.test(`${method} ${path}`) ? rules.answeredMessage : undefined;
	return id === undefined ? undefined : { kind: 'Message', id, mark: `>m ${id}`, isOnce: true };
}

/** The mark of a write of any kind. No mark of a text begins like it. */
const lostMarkOf = ({ method, path, body, meaning }: Priced): string =>
	`?${digest(JSON.stringify([method, path, meaning?.text ?? body]))}`;

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 14);

/** The marks of a write, also without a rule that asks for them: other nodes of the workflow may have it. */
const marksOf = (rules: GuardRules, request: Priced): readonly string[] =>
	[markOf(request), answeredBy(rules, request)?.mark].flatMap((mark) => mark ?? []);

const UPLOAD = /^POST \/2\/(chat\/)?media\/(upload|metadata)/;

/** Checks whether a request of an operation uploads or describes a file of what the operation writes. */
export const isUpload = ({ method, path }: Priced, route: string): boolean =>
	UPLOAD.test(`${method} ${path}`) && !/^GET /.test(route) && !route.startsWith(`${method} ${path}`);

const memories = remembered<WriteMemory>({ name: 'what was written lately', of: 'workflow' });

/** Returns the memory of a workflow in this process. */
export const writesOfWorkflow = (workflow: string): WriteMemory =>
	memories.getOrMake(workflow, () => new WriteMemory());
