/** What is done some time after n8n has started or published a workflow, in the background. */
import { DateTime } from 'luxon';

import type { Api } from '../../shared/http/connection';
import { BoundedMap } from '../../shared/util/boundedMap';
import { wait } from '../../shared/util/wait';
import { messageOf } from '../../shared/util/messageOf';
import { listWebhooks, validateWebhook } from './webhooks';

const MINUTE = 60_000;
/** Pauses before an invalid webhook is challenged again, in minutes. */
const VALIDATE_AFTER = [0.5, 1, 2, 5, 10, 30];
/** A replay ends at least ten minutes ago; with another one the start itself is in it. */
const REPLAY_AFTER = 11 * MINUTE;
const NEWEST = 10 * MINUTE;
/** A replay begins at least 31 minutes and at most 24 hours ago; the minutes between the two requests are left out. */
const SHORTEST = 32 * MINUTE;
const LONGEST = 24 * 60 * MINUTE - 2 * MINUTE;
/** How long replayed events may take to come, counted from the start of n8n. */
const REPLAY_LASTS = 3 * 60 * MINUTE;

/**
 * How often it is looked after whether a webhook is still valid; the requests are free. X makes one invalid after 28
 * hours without a right answer, or at the first wrong one, and no page says that it asks again on its own:
 * https://docs.x.com/x-api/webhooks/introduction#webhook-validation (read on 22 November 2026)
 */
const LOOK_EVERY = 20 * MINUTE;

/** What a delivery must know of a replay; kept in static data, because another process of n8n may receive it. */
export interface ReplayNote {
	/** What was created before has been delivered before n8n stopped, in milliseconds since 1970. */
	before: number;
	from: number;
	until: number;
}

/** By node: ends what is waiting. */
const waiting = new BoundedMap<string, AbortController>(500);
/** By node: ends the looking after its webhook. */
const watching = new BoundedMap<string, AbortController>(500);

export class AfterStart {
	/**
	 * @param scope Names the node; see `scopeOf`.
	 * @param now The present, in milliseconds since 1970.
	 */
	constructor(
		private readonly scope: string,
		private readonly app: Api,
		private readonly warn: (message: string) => void,
		private readonly now: () => number = Date.now,
	) {}

	/** Ends what is waiting: the workflow was switched off. */
	cancel(): void {
		waiting.get(this.scope)?.abort();
		waiting.delete(this.scope);
		watching.get(this.scope)?.abort();
		watching.delete(this.scope);
	}

	/**
	 * Looks from time to time whether a webhook is valid, and has it challenged again where it is not: X gives up an
	 * address that cannot be reached for long, and n8n need not have been restarted for that.
	 */
	watch(webhookId: string): void {
		watching.get(this.scope)?.abort();
		const controller = new AbortController();
		watching.set(this.scope, controller);
		// Nobody waits for it; its only failure is to be cancelled.
		void this.lookAfter(webhookId, controller.signal).catch(() => {});
	}

	/** Has an invalid webhook challenged again and again until it is valid. */
	validateLater(webhookId: string): void {
		this.later(async (signal) => {
			for (const minutes of VALIDATE_AFTER) {
				await wait(minutes * MINUTE, signal);
				if (await validateWebhook(this.app, webhookId).catch(() => false)) return;
			}
			this.warn(
				`The webhook ${webhookId} is invalid and could not be validated; see to it that it is reached`,
			);
		});
	}

	/**
	 * Has X deliver again what came between the last event before n8n stopped and its start: a starting n8n
	 * acknowledges deliveries that nobody gets. What ran already is known.
	 *
	 * @param lastEventAt When the last event was taken, in milliseconds since 1970.
	 * @returns What deliveries must know of it.
	 */
	replayLater(webhookId: string, lastEventAt: number): ReplayNote {
		const start = this.now();
		this.later(async (signal) => {
			await wait(REPLAY_AFTER, signal);
			const period = replayPeriod(lastEventAt, this.now());
			const body = { webhook_id: webhookId, ...period };
			await this.app.send({ method: 'POST', path: '/2/webhooks/replay', body }).catch((error: unknown) => {
				this.warn(
					`What came while n8n was away could not be replayed (${messageOf(error)}); X Core Admin can do so for a day (Webhook: Replay)`,
				);
			});
		});
		return { before: lastEventAt, from: start, until: start + REPLAY_LASTS };
	}

	private async lookAfter(webhookId: string, signal: AbortSignal): Promise<never> {
		for (;;) {
			await wait(LOOK_EVERY, signal);
			// What fails now is tried again the next time.
			const isMadeValid = await this.makeValid(webhookId).catch(() => false);
			if (isMadeValid)
				this.warn(
					`The webhook ${webhookId} had become invalid and is valid again; X Core Admin can have what came meanwhile delivered again for a day (Webhook: Replay)`,
				);
		}
	}

	/** Whether a webhook was invalid and is valid now. */
	private async makeValid(webhookId: string): Promise<boolean> {
		const webhook = (await listWebhooks(this.app)).find(({ id }) => id === webhookId);
		return webhook?.valid === false && (await validateWebhook(this.app, webhookId));
	}

	private later(task: (signal: AbortSignal) => Promise<void>): void {
		const controller = waiting.get(this.scope) ?? new AbortController();
		waiting.set(this.scope, controller);
		// Nobody waits for it; its only failure is to be cancelled.
		void task(controller.signal).catch(() => {});
	}
}

/**
 * The period of a replay, in X's notation (twelve digits, UTC), within its bounds.
 *
 * @see https://docs.x.com/x-api/account-activity/quickstart#replay
 */
export function replayPeriod(lastEventAt: number, now: number): { from_date: string; to_date: string } {
	const from = Math.max(Math.min(lastEventAt, now - SHORTEST), now - LONGEST);
	return { from_date: toMinute(from), to_date: toMinute(now - NEWEST) };
}

const toMinute = (time: number): string => DateTime.fromMillis(time).toUTC().toFormat('yyyyMMddHHmm');
