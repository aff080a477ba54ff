/** The marks of what X Stream Trigger makes on X: they name the kind of run, as a stream has no address. */
import type { ITriggerFunctions } from 'n8n-workflow';
import { digest, markOf, type Mark } from '../../shared/events/mark';

const PUBLISHED = 'stream';
const TEST = 'stream test';
const DIGESTS = [PUBLISHED, TEST].map(digest);

/** The mark of a node; a test run has one of its own, so that it takes nothing away from the published workflow. */
export const streamMarkOf = (context: ITriggerFunctions): Mark =>
	markOf(
		context.getInstanceId(),
		context.getWorkflow().id ?? '',
		context.getNode().id,
		context.getMode() === 'manual' ? TEST : PUBLISHED,
	);

/** Whether a mark is that of a stream of the same n8n. */
export const isOfSameN8n = (one: Mark | undefined, other: Mark): boolean =>
	one?.instance === other.instance && DIGESTS.includes(one.address);
