/** Runs background tasks for some time after n8n has started or published a workflow. */
import { clamp } from 'lodash';
import { isUnreachable, failureOf } from '../../shared/errors';
import type { Api } from '../../shared/http/connection';
import { remembered } from '../../shared/memory/process';
import { DAY, MINUTE } from '../../shared/util/time';
import { wait } from '../../shared/util/wait';
import type { Tell } from '../notices';
import { LASTS, type Missed } from './missed';
import { listWebhooks, validateWebhook } from './webhooks';

/** The pauses before an invalid webhook is challenged again, in minutes. */
const VALIDATE_AFTER = [0.5, 1, 2, 5, 10, 30];
/**
 * The interval at which the webhook is checked, for free: shorter than X repeats deliveries, so that no cut is between.
 * An app may ask 450 times in 15 minutes (shared/model/rateLimits).
 * X makes a webhook invalid after 28 hours without a right answer, or after the first wrong one, and no page says that
 * X asks again: https://docs.x.com/x-api/webhooks/introduction#webhook-validation (read on 22 November 2026)
 */
const LOOK_EVERY = 4 * MINUTE;
const LOOKS_A_DAY = DAY / LOOK_EVERY;

const UNREACHED = 'X could not reach n8n';
const REACH_IT = 'See to it that its address is reached from the internet.';
const BY_HAND = 'X Core Admin can have what came meanwhile delivered again for a day (Webhook: Replay).';

const until = 'the workflow is unpublished';
const waiting = remembered<AbortController>({ name: 'tasks after a start', of: 'node', until });
const watching = remembered<AbortController>({ name: 'checks of a webhook', of: 'node', until });
const replaying = remembered<AbortController>({ name: 'replays that a node waits for', of: 'node', until });

export class AfterStart {
	/** @param missed Is undefined if the form asks for no replay. */
	constructor(
		private readonly scope: string,
		private readonly app: Api,
		private readonly tell: Tell,
		private readonly missed: Missed | undefined,
		private readonly onChange: () => void = () => {},
	) {}

	cancel(): void {
		for (const tasks of [waiting, watching, replaying]) {
			tasks.get(this.scope)?.abort();
			tasks.delete(this.scope);
		}
	}

	/** Has X deliver again what is owed. With a reason, events may be missing since the last or another time. */
	replay(reason?: string, since?: number): void {
		const { missed } = this;
		if (missed === undefined) return;
		if (reason !== undefined) missed.owe(reason, since);
		this.onChange();
		this.begin(replaying, async (signal) => {
			for (let at = missed.nextTry; at !== undefined; at = missed.nextTry) {
				// A clock may be set during that time.
				await wait(clamp(at - missed.now, 0, LASTS), signal);
				await missed.ask(this.app, this.tell);
				this.onChange();
			}
		});
	}

	/** Checks a webhook at intervals, and has X challenge it if it is not valid: that can happen without a restart. */
	watch(webhookId: string | undefined, daily: () => Promise<void> = async () => {}): void {
		this.begin(watching, async (signal) => await this.lookAfter(webhookId, daily, signal));
	}

	validateLater(webhookId: string): void {
		this.begin(waiting, async (signal) => {
			for (const minutes of VALIDATE_AFTER) {
				await wait(minutes * MINUTE, signal);
				if (await validateWebhook(this.app, webhookId).catch(() => false)) return this.replay(UNREACHED);
			}
			this.tell('webhookInvalid', `The webhook ${webhookId} is invalid and could not be validated`, REACH_IT);
		});
	}

	private async lookAfter(webhookId: string | undefined, daily: () => Promise<void>, signal: AbortSignal) {
		let goodLook = this.missed?.least ?? 0;
		let cutSince: number | undefined;
		for (let looks = 1; ; looks++) {
			await wait(LOOK_EVERY, signal);
			if (looks % LOOKS_A_DAY === 0) await daily().catch(() => {});
			if (webhookId === undefined) continue;
			try {
				const isMadeValid = await this.makeValid(webhookId);
				if (isMadeValid)
					this.tell(
						'webhookInvalid',
						`The webhook ${webhookId} had become invalid and is valid again`,
						this.missed === undefined
							? BY_HAND
							: `${REACH_IT} X is asked to deliver again what came meanwhile.`,
					);
				if (isMadeValid) this.replay(UNREACHED);
				else if (cutSince !== undefined) this.replay('n8n could not reach X', cutSince);
				cutSince = undefined;
				goodLook = this.missed?.least ?? 0;
			} catch (error) {
				// It is tried again at the next check. Where n8n does not reach X, X may not reach n8n either.
				if (isUnreachable(error) && failureOf(error)?.status === undefined)
					cutSince ??= Math.max(goodLook, this.missed?.lastEventAt ?? 0);
			}
		}
	}

	private async makeValid(webhookId: string): Promise<boolean> {
		const webhook = (await listWebhooks(this.app)).find(({ id }) => id === webhookId);
		return webhook?.valid === false && (await validateWebhook(this.app, webhookId));
	}

	/** Ends the earlier task of a kind, and begins the next one. */
	private begin(tasks: typeof waiting, work: (signal: AbortSignal) => Promise<void>): void {
		tasks.get(this.scope)?.abort();
		const controller = new AbortController();
		tasks.set(this.scope, controller);
		// Runs in the background. Its only failure is its cancellation.
		void work(controller.signal).catch(() => {});
	}
}
