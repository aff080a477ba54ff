/**
 * Has X deliver again what a node missed: the span stays open, over restarts, until X says that its replay is complete.
 * X replays the last 24 hours, up to ten minutes ago: https://docs.x.com/x-api/account-activity/quickstart#replay
 */
import { isEqual } from 'lodash';
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { failureOf, isDenied, isNotFound, lookedAt } from '../../shared/errors';
import {
	OpenSpans,
	openSpansShape,
	timeShape,
	type OpenSpan,
	type Span,
} from '../../shared/events/openSpans';
import type { Api } from '../../shared/http/connection';
import type { Clocks } from '../../shared/http/xClock';
import { remembered } from '../../shared/memory/process';
import { object, text } from '../../shared/util/lenient';
import { messageOf } from '../../shared/util/text';
import { DAY, HOUR, MINUTE } from '../../shared/util/time';
import type { Tell } from '../notices';

/** The clocks of n8n and of X may differ by this much. */
const CLOCKS = 10 * MINUTE;
/** X takes a beginning of up to 24 hours ago. Its notation cuts off seconds. */
const REACH = DAY - CLOCKS - 2 * MINUTE;
/** A replay must end at least ten minutes ago. */
const NEWEST = 10 * MINUTE;
/** A replay must begin at least 31 minutes ago. */
const SHORTEST = 32 * MINUTE;
/** One more minute includes the start of n8n. */
const SETTLES = NEWEST + CLOCKS + MINUTE;
const RULES = { reach: REACH - CLOCKS, settles: SETTLES, joins: DAY };
/** X repeats a refused delivery for this long, so that one may be lost that came before the last event. */
const RETRIES = 5 * MINUTE;
/** The longest delay between the creation of an event and its arrival. */
const LATENESS = MINUTE;
/** Without a word about its end, a replay counts as complete after this time. No wait is longer. */
export const LASTS = 3 * HOUR;
/** A replay that X could not deliver completely is asked for this many times. */
const MOST_REPLAYS = 3;

const progressShape = z.object({ job: z.string(), replays: z.number(), isRunning: z.boolean() });
type Progress = z.infer<typeof progressShape>;

export const owedShape = z.object({
	webhookId: z.string(),
	/** What was created before this time was delivered before the first span. */
	before: timeShape,
	spans: openSpansShape(progressShape),
});

/** n8n's clock alone, in a process that has asked X for nothing. */
const ownClock: Clocks = () => [Date.now(), Date.now()];

const known = remembered<Missed>({ name: 'what a webhook trigger missed', of: 'node' });

/** What one node missed, and since when it has not had an event. */
export class Missed {
	private ended: { job: string; isComplete: boolean } | undefined;
	private isOfProcess = false;
	/** Whether X has refused a period by the later clock, so that the earlier one counts. */
	private isEarlier = false;

	private constructor(
		private readonly clocks: Clocks,
		public lastEventAt: number,
		private webhookId: string,
		private before: number,
		private readonly spans: OpenSpans<Progress>,
		/** True if n8n has stored nothing of the node. */
		readonly isNew: boolean,
	) {}

	static of(scope: string, data: IDataObject, clocks?: Clocks): Missed {
		const missed = known.getOrMake(scope, () => Missed.stored(data, clocks));
		missed.isOfProcess = true;
		return missed;
	}

	/** The same, if this process has published the node. */
	static ofProcess(scope: string): Missed | undefined {
		return known.get(scope);
	}

	static stored({ owed, lastEventAt }: IDataObject, clocks = ownClock): Missed {
		const isKnown = typeof lastEventAt === 'number';
		const [least, now] = clocks();
		const last = isKnown ? lastEventAt : least;
		const { webhookId = '', before = last, spans = [] } = owedShape.safeParse(owed).data ?? {};
		return new Missed(clocks, last, webhookId, before, new OpenSpans(RULES, spans, now), !isKnown);
	}

	/** The latest that it may be, by which waits go. */
	get now(): number {
		return this.clocks()[1];
	}

	/** The earliest that it may be. A beginning that is too early only has X asked for more. */
	get least(): number {
		return this.clocks()[0];
	}

	hadEvent(): void {
		const [least, most] = this.clocks();
		this.lastEventAt = this.lastEventAt > most ? least : Math.max(this.lastEventAt, least);
	}

	get nextTry(): number | undefined {
		return this.spans.nextTry;
	}

	get open(): ReadonlyArray<OpenSpan<Progress>> {
		return this.spans.all;
	}

	/** Notes the webhook that delivers, and returns what is lost: X replays nothing of an earlier one. */
	deliversBy(webhookId: string): Span[] {
		const lost = this.webhookId === webhookId ? [] : this.spans.stored;
		if (this.webhookId !== webhookId) this.spans.clear();
		this.webhookId = webhookId;
		this.askAgain();
		return lost.map(({ lostFrom, from, to }) => ({ from: lostFrom ?? from, to }));
	}

	/** Notes that nothing came since the last event, or since another time. */
	owe(reason: string, since = this.lastEventAt): void {
		const { now, least } = this;
		this.askAgain();
		// A time that has not come is from a wrong clock: then X is asked for as much as it has.
		const from = since > now + LATENESS ? least - REACH : since;
		if (this.nextTry === undefined) this.before = from;
		this.spans.open({ from: from - RETRIES, to: now, reason });
		this.hadEvent();
	}

