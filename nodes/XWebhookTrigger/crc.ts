import { createHmac } from 'crypto';

/**
 * Answer to the platform's challenge: proof that this address knows the app's consumer secret.
 *
 * @param crcToken value of the query parameter `crc_token`, as received
 * @param consumerSecret the app's consumer secret (not a bearer token, not the OAuth 2.0 client secret)
 * @returns `sha256=` and the base64 HMAC-SHA256 of the token
 * @throws RangeError when the secret is empty: a wrong answer makes the webhook invalid at once, none does not
 * Source: platform documentation, "Securing webhooks", challenge-response checks.
 */
export function responseToken(crcToken: string, consumerSecret: string): string {
	if (consumerSecret === '') throw new RangeError('The consumer secret is empty');
	return `sha256=${createHmac('sha256', consumerSecret).update(crcToken).digest('base64')}`;
}
