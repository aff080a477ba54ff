import { problem, Refusal } from '../frame';
import type { Settings } from './state';

/** Why the webhook operations refuse, with the status the simulator answers. */
const STATUSES = {
	CrcValidationFailed: 400,
	UrlValidationFailed: 400,
	DuplicateUrlFailed: 400,
	WebhookLimitExceeded: 400,
	WebhookIdInvalid: 404,
	DuplicateSubscriptionFailed: 400,
	SubscriptionLimitExceeded: 400,
	SubscriptionNotFound: 404,
	QueryParamInvalid: 400,
	ReplayConflictError: 409,
} as const;

type FailureReason = keyof typeof STATUSES;

/**
 * The refusal for a failure reason. No document says where the body has the reason, so a setting puts it in any
 * of the likely places.
 */
export function failure(
	settings: Settings,
	reason: FailureReason,
	detail: string,
	parameter?: string,
): Refusal {
	const status = STATUSES[reason];
	const invalid = (text: string, more?: Record<string, unknown>) =>
		problem(status, 'invalid-request', 'Invalid Request', text, more);
	const message = `${reason}: ${detail}`;
	const parameters = parameter === undefined ? {} : { [parameter]: [] };
	const forms = {
		message: invalid('One or more parameters to your request was invalid.', {
			errors: [{ message, parameters }],
		}),
		detail: invalid(message),
		title: problem(status, 'about:blank', reason, detail),
		reason: invalid(detail, { reason }),
	};
	return new Refusal(forms[settings.reasonIn]);
}