	keepIn(data: IDataObject): void {
		const { webhookId, before, lastEventAt } = this;
		const spans = this.spans.stored;
		if (data.lastEventAt !== lastEventAt) data.lastEventAt = lastEventAt;
		if (spans.length === 0) {
			if (data.owed !== undefined) delete data.owed;
		} else if (!isEqual(object(data.owed).spans, spans)) {
			data.owed = JSON.parse(JSON.stringify({ webhookId, before, spans })) as IDataObject;
		}
	}

	/** Returns whether a replay repeats an event that ran before but is not remembered. */
	isRepeated(createdAt: string | undefined): boolean {
		return this.nextTry !== undefined && Date.parse(createdAt ?? '') < this.before - LATENESS;
	}

	/** Notes the end of a replay. A process that has not published the node does not know which one it was. */
	settle(job: string, isComplete: boolean): void {
		const { now } = this;
		const { all } = this.spans;
		const asked = this.isOfProcess
			? all.filter(({ progress }) => progress?.job === job)
			: all.filter(({ to }) => isComplete && to + SETTLES <= now);
		// X may say so before it has answered the request.
		if (asked.length === 0) this.ended = { job, isComplete };
		for (const span of asked) this.end(span, isComplete, now);
	}

	async ask(app: Api, tell: Tell): Promise<void> {
		const [least, most] = this.clocks();
		for (const lost of this.spans.giveUp(least)) tell('eventsLost', lostText(lost), AFTER_A_DAY);
		// A wrong clock may have noted the next attempt for days ahead.
		for (const each of this.spans.all) if (each.nextTry > most + LASTS) each.nextTry = most;
		const span = this.spans.next(most, least);
		if (span === undefined) return;
		if (span.progress?.isRunning === true) return this.spans.close(span);
		const left = this.untilSettled(span, least, most);
		if (left > 0) {
			span.nextTry = most + left;
			return;
		}
		const wanted = {
			webhook_id: this.webhookId,
			...replayPeriod(span, this.isEarlier ? least : most),
		};
		try {
			const answer = await app.send({ method: 'POST', path: '/2/webhooks/replay', body: wanted });
			const body = lookedAt(answer.body);
			// The page of the request and the guide differ about where it is.
			const job = text(body.job_id) ?? text(object(body.data).job_id);
			if (job === undefined) throw new Error('X names no job');
			if (span.lostFrom !== undefined)
				tell('eventsLost', lostText({ from: span.lostFrom, to: span.from }), AFTER_A_DAY);
			delete span.lostFrom;
			span.progress = { job, replays: (span.progress?.replays ?? 0) + 1, isRunning: true };
			span.nextTry = this.now + LASTS;
			if (this.ended?.job === job) this.end(span, this.ended.isComplete, this.now);
		} catch (error) {
			this.failed(span, error, tell, this.now);
			if (failureOf(error)?.status !== 400) return;
			// X refuses what is asked for with a clock that is ahead: then the other one counts.
			this.isEarlier = !this.isEarlier;
			if (this.isEarlier && least > span.from) span.to = Math.min(span.to, least);
		}
	}

	/** Returns for how long X does not replay the end of a span yet, by the clock that counts now. */
	private untilSettled(span: OpenSpan<Progress>, least: number, most: number): number {
		span.to = Math.min(span.to, most);
		const left = (now: number) => span.to + SETTLES - now;
		// No span ends so late: the earlier clock is wrong.
		if (left(least) > LASTS) this.isEarlier = false;
		return left(this.isEarlier ? least : most);
	}

	/** Asks again for replays that were running while n8n did not take their events: X sends each only once. */
	private askAgain(): void {
		for (const span of this.spans.all) {
			if (span.progress?.isRunning !== true) continue;
			span.progress.isRunning = false;
			span.nextTry = span.to;
		}
	}

	private failed(span: OpenSpan<Progress>, error: unknown, tell: Tell, now: number): void {
		const reason = messageOf(error);
		const isLong = this.spans.tried(span, now, reason);
		if (isNotFound(error)) {
			this.spans.close(span);
			return tell('eventsLost', `${lostText(span)} (${reason})`, AFTER_A_DAY);
		}
		// X refuses at once where a plan has no replay. A refusal that passes is reported only if it lasts.
		if (isDenied(error) ? span.tries === 1 : isLong)
			tell(
				'replayRefused',
				`X does not replay what came ${period(span)} (${reason}); it is asked again for a day`,
				'If your plan has no replay, switch Replay Missed Events off. X Core Admin can ask as well (Webhook: Replay).',
			);
	}

	private end(span: OpenSpan<Progress>, isComplete: boolean, now: number): void {
		if (isComplete || (span.progress?.replays ?? 0) >= MOST_REPLAYS) return this.spans.close(span);
		this.spans.tried(span, now, 'X could not deliver all of it');
		if (span.progress !== undefined) span.progress.isRunning = false;
	}
}

/** The period of a replay, in X's notation and within its limits, with a margin for n8n's clock. */
export function replayPeriod({ from, to }: Span, now: number): { from_date: string; to_date: string } {
	return {
		from_date: toMinute(Math.max(Math.min(from - CLOCKS, now - SHORTEST), now - REACH)),
		to_date: toMinute(Math.min(to + CLOCKS + MINUTE, now - NEWEST)),
	};
}

const toMinute = (time: number): string => DateTime.fromMillis(time).toUTC().toFormat('yyyyMMddHHmm');
const shown = (time: number): string => DateTime.fromMillis(time).toUTC().toFormat('yyyy-MM-dd HH:mm');
const period = ({ from, to }: Span): string => `from ${shown(from)} to ${shown(to)} UTC`;
export const lostText = (span: Span): string => `What came ${period(span)} is lost`;
export const AFTER_A_DAY = 'X replays the last 24 hours of a webhook that is still there, and no more.';
