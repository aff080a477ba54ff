/** OAuth 1.0a as another implementation has it: https://www.npmjs.com/package/oauth-1.0a */
import { createHmac } from 'node:crypto';
import OAuth from 'oauth-1.0a';

interface Keys {
	readonly consumerKey: string;
	readonly consumerSecret: string;
	readonly accessToken: string;
	readonly accessTokenSecret: string;
}

/** The signature of a request, with the nonce and the time that it was sent with. */
export function otherSignature(
	{ consumerKey, consumerSecret, accessToken, accessTokenSecret }: Keys,
	{ nonce, timestamp }: { readonly nonce: string; readonly timestamp: string },
	request: OAuth.RequestOptions,
): string {
	const oauth = new OAuth({
		consumer: { key: consumerKey, secret: consumerSecret },
		signature_method: 'HMAC-SHA1',
		hash_function: (base, key) => createHmac('sha1', key).update(base).digest('base64'),
	});
	oauth.getNonce = () => nonce;
	oauth.getTimeStamp = () => Number(timestamp);
	return oauth.authorize(request, { key: accessToken, secret: accessTokenSecret }).oauth_signature;
}
