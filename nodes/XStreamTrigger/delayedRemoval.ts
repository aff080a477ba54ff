/** This file ends a node's part in a stream, and asks X about the connections before and after it. */
import { isoTime } from '../shared/model/delivered';
import { messageOf } from '../shared/util/text';
import { wait } from '../shared/util/wait';
import { connections, lastConnected } from './explain';
import type { Participant } from './prepare';
import { clockOf, inTurn, newestStart, type Start } from './sharing/registry';
import { RETURN_WITHIN, type SharedStream, type StreamReader } from './sharing/sharedStream';
import { everything } from './sources/source';
import { MINUTE } from '../shared/util/time';

/** After this time, a workflow that has ended was not replaced by a new version or in another process. */
const REMOVED_AFTER = 30_000;
/** The pauses before a removal is tried again that X has refused, for about a day. */
const FIRST_PAUSE = 60_000;
const LAST_PAUSE = 900_000;
const TRIES = 100;

export class DelayedRemoval {
	constructor(
		private readonly own: Participant,
		private readonly stream: SharedStream,
		private readonly reader: StreamReader & Start,
	) {}

	/** Ends the connection, if no other node reads it, and removes what the node made on X. */
	async now(): Promise<void> {
		this.stream.leave(this.reader);
		await this.remove();
	}

	/** Leaves everything as it is for a start of the same node that has already begun. */
	toNext(): void {
		void this.stream.leaveForNow(this.reader);
	}

	/** Does the same as `now`, after a moment in which the workflow may be published again. */
	async later(): Promise<void> {
		const { appKey, notices } = this.own;
		const closedAt = clockOf(appKey).time();
		await this.stream.leaveForNow(this.reader);
		await wait(REMOVED_AFTER - RETURN_WITHIN);
		let pause = FIRST_PAUSE;
		for (let tried = 1; this.isLast; tried++) {
			try {
				return await this.removeUnlessRead(closedAt);
			} catch (error) {
				const next =
					tried < TRIES ? `It is tried again in ${pause / MINUTE} minutes` : 'Remove it with X Core Admin';
				notices.log(`What it made on X could not be removed: ${messageOf(error)}. ${next}`);
				if (tried === TRIES) return;
			}
			await wait(pause);
			pause = Math.min(2 * pause, LAST_PAUSE);
		}
	}

	/** Asks X when the app's last connection ended that is not the present one of this process. */
	async lastUp(): Promise<number | undefined> {
		const { app, appKey, settings } = this.own;
		const before = this.stream.begunAt ?? clockOf(appKey).time();
		return await lastConnected(app, settings.stream.endpoint, before);
	}

	private get isLast(): boolean {
		return newestStart(this.own.id) === this.reader;
	}

	private async removeUnlessRead(closedAt: number): Promise<void> {
		const isRead = await this.isReadElsewhere(closedAt);
		if (isRead) this.own.notices.log('Another process reads the stream, so nothing is removed');
		if (this.isLast) await this.remove(isRead);
	}

	private async remove(isKept = false): Promise<void> {
		const { appKey, source } = this.own;
		await inTurn(appKey, async () => await source.remove(isKept));
	}

	private async isReadElsewhere(closedAt: number): Promise<boolean> {
		const { app, settings, source } = this.own;
		if (source === everything || this.stream.isInUse) return false;
		const others = await connections(app, settings.stream.endpoint, 'active').catch(() => []);
		return others
			.map(({ connected_at }) => Date.parse(isoTime(connected_at) ?? ''))
			.some((begunAt) => begunAt > closedAt && this.stream.isForeign(begunAt));
	}
}
