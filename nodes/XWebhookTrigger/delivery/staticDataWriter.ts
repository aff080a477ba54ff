import { sleep } from 'n8n-workflow';
import type { WebhookResponse } from '../incoming';

/** The time for which a delivery must be the newest before it writes for all, in milliseconds. */
const SETTLED = 200;
/** The longest time without a write while deliveries keep arriving, in milliseconds. */
const AT_LEAST_EVERY = 1_000;
const INTERVAL = 1;
/** The interval at which a delivery that does not write checks whether it must take over, in milliseconds. */
const IDLE_INTERVAL = 20;
/** The longest time that n8n may take to start a run, in milliseconds. */
const PATIENCE = 60_000;

/**
 * Brings what a node writes into static data during `webhook()` into n8n's database. n8n 2.39 saves them right before
 * it answers (`LiveWebhooks.executeWebhook`) if they are marked as changed, and clears the mark once `webhook()` has
 * returned (`ObservableObject.create` in `WorkflowRunner.runMainProcess`). So the data are written until n8n has
 * answered. The test "n8n forgets what webhook() wrote" fails once n8n fixes that; then this class can go. A write
 * costs about as much as a run, so one of several deliveries writes for all: the last one in progress, or the newest
 * once no other follows, and one every second in an endless series.
 */
export class StaticDataWriter {
	private readonly open = new Set<PendingWrite>();
	private newest: PendingWrite | undefined;
	private writtenAt = -Infinity;
	/** Wakes the waiting deliveries when one has ended, because another may have to write now. */
	private nextEnd = newSignal();

	/** Writes until n8n has answered a delivery, and returns whether n8n took the events. */
	async writeUntilAnswered(response: WebhookResponse, write?: () => void): Promise<boolean> {
		const finished = new Promise<void>((resolve) => {
			response.once('finish', resolve);
		});
		// If X has hung up there is no `finish` event, but n8n has still set a status.
		await Promise.race([finished, this.writeUntilEnded(response, write)]);
		return response.writableEnded && response.statusCode < 300;
	}

	private async writeUntilEnded(response: WebhookResponse, write?: () => void): Promise<void> {
		const delivery: PendingWrite = { since: performance.now() };
		if (write !== undefined) {
			this.open.add(delivery);
			this.newest = delivery;
		}
		try {
			while (!response.writableEnded && performance.now() - delivery.since < PATIENCE) {
				if (write !== undefined && this.shouldWrite(delivery, performance.now())) {
					write();
					await sleep(INTERVAL);
				} else {
					await Promise.race([sleep(IDLE_INTERVAL), this.nextEnd.promise]);
				}
			}
		} finally {
			if (this.open.delete(delivery)) {
				this.nextEnd.resolve();
				this.nextEnd = newSignal();
			}
		}
	}

	private shouldWrite(delivery: PendingWrite, now: number): boolean {
		const isAlone = this.open.size === 1;
		const isLast = this.newest === delivery && now - delivery.since >= SETTLED;
		if (!isAlone && !isLast && now - this.writtenAt < AT_LEAST_EVERY) return false;
		this.writtenAt = now;
		return true;
	}
}

interface PendingWrite {
	readonly since: number;
}

function newSignal() {
	let resolve = () => {};
	const promise = new Promise<void>((done) => {
		resolve = done;
	});
	return { promise, resolve };
}
