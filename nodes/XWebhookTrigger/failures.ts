import { isObject } from './events/read';

/** Reasons the platform gives when a webhook or subscription cannot be had. Source: webhooks and activity documentation. */
const REASONS = [
	'CrcValidationFailed',
	'UrlValidationFailed',
	'DuplicateUrlFailed',
	'WebhookLimitExceeded',
	'WebhookIdInvalid',
	'DuplicateSubscriptionFailed',
	'SubscriptionLimitExceeded',
	'SubscriptionNotFound',
] as const;

export type FailureReason = (typeof REASONS)[number];

/**
 * The platform's reason inside a failed request. No document says which member of the body holds it, so all that the
 * error carries is searched.
 *
 * @param error what a request threw
 */
export function reasonOf(error: unknown): FailureReason | undefined {
	const said = words(error, 0)
		.join(' ')
		.replace(/[\s_-]/g, '')
		.toLowerCase();
	return REASONS.find((reason) => said.includes(reason.toLowerCase()));
}

/** HTTP status of a failed request, when there was an answer. */
export function statusOf(error: unknown): number | undefined {
	if (typeof error !== 'object' || error === null || !('httpCode' in error)) return undefined;
	const status = Number(error.httpCode);
	return Number.isInteger(status) && status > 0 ? status : undefined;
}

/** Whether the thing asked for is not there (any more). */
export function isGone(error: unknown): boolean {
	const reason = reasonOf(error);
	return statusOf(error) === 404 || reason === 'WebhookIdInvalid' || reason === 'SubscriptionNotFound';
}

/** For `.catch` on a removal: what is gone already needs no removing. */
export function unlessGone(error: unknown): void {
	if (!isGone(error)) throw error;
}

/** Whether the platform could not be asked at all, as against having said no. */
export function isUnreachable(error: unknown): boolean {
	const status = statusOf(error);
	return status === undefined || status === 429 || status >= 500;
}

/** One line about an error, for the log. */
export function line(error: unknown): string {
	return error instanceof Error ? error.message : 'unknown error';
}

const DEPTH = 6;

function words(value: unknown, depth: number): string[] {
	if (typeof value === 'string') return [value];
	if (depth > DEPTH || typeof value !== 'object' || value === null) return [];
	if (Array.isArray(value)) return value.flatMap((entry: unknown) => words(entry, depth + 1));
	const own = value instanceof Error ? [value.message] : [];
	const told = Object.entries(value).filter(([name]) => name !== 'node' && name !== 'stack');
	return [
		...own,
		...told.flatMap(([, entry]) =>
			isObject(entry) || typeof entry !== 'function' ? words(entry, depth + 1) : [],
		),
	];
}
