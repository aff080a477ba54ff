/**
 * Has X deliver again what a node missed: the span stays open, over restarts, until X says that its replay is complete.
 * X replays the last 24 hours, up to ten minutes ago: https://docs.x.com/x-api/account-activity/quickstart#replay
 */
import { isEqual } from 'lodash';
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { isDenied, isNotFound } from '../../shared/errors';
import {
	OpenSpans,
	openSpansShape,
	timeShape,
	type OpenSpan,
	type Span,
} from '../../shared/events/openSpans';
import type { Api } from '../../shared/http/connection';
import { remembered } from '../../shared/memory/process';
import { object, text } from '../../shared/util/lenient';
import { messageOf } from '../../shared/util/messageOf';
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
/** Without a word about its end, a replay counts as complete after this time. */
const LASTS = 3 * HOUR;
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

const known = remembered<Missed>({ name: 'what a webhook trigger missed', of: 'node' });

/** What one node missed, and since when it has not had an event. */
export class Missed {
	private ended: { job: string; isComplete: boolean } | undefined;
	private isOfProcess = false;

	private constructor(
		public lastEventAt: number,
		private webhookId: string,
		private before: number,
		private readonly spans: OpenSpans<Progress>,
		/** True if n8n has stored nothing of the node. */
		readonly isNew: boolean,
	) {}

	/** Returns what this process knows of a node, or what n8n has stored. */
	static of(scope: string, data: IDataObject, now = Date.now()): Missed {
		const missed = known.getOrMake(scope, () => Missed.stored(data, now));
		missed.isOfProcess = true;
		return missed;
	}

	/** The same, if this process has published the node. */
	static ofProcess(scope: string): Missed | undefined {
		return known.get(scope);
	}

	/** Returns what n8n has stored. A replay that was running is asked for again: X sends its events only once. */
	static stored({ owed, lastEventAt }: IDataObject, now = Date.now()): Missed {
		const isKnown = typeof lastEventAt === 'number';
		// A time that has not come is from a wrong clock: then X is asked for as much as it has.
		const last = !isKnown ? now : lastEventAt > now + LATENESS ? now - REACH : lastEventAt;
		const { webhookId = '', before = last, spans = [] } = owedShape.safeParse(owed).data ?? {};
		const again = spans.map(({ progress, ...span }) => ({
			...span,
			...(progress && { progress: { ...progress, isRunning: false }, nextTry: now }),
		}));
		return new Missed(last, webhookId, before, new OpenSpans(RULES, again, now), !isKnown);
	}

	/** The time of the next request. Is undefined if nothing is open. */
	get nextTry(): number | undefined {
		return this.spans.nextTry;
	}

	get open(): Array<Span & { reason: string }> {
		return this.spans.stored.map(({ from, to, reason }) => ({ from, to, reason }));
	}

	/**
	 * Notes the webhook that delivers. X replays nothing of an earlier one.
	 *
	 * @returns What is lost with the earlier one.
	 */
	deliversBy(webhookId: string): Span[] {
		const lost = this.webhookId === webhookId ? [] : this.spans.stored;
		if (this.webhookId !== webhookId) this.spans.clear();
		this.webhookId = webhookId;
		return lost.map(({ lostFrom, from, to }) => ({ from: lostFrom ?? from, to }));
	}

	/** Notes that nothing came since the last event, or since a later time. */
	owe(reason: string, now: number, since = this.lastEventAt): void {
		const from = Math.max(this.lastEventAt, Math.min(since, now));
		if (this.nextTry === undefined) this.before = from;
		this.spans.open({ from: from - RETRIES, to: now, reason });
		this.lastEventAt = now;
	}

	/** Puts it into static data that n8n is about to store. */
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

	/**
	 * Returns whether a replay repeats an event that ran before but is not remembered, because it has no identifier or
	 * because too many events followed.
	 */
	isRepeated(createdAt: string | undefined): boolean {
		return this.nextTry !== undefined && Date.parse(createdAt ?? '') < this.before - LATENESS;
	}

	/**
	 * Notes X's word about the end of a replay. A process that has not published the node does not know which one it was,
	 * so it counts for all that X could have been asked for.
	 */
	settle(job: string, isComplete: boolean, now: number): void {
		const { all } = this.spans;
		const asked = this.isOfProcess
			? all.filter(({ progress }) => progress?.job === job)
			: all.filter(({ to }) => isComplete && to + SETTLES <= now);
		// X may say so before it has answered the request.
		if (asked.length === 0) this.ended = { job, isComplete };
		for (const span of asked) this.end(span, isComplete, now);
	}

	/** Asks X for the span whose turn it is. */
	async ask(app: Api, tell: Tell, now: () => number): Promise<void> {
		for (const lost of this.spans.giveUp(now())) tell('eventsLost', lostText(lost), AFTER_A_DAY);
		const span = this.spans.next(now());
		if (span === undefined) return;
		if (span.progress?.isRunning === true) return this.spans.close(span);
		const body = { webhook_id: this.webhookId, ...replayPeriod(span, now()) };
		try {
			const answer = await app.send({ method: 'POST', path: '/2/webhooks/replay', body });
			const job = text(object(object(answer.body).data).job_id) ?? '';
			if (span.lostFrom !== undefined)
				tell('eventsLost', lostText({ from: span.lostFrom, to: span.from }), AFTER_A_DAY);
			delete span.lostFrom;
			span.progress = { job, replays: (span.progress?.replays ?? 0) + 1, isRunning: true };
			span.nextTry = now() + LASTS;
			if (this.ended?.job === job) this.end(span, this.ended.isComplete, now());
		} catch (error) {
			this.failed(span, error, tell, now());
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

/**
 * The period of a replay, in X's notation (twelve digits, UTC), within X's limits. It begins before the span and ends
 * after it, because n8n's clock may be fast or slow.
 */
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
