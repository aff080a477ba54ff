/** Runs background tasks for some time after n8n has started or published a workflow. */
import { DateTime } from 'luxon';

import type { Api } from '../../shared/http/connection';
import { remembered } from '../../shared/memory/process';
import { wait } from '../../shared/util/wait';
import { messageOf } from '../../shared/util/messageOf';
import { listWebhooks, validateWebhook } from './webhooks';
import { DAY, HOUR, MINUTE } from '../../shared/util/time';

/** The pauses before an invalid webhook is challenged again, in minutes. */
const VALIDATE_AFTER = [0.5, 1, 2, 5, 10, 30];
/** A replay must end at least ten minutes ago. One more minute includes the start of n8n. */
const REPLAY_AFTER = 11 * MINUTE;
const NEWEST = 10 * MINUTE;
/** A replay must begin between 31 minutes and 24 hours ago. The margin covers the time between the two requests. */
const SHORTEST = 32 * MINUTE;
const LONGEST = DAY - 2 * MINUTE;
/** The longest time until replayed events arrive, counted from n8n's start. */
const REPLAY_LASTS = 3 * HOUR;

/**
 * The interval at which the webhook is checked, for free. X makes a webhook invalid after 28 hours without a right
 * answer, or after the first wrong one, and no page says that X asks again on its own:
 * https://docs.x.com/x-api/webhooks/introduction#webhook-validation (read on 22 November 2026)
 */
const LOOK_EVERY = 20 * MINUTE;
const LOOKS_A_DAY = DAY / LOOK_EVERY;

/** The limits of a replay, in static data because another process of n8n may receive the deliveries. */
interface ReplayNote {
	/** Events created before this time were delivered before n8n stopped, in milliseconds since 1970. */
	before: number;
	from: number;
	until: number;
}

const until = 'the workflow is unpublished';
const waiting = remembered<AbortController>({ name: 'tasks after a start', of: 'node', until });
const watching = remembered<AbortController>({ name: 'checks of a webhook', of: 'node', until });

export class AfterStart {
	/**
	 * @param scope The name of the node; see `scopeOf`.
	 * @param now The present time, in milliseconds since 1970.
	 */
	constructor(
		private readonly scope: string,
		private readonly app: Api,
		private readonly warn: (message: string) => void,
		private readonly now: () => number = Date.now,
	) {}

	/** Cancels waiting tasks when the workflow is unpublished. */
	cancel(): void {
		waiting.get(this.scope)?.abort();
		waiting.delete(this.scope);
		watching.get(this.scope)?.abort();
		watching.delete(this.scope);
	}

	/**
	 * Checks at intervals whether a webhook is valid, and has X challenge it again if it is not. X gives up an
	 * address that was unreachable for long, and that can happen without a restart of n8n.
	 *
	 * @param webhookId Is undefined if another workflow checks it.
	 * @param daily Another check, once a day.
	 */
	watch(webhookId: string | undefined, daily: () => Promise<void> = async () => {}): void {
		watching.get(this.scope)?.abort();
		const controller = new AbortController();
		watching.set(this.scope, controller);
		// Runs in the background. Its only failure is its cancellation.
		void this.lookAfter(webhookId, daily, controller.signal).catch(() => {});
	}

	/** Has X challenge an invalid webhook until it is valid. */
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
	 * Has X repeat what it delivered between the last event before n8n stopped and n8n's start. A starting n8n
	 * acknowledges deliveries without running them. Events that already ran are recognized.
	 *
	 * @param lastEventAt The time at which the last event was taken, in milliseconds since 1970.
	 * @returns The note about the replay for deliveries.
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

	private async lookAfter(
		webhookId: string | undefined,
		daily: () => Promise<void>,
		signal: AbortSignal,
	): Promise<never> {
		for (let looks = 1; ; looks++) {
			await wait(LOOK_EVERY, signal);
			if (looks % LOOKS_A_DAY === 0) await daily().catch(() => {});
			if (webhookId === undefined) continue;
			// A failure is tried again at the next check.
			const isMadeValid = await this.makeValid(webhookId).catch(() => false);
			if (isMadeValid)
				this.warn(
					`The webhook ${webhookId} had become invalid and is valid again; X Core Admin can have what came meanwhile delivered again for a day (Webhook: Replay)`,
				);
		}
	}

	/** Has X challenge an invalid webhook, and returns whether that made it valid. */
	private async makeValid(webhookId: string): Promise<boolean> {
		const webhook = (await listWebhooks(this.app)).find(({ id }) => id === webhookId);
		return webhook?.valid === false && (await validateWebhook(this.app, webhookId));
	}

	private later(task: (signal: AbortSignal) => Promise<void>): void {
		const controller = waiting.getOrMake(this.scope, () => new AbortController());
		// Runs in the background. Its only failure is its cancellation.
		void task(controller.signal).catch(() => {});
	}
}

/**
 * The period of a replay, in X's notation (twelve digits, UTC), within X's limits.
 *
 * @see https://docs.x.com/x-api/account-activity/quickstart#replay
 */
export function replayPeriod(lastEventAt: number, now: number): { from_date: string; to_date: string } {
	const from = Math.max(Math.min(lastEventAt, now - SHORTEST), now - LONGEST);
	return { from_date: toMinute(from), to_date: toMinute(now - NEWEST) };
}

const toMinute = (time: number): string => DateTime.fromMillis(time).toUTC().toFormat('yyyyMMddHHmm');
