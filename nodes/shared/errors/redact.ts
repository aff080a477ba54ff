import { memoize, uniq } from 'lodash';
import { attached } from '../memory/process';

const HIDDEN = '[hidden]';

/** Names whose values are secret. Page tokens and the webhook challenge are not secret, despite their names. */
const SECRET_NAME =
	/authorization|cookie|password|secret|signature|nonce|api_?key|consumer_?key|(?<!next_|previous_|pagination_|crc_|page)token$/i;

/** Secrets inside text: header schemes, `name=value` and `"name":"value"` pairs, and credentials in an address. */
const SECRET_TEXTS: ReadonlyArray<readonly [RegExp, string]> = [
	[/\b(Bearer|Basic)(?:\s|%20|\+)+[\w.~+/%=-]{8,}/gi, `$1 ${HIDDEN}`],
	[/\bOAuth\s+oauth_[^\n]*/gi, `OAuth ${HIDDEN}`],
	[
		/\b(oauth_\w+|access_token|refresh_token|bearer_?token|client_secret|client_assertion|consumer_?(?:key|secret)|api_?key|code_verifier|password)(["']?\s*[=:]\s*["']?)[^\s"'&,;}]+/gi,
		`$1$2${HIDDEN}`,
	],
	[/(\/\/)[^\s/@:]+:[^\s/@]+@/g, `$1${HIDDEN}@`],
];

/** Makes a copy without secrets: values under secret names, secrets recognized in text, and the given ones anywhere. */
export function redact<T>(value: T, secrets?: readonly string[]): T;
export function redact(value: unknown, secrets: readonly string[] = []): unknown {
	if (typeof value === 'string')
		return SECRET_TEXTS.reduce(
			(rest, [pattern, instead]) => rest.replace(pattern, instead),
			hideSecrets(value, secrets),
		);
	if (Array.isArray(value)) return value.map((item) => redact<unknown>(item, secrets));
	if (value === null || typeof value !== 'object') return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [
			name,
			SECRET_NAME.test(name) && typeof inner !== 'boolean' ? HIDDEN : redact<unknown>(inner, secrets),
		]),
	);
}

/**
 * Hides secrets in a text, as they are and as they are written in addresses, headers and JSON.
 */
export function hideSecrets(text: string, secrets: readonly string[], shortest = 6): string {
	const forms = known.getOrMake(secrets, () => memoize((least: number) => formsOf(secrets, least)));
	return forms(shortest).reduce(
		(rest, form) => (rest.includes(form) ? rest.replaceAll(form, HIDDEN) : rest),
		text,
	);
}

type Forms = (shortest: number) => string[];
const known = attached<readonly string[], Forms>({ name: 'forms of secrets', of: 'execution' });

function formsOf(secrets: readonly string[], shortest: number): string[] {
	const forms = uniq(secrets.filter((secret) => secret.length >= shortest)).flatMap((secret) => [
		secret,
		encodeURIComponent(Buffer.from(secret).toString()),
		Buffer.from(secret).toString('base64'),
		JSON.stringify(secret).slice(1, -1),
	]);
	return uniq(forms).sort((one, other) => other.length - one.length);
}
