import { type IDataObject, type ITriggerFunctions, NodeOperationError } from 'n8n-workflow';
import type { XEvent } from '../../shared/events/event';
import { digest, hasMark, type Mark, markOf, readMark } from '../../shared/events/mark';
import { ensureOnX, idsOf, type Rollback, type Thing, type Things } from '../../shared/events/reconcile';
import type { Refuse, SourceAccess } from '../../shared/events/source';
import type { GapSearch, Searched } from '../search/searchGap';
import type { StreamSettings } from '../settings';
import type { SharedUses } from '../sharing/registry';
import type { SearchAllowance } from '../sharing/searchAllowance';

export interface StreamSourceContext extends SourceAccess {
	readonly n8n: ITriggerFunctions;
	readonly settings: StreamSettings;
	readonly node: string;
	/** Part of the tag of everything that this node makes on X. */
	readonly mark: Mark;
	readonly uses: SharedUses;
	/** The texts of the app's rules by their IDs. All nodes of this process share them. */
	readonly rules: Map<string, string>;
	readonly allowance: SearchAllowance;
	readonly ownPosts: { readonly accounts: readonly string[] };
}

export interface StreamSource {
	/** Creates what is missing, uses what exists, and returns how much was missing. */
	ensure(): Promise<number>;
	/** A digest of the IDs of what this node uses, which shows whether something was made again. */
	readonly made?: string;
	/** Removes what this node made, unless other nodes use it or it is kept. It can be called again after a failure. */
	remove(isKept?: boolean): Promise<void>;
	own(event: XEvent, body: IDataObject): XEvent | undefined;
	/** Finds missed events, if X has a search for them. Is undefined if nothing more is wanted. */
	readonly fill?: (search: GapSearch) => Promise<Searched | undefined>;
	readonly hadOwn?: boolean;
	/** Checks whether a message is about rules that no node of this process knows. */
	isUnknown?(body: IDataObject): boolean;
}

/** A stream that needs nothing on X and gives a node all of its events. */
export const everything: StreamSource = {
	ensure: () => Promise.resolve(0),
	remove: () => Promise.resolve(),
	own: (event) => event,
};

export const refusing =
	({ n8n }: Pick<StreamSourceContext, 'n8n'>): Refuse =>
	(message, description) =>
		new NodeOperationError(n8n.getNode(), message, { description });

const PUBLISHED = 'stream';
const TEST = 'stream test';
const DIGESTS = [PUBLISHED, TEST].map(digest);

/** Returns the mark of a node. A test run has its own, so that it removes nothing of the published workflow. */
export const streamMarkOf = (context: ITriggerFunctions): Mark =>
	markOf(
		context.getInstanceId(),
		context.getWorkflow().id ?? '',
		context.getNode().id,
		context.getMode() === 'manual' ? TEST : PUBLISHED,
	);

/** Checks whether a mark is that of a stream of the same n8n. */
const isOfSameN8n = (one: Mark | undefined, other: Mark): boolean =>
	one?.instance === other.instance && DIGESTS.includes(one.address);

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
