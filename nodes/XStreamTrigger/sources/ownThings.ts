import { ensureOnX, idsOf, type Rollback, type Thing, type Things } from '../../shared/events/reconcile';
import { hasMark, readMark } from '../../shared/events/mark';
import type { StreamSourceContext } from './source';
import { isOfSameN8n } from './streamMark';

/** Manages what a node uses on X: it uses what exists, and only removes what nodes of this n8n made. */
export class OwnThings<Found extends Thing, Wanted> {
	private orphans: string[] = [];
	private hasLooked = false;
	/** True if something had this node's mark when it looked first: an earlier start of it has made that. */
	hadOwn = false;

	constructor(
		private readonly context: StreamSourceContext,
		private readonly things: Things<Found, Wanted>,
	) {}

	async ensure(wanted: readonly Wanted[]) {
		const { node, uses, mark } = this.context;
		const undo: Rollback = [];
		const owner = {
			wanted,
			isOwn: (found: Found) => hasMark(found.tag, mark),
			isUsedByOthers: ({ id }: Found) => uses.isUsedByOthers(node, id),
		};
		const ensured = await ensureOnX(this.things, owner, undo).catch(async (error: unknown) => {
			// The node's next start finds what cannot be removed now by the mark on it.
			for (const step of undo) await step().catch(() => {});
			throw error;
		});
		const { kept, added, own } = ensured;
		if (!this.hasLooked) this.hadOwn = own.length > added.length;
		this.hasLooked = true;
		const ofThisN8n = kept.filter((found) => this.isOfThisN8n(found));
		uses.use(node, idsOf([...kept, ...added]), idsOf([...ofThisN8n, ...added]));
		return ensured;
	}

	/** Removes what no node uses any more, or only forgets it if it is kept. */
	async remove(isKept = false): Promise<void> {
		const { settings, node, uses } = this.context;
		this.orphans.push(...uses.release(node));
		const ids = this.orphans.filter((id) => !uses.isUsedByOthers(node, id));
		if (!isKept && !settings.keepsEverything) await this.things.remove(ids);
		this.orphans = [];
	}

	/** Finds those that other workflows of this n8n left behind. Only those workflows may remove them. */
	leftovers(all: readonly Found[]): Found[] {
		const { node, uses, mark } = this.context;
		return all.filter(
			(found) => this.isOfThisN8n(found) && !hasMark(found.tag, mark) && !uses.isUsedByOthers(node, found.id),
		);
	}

	/** Checks whether a node of this n8n has made something. The last one that uses it removes it. */
	private isOfThisN8n({ tag }: Found): boolean {
		return isOfSameN8n(readMark(tag), this.context.mark);
	}
}
