import { problem, Refusal, type SimResponse } from '../frame';
import type { Settings } from './state';

/** Why the webhook operations refuse, with the status the simulator answers. */
const statuses = {
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

export type FailureReason = keyof typeof statuses;

/**
 * The refusal for a failure reason. No document says where in the body the reason stands, so a setting puts it in any
 * of the likely places.
 */
export function failure(
	settings: Settings,
	reason: FailureReason,
	detail: string,
	parameter?: string,
): Refusal {
	return new Refusal(failureResponse(settings, reason, detail, parameter));
}

function failureResponse(
	settings: Settings,
	reason: FailureReason,
	detail: string,
	parameter?: string,
): SimResponse {
	const plain = 'One or more parameters to your request was invalid.';
	const status = statuses[reason];
	switch (settings.reasonIn) {
		case 'message':
			return problem(status, 'invalid-request', 'Invalid Request', plain, {
				errors: [
					{ message: `${reason}: ${detail}`, parameters: parameter === undefined ? {} : { [parameter]: [] } },
				],
			});
		case 'detail':
			return problem(status, 'invalid-request', 'Invalid Request', `${reason}: ${detail}`);
		case 'title':
			return problem(status, 'about:blank', reason, detail);
		case 'reason':
			return problem(status, 'invalid-request', 'Invalid Request', detail, { reason });
	}
}
