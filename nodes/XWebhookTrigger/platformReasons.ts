import { get } from 'lodash';

/** Reasons the platform gives when a webhook or subscription cannot be had. Source: webhooks and activity documentation. */
export type FailureReason =
	| 'CrcValidationFailed'
	| 'UrlValidationFailed'
	| 'DuplicateUrlFailed'
	| 'WebhookLimitExceeded'
	| 'WebhookIdInvalid'
	| 'DuplicateSubscriptionFailed'
	| 'SubscriptionLimitExceeded'
	| 'SubscriptionNotFound';

/**
 * The platform's reason inside a failed request, one of FailureReason where it gave one.
 *
 * @param error what a request threw
 */
export function reasonOf(error: unknown): string | undefined {
	const code: unknown = get(error, 'context.data.code');
	return typeof code === 'string' ? code : undefined;
}

/** Whether a request failed for this reason. */
export function failedFor(error: unknown, reason: FailureReason): boolean {
	return reasonOf(error) === reason;
}

/** HTTP status of a failed request, when there was an answer. */
export function statusOf(error: unknown): number | undefined {
	if (typeof error !== 'object' || error === null || !('httpCode' in error)) return undefined;
	const status = Number(error.httpCode);
	return Number.isInteger(status) && status > 0 ? status : undefined;
}

/** Whether the thing asked for is not there (any more). */
export function isGone(error: unknown): boolean {
	return (
		statusOf(error) === 404 ||
		failedFor(error, 'WebhookIdInvalid') ||
		failedFor(error, 'SubscriptionNotFound')
	);
}

/** For `.catch` on a removal: what is gone already needs no removing. */
export function ignoreNotFound(error: unknown): void {
	if (!isGone(error)) throw error;
}

/** Whether the platform could not be asked at all, as against having said no. */
export function isUnreachable(error: unknown): boolean {
	if (get(error, 'context.data.kind') === undefined) return false;
	const status = statusOf(error);
	return status === undefined || status === 429 || status >= 500;
}

/** One line about an error, for the log. */
export function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : 'unknown error';
}
