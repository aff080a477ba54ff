/** Every secret that the tests enter or get, and the search for them in whatever leaves n8n. */
import { Person } from '../simulator/chat/person';
import { KEY_VERSION } from '../simulator/chat/state';
import { APP, ME, PIXEL } from '../simulator/identities';

const ENTERED: Readonly<Record<string, string>> = {
	'bearer token': APP.bearerToken,
	'consumer secret': APP.consumerSecret,
	'consumer secret before': APP.consumerSecretPrevious,
	'client secret': APP.clientSecret,
	'client secret before': APP.clientSecretPrevious,
	'access token of OAuth 1.0a': ME.accessToken,
	'access token secret': ME.accessTokenSecret,
	'access token of OAuth 2.0': ME.oauth2AccessToken,
	'refresh token': ME.oauth2RefreshToken,
	'pixel token': PIXEL.token,
	'private keys of X Chat': new Person(ME.id, KEY_VERSION).blob,
};

/** As someone enters it, as a body of a form has it, and as the header of a token endpoint. */
const written = (secret: string): string[] => [
	secret,
	encodeURIComponent(secret),
	...[APP.consumerKey, APP.clientId].map((id) => Buffer.from(`${id}:${secret}`).toString('base64')),
];

/** The tokens that the simulator makes, by how they begin. */
const ISSUED = /\bsim-(?:user|refresh)-[0-9a-f]{32}\b|\bAAAAsim[0-9a-f]{24}\b/g;

/**
 * The secrets that a text contains, by name; tokens that the simulator gave out by how they begin.
 *
 * @param text What came out: a log, items, an error, the content of a database.
 */
export function secretsIn(text: string): string[] {
	const entered = Object.entries(ENTERED)
		.filter(([, secret]) => written(secret).some((form) => text.includes(form)))
		.map(([name]) => name);
	const issued = [...text.matchAll(ISSUED)].map(([token]) => `${token.slice(0, 12)}…`);
	return [...new Set([...entered, ...issued])];
}
