/** The reference page of a node as Markdown, made from its records, resource by resource. */
import { priceText } from '../../nodes/shared/form/operationText';
import { PRICES_DATE } from '../../nodes/shared/model/prices';
import { documentedLimits, type DocumentedLimit } from '../../nodes/shared/model/rateLimits';
import type { NodeSpec } from '../../nodes/shared/operation/nodeSpec';
import { isSideBySide, type Operation, type Resource } from '../../nodes/shared/operation/operation';
import type { CredentialKind } from '../../nodes/shared/auth/credentialKinds';
import { documentedLimits as limitsOfPages, findOperation, keyOf } from '../../test/facts';
import { adsLimit } from './adsLimits';
import { leftOutOf } from './leftOut';

const KINDS: Record<CredentialKind, string> = {
	app: 'App',
	oAuth2: 'OAuth 2.0',
	accessToken: 'access token',
	oAuth1: 'OAuth 1.0a',
	pixelToken: 'Pixel token',
};

/** The page of one node. */
export function referencePage(node: string, { resources }: NodeSpec): string {
	const inOrder = [...resources].sort(byName);
	const count = inOrder.reduce((sum, { operations }) => sum + Object.keys(operations).length, 0);
	return [
		`# ${node}: operations`,
		'',
		`${count} operations. _App_ is the credential X (Twitter) App API, _OAuth 2.0_ is X (Twitter) OAuth2 API or X (Twitter) Access Token API, _OAuth 1.0a_ is X (Twitter) OAuth1 API ([keys](../keys.md)). Prices are those of ${PRICES_DATE} ([costs and limits](../cost.md)); limits are those that X documents. The headers of X's answers count more: the nodes obey them.`,
		'',
		...inOrder.flatMap(resourceSection),
	].join('\n');
}

const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name, 'en');

const resourceSection = ({ name, operations }: Resource): string[] => [
	`## ${name}`,
	'',
	'| Operation | Request | Credentials, scopes | Price | Limits | Many items |',
	'|---|---|---|---|---|---|',
	...Object.values(operations).sort(byName).map(row),
	'',
	...leftOut(Object.values(operations)),
];

/** What Simplified output leaves out, so that no one looks for it in vain. */
function leftOut(operations: readonly Operation[]): string[] {
	const names = [...new Set(operations.flatMap(leftOutOf))].sort();
	if (names.length === 0) return [];
	const listed = names.map((name) => `\`${name}\``).join(', ');
	return [`Simplified leaves out ${listed}. _Selected Fields_ and _Raw_ have them.`, ''];
}

function row(operation: Operation): string {
	const { name, route, description } = operation;
	const docs = docsOf(operation);
	const cells = [
		`${docs === undefined ? `**${name}**` : `[**${name}**](${docs})`}<br>${description}`,
		route === 'GET /' ? 'any path' : `\`${route}\``,
		credentials(operation),
		price(operation),
		limits(operation).join('<br>'),
		manyItems(operation),
	];
	return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** The address of the public page of an operation. */
export const docsOf = ({ docs, route }: Operation): string | undefined => docs ?? findOperation(route)?.docs;

/** The kinds of credential that an operation accepts. */
export const credentialNames = ({ auth: { kinds } }: Operation): string =>
	kinds.map((kind) => KINDS[kind]).join(', ');

function credentials(operation: Operation): string {
	const { scopes } = operation.auth;
	const named = credentialNames(operation);
	return scopes.length === 0 ? named : `${named}<br>${scopes.map((scope) => `\`${scope}\``).join(' ')}`;
}

/** The Ads API has no prices; operations that make no request, or any, have none either. */
export const price = (operation: Operation): string =>
	priceText(operation) ?? (operation.route.includes(' /2/') ? 'free' : '');

/** "450 in 15 minutes (app)", as documented; where X's pages disagree, what each says. */
export function limits({ route }: Pick<Operation, 'route'>): string[] {
	const ofAds = adsLimit(route);
	if (ofAds) return [`${inWords(ofAds)} (${ofAds.of})`];
	const also = limitsOfPages().find((row) => keyOf(row.route) === keyOf(route))?.also ?? [];
	return [
		...ofCallers((caller) => documentedLimits(route, caller)),
		...also.map((other) => {
			const all = ofCallers((caller) => other[caller]).join(', ');
			return `[another page](${other.source}): ${all}, for ${other.routes} together`;
		}),
	];
}

const ofCallers = (limitsOf: (caller: 'app' | 'user') => readonly DocumentedLimit[] | undefined): string[] =>
	(['app', 'user'] as const).flatMap((caller) =>
		(limitsOf(caller) ?? []).map((limit) => `${inWords(limit)} (${caller})`),
	);

const WINDOWS: Readonly<Record<number, string>> = {
	1: 'a second',
	60: 'a minute',
	900: '15 minutes',
	3_600: 'an hour',
	86_400: 'a day',
	2_592_000: '30 days',
};

const inWords = ({ requests, seconds }: DocumentedLimit): string =>
	`${requests.toLocaleString('en')} in ${WINDOWS[seconds] ?? `${seconds} seconds`}`;

/** How several input items are sent. */
export function manyItems(operation: Operation): string {
	if (operation.runAll) return 'together';
	if (operation.gather) return `${operation.gather.max} a request`;
	return isSideBySide(operation) ? 'side by side' : 'in order';
}
