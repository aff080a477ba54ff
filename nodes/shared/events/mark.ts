/**
 * The mark by which what a node made is recognised on X, whatever became of n8n's own records: it stands at
 * the end of the tag of a subscription or rule, and names n8n's instance, the workflow, the node and its address.
 */
import { createHash } from 'crypto';
import { isEqual } from 'lodash';

/**
 * Most characters of a subscription's tag: https://docs.x.com/x-api/activity/create-x-activity-subscription. The
 * documentation has none for the tag of a rule, so the same is taken.
 */
export const MAX_TAG = 200;

/** `n8n/<instance>/<workflow>/<node>/<address>`; only the workflow is written out, the rest as digests. */
const MARK = /(?:^| )n8n\/([0-9a-f]{6})\/([^/\s]+)\/([0-9a-f]{6})\/([0-9a-f]{6})$/;

/** Who made something on X. */
export interface Mark {
	readonly instance: string;
	readonly workflow: string;
	readonly node: string;
	readonly address: string;
}

/**
 * The mark of a node.
 *
 * @param instanceId ID of the n8n.
 * @param nodeId What stays the same when the node is renamed or edited.
 * @param address The node's address: a copy of n8n with another public name has another mark.
 */
export function markOf(instanceId: string, workflowId: string, nodeId: string, address: string): Mark {
	return {
		instance: digest(instanceId),
		workflow: workflowId.replace(/[/\s]/g, '').slice(0, 40) || '-',
		node: digest(nodeId),
		address: digest(address),
	};
}

/** The mark in a tag; undefined where there is none. */
export function readMark(tag: string | undefined): Mark | undefined {
	const [, instance, workflow, node, address] = MARK.exec(tag ?? '') ?? [];
	if (instance === undefined || workflow === undefined || node === undefined || address === undefined)
		return undefined;
	return { instance, workflow, node, address };
}

/** The tag as the user gave it. */
export function withoutMark(tag: string | undefined): string | undefined {
	const bare = tag?.replace(MARK, '');
	return bare === '' ? undefined : bare;
}

/**
 * A tag with the mark behind it. Where there is no room for both, the user's tag stays as it is: then only n8n's record
 * knows whose it is.
 */
export function withMark(tag: string | undefined, mark: Mark): string {
	const { instance, workflow, node, address } = mark;
	const own = `n8n/${instance}/${workflow}/${node}/${address}`;
	if (tag === undefined) return own;
	return tag.length + 1 + own.length <= MAX_TAG ? `${tag} ${own}` : tag;
}

/** Whether a tag has a mark. */
export const hasMark = (tag: string | undefined, mark: Mark): boolean => isEqual(readMark(tag), mark);

/** Whether two marks name the same node, at whichever address. */
export const isSameNode = (one: Mark | undefined, other: Mark): boolean =>
	one?.instance === other.instance && one.workflow === other.workflow && one.node === other.node;

/** An address or the ID of an n8n or a node, as marks have it. */
export function digest(text: string): string {
	return createHash('sha256').update(text).digest('hex').slice(0, 6);
}
