/** What a thrown error says about the request that failed, for code that continues after it. */
import { get } from 'lodash';
import { z } from 'zod';

import { KINDS, type FailureKind } from './kinds';
import { isWebhookReason, type WebhookReason } from './webhookReasons';

const factsShape = z.object({
	kind: z.custom<FailureKind>((kind) => typeof kind === 'string' && Object.hasOwn(KINDS, kind)),
	status: z.number().optional(),
	code: z.string().optional(),
	parameter: z.string().optional(),
	problems: z.array(z.record(z.unknown())).default([]),
	mayBeDone: z.boolean().default(false),
});

/** What an error keeps of a failure beside its message and its advice. */
export type FailureFacts = z.infer<typeof factsShape>;

/**
 * The failure behind an error.
 *
 * @param error Anything thrown.
 * @returns undefined for an error of another origin than a request.
 */
export const failureOf = (error: unknown): FailureFacts | undefined =>
	factsShape.safeParse(get(error, 'context.data')).data;

/** The reason for which X refused a webhook or subscription, where it gave one. */
export function webhookReasonOf(error: unknown): WebhookReason | undefined {
	const code = failureOf(error)?.code;
	return code !== undefined && isWebhookReason(code) ? code : undefined;
}

/** Whether what was asked for is not there (any more). */
export function isNotFound(error: unknown): boolean {
	const failure = failureOf(error);
	return failure?.kind === 'notFound' || failure?.status === 404;
}

/** For `.catch` of a removal: what is gone already needs no removing. */
export function ignoreNotFound(error: unknown): void {
	if (!isNotFound(error)) throw error;
}

/** Whether X may have done what was asked, though it did not say so. */
export const mayBeDone = (error: unknown): boolean => failureOf(error)?.mayBeDone ?? false;

/** Whether X could not be asked at all, as against having said no. */
export function isUnreachable(error: unknown): boolean {
	const failure = failureOf(error);
	if (failure === undefined) return false;
	const { status } = failure;
	return status === undefined || status === 429 || status >= 500;
}

/** Whether X refused the credential, or what it may do. */
export function isDenied(error: unknown): boolean {
	const status = failureOf(error)?.status;
	return status === 401 || status === 403;
}

/** Whether X refused what was asked, as against who asked. */
export function isRefused(error: unknown): boolean {
	const status = failureOf(error)?.status;
	return status === 400 || status === 409;
}
