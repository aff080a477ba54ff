/** What a thrown error says about the request that failed, for code that continues after it. */
import { get } from 'lodash';
import { z } from 'zod';

import type { FailureKind } from './failure';
import { isWebhookReason, type WebhookReason } from './webhookReasons';

const failureShape = z.object({
	kind: z.string(),
	status: z.number().optional(),
	code: z.string().optional(),
});

/** The facts that `toNodeApiError` left in an error; undefined for an error of another origin. */
const failureIn = (error: unknown) => failureShape.safeParse(get(error, 'context.data')).data;

/** The reason for which X refused a webhook or subscription, where it gave one. */
export function webhookReasonOf(error: unknown): WebhookReason | undefined {
	const code = failureIn(error)?.code;
	return code !== undefined && isWebhookReason(code) ? code : undefined;
}

/** Whether what was asked for is not there (any more). */
export function isNotFound(error: unknown): boolean {
	const failure = failureIn(error);
	return failure?.kind === 'notFound' || failure?.status === 404;
}

/** For `.catch` of a removal: what is gone already needs no removing. */
export function ignoreNotFound(error: unknown): void {
	if (!isNotFound(error)) throw error;
}

/** Faults after which X may have done what was asked. */
const UNCLEAR: ReadonlySet<string> = new Set<FailureKind>([
	'connection',
	'timeout',
	'notJson',
	'server',
	'unavailable',
]);

/** Whether X may have done what was asked, though it did not say so. */
export const mayBeDone = (error: unknown): boolean => UNCLEAR.has(failureIn(error)?.kind ?? '');

/** Whether X could not be asked at all, as against having said no. */
export function isUnreachable(error: unknown): boolean {
	const failure = failureIn(error);
	if (failure === undefined) return false;
	const { status } = failure;
	return status === undefined || status === 429 || status >= 500;
}

/** Whether X refused the credential, or what it may do. */
export function isDenied(error: unknown): boolean {
	const status = failureIn(error)?.status;
	return status === 401 || status === 403;
}

/** Whether X refused what was asked, as against who asked. */
export function isRefused(error: unknown): boolean {
	const status = failureIn(error)?.status;
	return status === 400 || status === 409;
}
