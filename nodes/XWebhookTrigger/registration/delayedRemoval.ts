/**
 * Delays removals from X for a moment: n8n switches a node off and on for a new version of the workflow as well, and
 * what happens in between would be lost.
 */
import { remembered } from '../../shared/memory/process';
import { wait } from '../../shared/util/wait';

/** The longest time that n8n may take to switch the new version on, in milliseconds. */
const PATIENCE = 12_000;

export interface Removal {
	readonly credential: string | undefined;
	/** Removes the node from X. It must not throw. */
	readonly leave: () => Promise<void>;
}

class DelayedRemoval {
	readonly ended: Promise<void>;
	private readonly waiting = new AbortController();
	private hasBegun = false;
	private stays = false;

	constructor(private readonly removal: Removal) {
		this.ended = this.run();
	}

	get credential(): string | undefined {
		return this.removal.credential;
	}

	/** Begins now, unless it has begun already. */
	async hurry(): Promise<void> {
		this.waiting.abort();
		await this.ended;
	}

	/** Drops the removal, or waits for its end if it has begun. */
	async drop(): Promise<void> {
		if (!this.hasBegun) this.stays = true;
		await this.hurry();
	}

	private async run(): Promise<void> {
		// Ends early when another node needs the place on X, or when the node comes back.
		await wait(PATIENCE, this.waiting.signal).catch(() => {});
		if (this.stays) return;
		this.hasBegun = true;
		await this.removal.leave();
	}
}

const leaving = remembered<DelayedRemoval>({
	name: 'webhooks to remove in a moment',
	of: 'address',
	until: 'it is done',
});

/** Removes a node from X in a moment, unless it comes back before. */
export async function removeLater(url: string, removal: Removal): Promise<void> {
	await leaving.get(url)?.drop();
	const begun = new DelayedRemoval(removal);
	leaving.set(url, begun);
	void begun.ended.finally(() => {
		if (leaving.get(url) === begun) leaving.delete(url);
	});
}

/** Keeps a node that is switched on again on X, if it still has the app. */
export async function keepOrRemove(
	url: string,
	credential: string | undefined,
	isSameApp: () => Promise<boolean>,
): Promise<void> {
	const found = leaving.get(url);
	if (found === undefined) return;
	// Another app cannot remove what this one has, and X takes an address once.
	if (found.credential === credential || (await isSameApp())) await found.drop();
	else await found.hurry();
}

/** Removes nodes that are switched off from X now, and returns whether there were any. */
export async function removeWaiting(url: string): Promise<boolean> {
	const others = [...leaving].filter(([address]) => address !== url).map(([, other]) => other);
	await Promise.all(others.map(async (other) => await other.hurry()));
	return others.length > 0;
}
