/** This file marks what X Stream Trigger makes on X. As a stream has no address, marks name the kind of run. */
import type { ITriggerFunctions } from 'n8n-workflow';
import { digest, markOf, type Mark } from '../../shared/events/mark';

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
export const isOfSameN8n = (one: Mark | undefined, other: Mark): boolean =>
	one?.instance === other.instance && DIGESTS.includes(one.address);
