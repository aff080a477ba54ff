import { NodeOperationError, type IDataObject, type ITriggerFunctions } from 'n8n-workflow';
import type { XEvent } from '../../shared/events/event';
import type { Mark } from '../../shared/events/mark';
import type { Refuse, SourceAccess } from '../../shared/events/source';
import type { SharedUses } from '../sharing/sharedUses';
import type { StreamSettings } from '../settings';
import type { GapSearch, Searched } from '../search/searchGap';
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
