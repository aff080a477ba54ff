import { createHmac } from 'node:crypto';

/** The two ways in which X signs: with the consumer secret of OAuth 1.0a, or with the client secret of OAuth 2.0. */
export type SigningScheme = 'oauth1' | 'oauth2';

/** The header of a scheme: the one of OAuth 2.0 is named after the older one. */
export const headerOf = (header: string, scheme: SigningScheme): string =>
	scheme === 'oauth2' ? `${header}-oauth2` : header;

/** `sha256=` and the base64 HMAC-SHA256 of the bytes: the form of both a CRC answer and a delivery's signature. */
export function sign(secret: string, bytes: Buffer | string): string {
	return `sha256=${createHmac('sha256', secret).update(bytes).digest('base64')}`;
}

/** Ways to get the signature wrong on purpose. */
export type Forgery =
	'wrong' | 'missing' | 'malformed' | 'otherSecret' | 'hex' | 'noPrefix' | 'empty' | 'changedBody';

/** The header's value for a forged delivery; `undefined` leaves the header out. */
export function forge(forgery: Forgery, secret: string, bytes: Buffer): string | undefined {
	switch (forgery) {
		case 'missing':
			return undefined;
		case 'empty':
			return '';
		case 'malformed':
			return 'sha256=%%%not base64%%%';
		case 'wrong':
			return `sha256=${Buffer.alloc(32, 7).toString('base64')}`;
		case 'otherSecret':
			return sign('the secret of some other app', bytes);
		case 'hex':
			return `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`;
		case 'noPrefix':
			return sign(secret, bytes).slice('sha256='.length);
		case 'changedBody':
			return sign(secret, Buffer.concat([bytes, Buffer.from(' ')]));
	}
}
