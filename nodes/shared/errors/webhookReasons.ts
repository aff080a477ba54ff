import { errorText, type ErrorText } from './errorText';

export const WEBHOOK_TEXTS = {
	CrcValidationFailed: errorText(
		'badRequest',
		'The webhook address did not pass the challenge check',
		'The address must be reachable from the internet and answer within seconds, with the OAuth 2.0 client secret of this very app, or with its consumer secret if it uses OAuth 1.0a only. Check that the workflow is published and that the credential has the right secret.',
	),
	UrlValidationFailed: errorText(
		'badRequest',
		'The webhook address is not accepted',
		'Use a public https address without a port, of at most 200 characters',
	),
	DuplicateUrlFailed: errorText(
		'conflict',
		'This address is already registered as a webhook',
		'Use the webhook that exists, or delete it first',
	),
	WebhookLimitExceeded: errorText(
		'badRequest',
		'There are already as many webhooks as allowed',
		'Delete a webhook that is no longer needed, or ask for a higher limit',
	),
	WebhookIdInvalid: errorText(
		'notFound',
		'The webhook was not found',
		'Check the ID, and that the webhook belongs to the app of this credential',
	),
	DuplicateSubscriptionFailed: errorText(
		'conflict',
		'This user is already subscribed to the webhook',
		'If the filters are the same, nothing is to be done: events are already delivered. An activity subscription with qualifiers, such as a direction, is also refused where one without them exists for the same events: delete that one first.',
	),
	SubscriptionLimitExceeded: errorText(
		'badRequest',
		'There are already as many subscriptions as allowed',
		'Remove a subscription that is no longer needed, or ask for a higher limit',
	),
	SubscriptionNotFound: errorText(
		'notFound',
		'The subscription was not found',
		'Check the user ID and the webhook ID',
	),
	QueryParamInvalid: errorText('badRequest', 'A value is not accepted'),
	ReplayConflictError: errorText(
		'conflict',
		'Events are already being replayed to this webhook',
		'Wait for that job to end, then start the next one',
	),
} satisfies Readonly<Record<string, ErrorText>>;

export type WebhookReason = keyof typeof WEBHOOK_TEXTS;

export const isWebhookReason = (code: string): code is WebhookReason => Object.hasOwn(WEBHOOK_TEXTS, code);

const ANY_REASON = new RegExp(`\\b(${Object.keys(WEBHOOK_TEXTS).join('|')})\\b`);

/**
 * The documented reason why a webhook operation failed. No document says where the body has it, so the whole body is
 * searched (https://docs.x.com/x-api/webhooks/quickstart#4-register-your-webhook).
 */
export function webhookReason(body: unknown): { code: WebhookReason; text: ErrorText } | undefined {
	const code = ANY_REASON.exec(JSON.stringify(body) ?? '')?.[1];
	return code !== undefined && isWebhookReason(code) ? { code, text: WEBHOOK_TEXTS[code] } : undefined;
}
