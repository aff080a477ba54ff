/** What long runs tell n8n's log: the editor shows nothing of a node before it is done. */
import type { IExecuteFunctions } from 'n8n-workflow';

/** How long a request usually takes in seconds, for what has to be said before the first one. */
export const USUAL_SECONDS = 0.3;

/**
 * Writes a line to n8n's log.
 *
 * @param work What the run is: it comes first in every line.
 * @param sentence What is told.
 */
export const logProgress = ({ logger }: IExecuteFunctions, work: 'sync' | 'upload', sentence: string) =>
	logger.info(`Catalog ${work}: ${sentence}`);
