/**
 * The mark by which a node recognizes what it made on X, even if n8n lost its records. It is at the end of the tag of
 * a subscription or rule, and names the n8n instance, the workflow, the node and its address.
 */
import { createHash } from 'crypto';
import { isEqual } from 'lodash';

/**
 * The most characters of a subscription's tag: https://docs.x.com/x-api/activity/create-x-activity-subscription. The
 * documentation gives no limit for the tag of a rule, so this one is used for both.
 */
export const MAX_TAG = 200;

/** `n8n/<instance>/<workflow>/<node>/<address>`. Only the workflow's ID is readable; the rest are digests. */
const MARK = /(?:^| )n8n\/([0-9a-f]{6})\/([^/\s]+)\/([0-9a-f]{6})\/([0-9a-f]{6})$/;

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
 * @param nodeId An ID that does not change when the node is renamed or edited.
 * @param address The node's address. A copy of n8n with another public name has another mark.
 */
export function markOf(instanceId: string, workflowId: string, nodeId: string, address: string): Mark {
	return {
		instance: digest(instanceId),
		workflow: workflowId.replace(/[/\s]/g, '').slice(0, 40) || '-',
		node: digest(nodeId),
		address: digest(address),
	};
}

/** The mark in a tag. Undefined if it has none. */
export function readMark(tag: string | undefined): Mark | undefined {
	const [, instance, workflow, node, address] = MARK.exec(tag ?? '') ?? [];
	if (instance === undefined || workflow === undefined || node === undefined || address === undefined)
		return undefined;
	return { instance, workflow, node, address };
}

/** The tag as the user entered it. */
export function withoutMark(tag: string | undefined): string | undefined {
	const bare = tag?.replace(MARK, '');
	return bare === '' ? undefined : bare;
}

/**
 * A tag followed by the mark. If there is no room for both, the user's tag is not changed, and only n8n's record
 * shows which node made it.
 */
export function withMark(tag: string | undefined, mark: Mark): string {
	const { instance, workflow, node, address } = mark;
	const own = `n8n/${instance}/${workflow}/${node}/${address}`;
	if (tag === undefined) return own;
	return tag.length + 1 + own.length <= MAX_TAG ? `${tag} ${own}` : tag;
}

export const hasMark = (tag: string | undefined, mark: Mark): boolean => isEqual(readMark(tag), mark);

/** Whether two marks name the same node, at any address. */
export const isSameNode = (one: Mark | undefined, other: Mark): boolean =>
	one?.instance === other.instance && one.workflow === other.workflow && one.node === other.node;

/** An address, or the ID of an n8n or a node, in the form used in marks. */
export function digest(text: string): string {
	return createHash('sha256').update(text).digest('hex').slice(0, 6);
}
