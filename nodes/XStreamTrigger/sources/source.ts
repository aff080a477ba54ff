import { NodeOperationError, type IDataObject, type ITriggerFunctions } from 'n8n-workflow';
import type { XEvent } from '../../shared/events/event';
import type { Mark } from '../../shared/events/mark';
import type { Refuse, SourceAccess } from '../../shared/events/source';
import type { SharedUses } from '../sharing/sharedUses';
import type { Settings } from '../settings';
import type { Gap } from '../stream/gaps';

/** What a source works with. */
export interface SourceContext extends SourceAccess {
	readonly n8n: ITriggerFunctions;
	readonly settings: Settings;
	/** Names this node among all of this n8n process. */
	readonly node: string;
	/** Stands in the tag of everything that this node makes on X. */
	readonly mark: Mark;
	readonly uses: SharedUses;
}

/** What a stream needs on X, and which of its events are this node's. */
export interface Source {
	/**
	 * Makes what is missing, and uses what is there.
	 *
	 * @returns How much was missing.
	 */
	ensure(): Promise<number>;
	/** Removes what this node made, unless other nodes use it. */
	remove(): Promise<void>;
	/**
	 * The event as this node gives it out; undefined where it is not this node's.
	 *
	 * @param body What came.
	 */
	own(event: XEvent, body: IDataObject): XEvent | undefined;
	/**
	 * Finds what was missed, where X lets it be found.
	 *
	 * @param gap When.
	 * @param give Takes what was found, as the stream would have sent it; false where nothing more is wanted.
	 */
	readonly fill?: (gap: Gap, give: (body: IDataObject) => Promise<boolean>) => Promise<void>;
}

/** A stream that needs nothing, and of which a node gets everything. */
export const everything: Source = {
	ensure: () => Promise.resolve(0),
	remove: () => Promise.resolve(),
	own: (event) => event,
};

/** Makes errors of the node, with what to do about them. */
export const refusing =
	({ n8n }: Pick<SourceContext, 'n8n'>): Refuse =>
	(message, description) =>
		new NodeOperationError(n8n.getNode(), message, { description });
