/**
 * Marks what a node makes on X, so that the node recognizes it even if n8n lost its records. The mark ends the tag of
 * a subscription or rule, and names the n8n instance, the workflow, the node and its address.
 */
import { createHash } from 'crypto';
import { isEqual } from 'lodash';

/**
 * The most characters of a subscription's tag: https://docs.x.com/x-api/activity/create-x-activity-subscription. The
 * documentation gives no limit for the tag of a rule, so this one is used for both.
 */
export const MAX_TAG = 200;

const MARK = /(?:^| )n8n\/([0-9a-f]{6})\/([^/\s]+)\/([0-9a-f]{6})\/([0-9a-f]{6})$/;

export interface Mark {
	readonly instance: string;
	readonly workflow: string;
	readonly node: string;
	readonly address: string;
}

/** Makes the mark of a node. A copy of n8n with another public name has another mark. */
export function markOf(instanceId: string, workflowId: string, nodeId: string, address: string): Mark {
	return {
		instance: digest(instanceId),
		workflow: workflowId.replace(/[/\s]/g, '').slice(0, 40) || '-',
		node: digest(nodeId),
		address: digest(address),
	};
}

/** Reads the mark in a tag. Returns undefined if it has none. */
export function readMark(tag: string | undefined): Mark | undefined {
	const [, instance, workflow, node, address] = MARK.exec(tag ?? '') ?? [];
	if (instance === undefined || workflow === undefined || node === undefined || address === undefined)
		return undefined;
	return { instance, workflow, node, address };
}

/** Returns the tag as the user entered it. */
export function withoutMark(tag: string | undefined): string | undefined {
	const bare = tag?.replace(MARK, '');
	return bare === '' ? undefined : bare;
}

/** Adds the mark to a tag. Without room for both, the tag stays, and only n8n's record shows which node made it. */
export function withMark(tag: string | undefined, mark: Mark): string {
	const { instance, workflow, node, address } = mark;
	const own = `n8n/${instance}/${workflow}/${node}/${address}`;
	if (tag === undefined) return own;
	return tag.length + 1 + own.length <= MAX_TAG ? `${tag} ${own}` : tag;
}

export const hasMark = (tag: string | undefined, mark: Mark): boolean => isEqual(readMark(tag), mark);

/** Returns whether two marks name the same node, at any address. */
export const isSameNode = (one: Mark | undefined, other: Mark): boolean =>
	one?.instance === other.instance && one.workflow === other.workflow && one.node === other.node;

/** Digests an address, or the ID of an n8n or a node, for a mark. */
export const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 6);
