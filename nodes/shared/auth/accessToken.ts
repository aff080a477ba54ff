/**
 * This file renews the access token of a user or a bot. X's refresh tokens are used up by one use
 * (https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code, read on 2026-11-23), so the newest pair
 * of each grant is kept twice: in n8n's credential, and in this process.
 */
import { createHash } from 'crypto';
import type { ICredentialDataDecryptedObject, IHttpRequestHelper } from 'n8n-workflow';
import { z } from 'zod';
import { encodeRfc3986, asText } from '../util/text';
import { tryParseExact } from '../util/exactJson';
import { addressOf } from './addresses';
import { CREDENTIALS } from './credentialKinds';
import { askForToken, refusedWith } from './refused';
import { FailureError } from '../errors/failure';
import { attached, remembered } from '../memory/process';
import { BoundedMap } from '../memory/boundedMap';

type Credentials = ICredentialDataDecryptedObject;

const pairSchema = z.object({
	accessToken: z.string().min(1),
	refreshToken: z.string(),
	expires: z.number(),
	/** The number of renewals of the grant: the highest number is the newest pair. */
	renewals: z.number(),
});
type Pair = z.infer<typeof pairSchema>;

const replySchema = z.object({
	access_token: z.string().min(1),
	refresh_token: z.string().optional(),
	expires_in: z.number().positive().catch(7200),
});

/** Most grants that a credential keeps: its fields may be expressions, which give each item a grant of its own. */
const MOST_GRANTS = 500;

const EARLY = 60_000;

/** A credential with expressions has a grant for each item: twenty such credentials. */
const GRANTS = 20 * MOST_GRANTS;

/** Only the credential that a pair was given to finds it: a used-up refresh token opens nothing elsewhere. */
const newest = remembered<Pair>({ name: 'the newest tokens', of: 'grant', limit: GRANTS });

/** A credential as n8n gave it for one request, and where it is stored. */
export interface StoredCredential {
	readonly id: string;
	read(): Promise<Credentials>;
}

/** The facts on a credential that n8n hands to both of its functions. */
interface Handed {
	readonly place?: StoredCredential;
	/** It is sent to no one: n8n is to store what this process has renewed. */
	readonly isOnlyStored?: true;
	readonly signedWith?: string;
}

const handed = attached<Credentials, Handed>({ name: 'where a credential is from', of: 'execution' });

const know = (credentials: Credentials, more: Handed): Credentials => {
	handed.set(credentials, { ...handed.get(credentials), ...more });
	return credentials;
};

class Renewals {
	readonly pairs = new BoundedMap<string, Pair>(MOST_GRANTS);
	isUnconfirmed = false;
}

const renewedHere = remembered<Renewals>({ name: 'tokens that were renewed here', of: 'credential' });

const renewals = remembered<Promise<Pair>>({
	name: 'renewals in progress',
	of: 'grant',
	limit: GRANTS,
	until: 'they have ended',
});

/**
 * Returns the header with the newest token. An error of status 401 makes n8n call {@link renewed}.
 *
 * @throws an error of status 401 where the token has ended, which makes n8n call {@link renewed}; FailureError if the credential has no token.
 */
export function tokenHeaders(credentials: Credentials): { Authorization: string } {
	if (handed.get(credentials)?.isOnlyStored) throw new TokenEnded();
	const pair = newestPair(credentials);
	const token = pair && hasEnded(pair) ? '' : accessTokenOf(credentials);
	if (
		field(credentials, 'refreshToken') !== '' &&
		(token === '' || (isUnsaved(credentials, pair) && handed.get(credentials)?.signedWith === undefined))
	) {
		know(credentials, { signedWith: token });
		throw new TokenEnded();
	}
	if (token === '')
		throw refusedWith(
			`The ${CREDENTIALS.accessToken.displayName} credential has no access token`,
			'Enter one, or check the expression in the credential: it is empty for this item',
		);
	know(credentials, { signedWith: token });
	return { Authorization: `Bearer ${token}` };
}

const hasEnded = ({ expires }: Pair): boolean => expires - EARLY <= Date.now();

const isUnsaved = (credentials: Credentials, pair: Pair | undefined): boolean =>
	pair !== undefined && storedPairs(credentials)[grantOf(credentials)]?.renewals !== pair.renewals;

/** Checks whether the next request may renew the token. How long an entered token lasts is not known. */
export function mayBeRenewed(credentials: Credentials): boolean {
	const pair = newestPair(credentials);
	const isLasting = pair !== undefined && !hasEnded(pair) && !isUnsaved(credentials, pair);
	return field(credentials, 'refreshToken') !== '' && !isLasting;
}

/** Returns the token that is sent: the newest one that X gave, else the one that was entered. */
export const accessTokenOf = (credentials: Credentials): string =>
	newestPair(credentials)?.accessToken ?? field(credentials, 'accessToken');

/** Everything of the credential that must not be shown. */
export const tokensIn = (credentials: Credentials): string[] =>
	Object.values(storedPairs(credentials)).flatMap(({ accessToken, refreshToken }) => [
		accessToken,
		refreshToken,
	]);

/** Renews the token if a request was refused with it, and returns the data for n8n to store. */
export async function renewed(helpers: IHttpRequestHelper['helpers'], credentials: Credentials) {
	if (handed.get(credentials)?.isOnlyStored) return asStored(await allPairs(credentials));
	const used = handed.get(credentials)?.signedWith;
	// n8n calls this before the first request as well.
	if (used === undefined || field(credentials, 'refreshToken') === '') return undefined;
	const grant = grantOf(credentials);
	const known = newestPair(credentials);
	const isNewer = known !== undefined && known.accessToken !== used && !hasEnded(known);
	const isToBeSaved = isUnsaved(credentials, known) && known?.accessToken === used && !hasEnded(known);
	const pair = known && (isNewer || isToBeSaved) ? known : await renewOnce(helpers, credentials, known);
	note(credentials, grant, pair);
	return asStored({ ...(await allPairs(credentials)), [grant]: pair });
}

/**
 * Says where a credential is stored, before it is used for a request: other processes may renew other accounts of
 * it at the same time, and what they store must stay.
 */
export const storedIn = (credentials: Credentials, place: StoredCredential): Credentials =>
	know(credentials, { place });

/** Checks whether n8n lacks a pair of this process. Processes that store at the same moment overwrite each other. */
export function lacksRenewals(credentials: Credentials, id: string): boolean {
	const stored = storedPairs(credentials);
	return [...(renewedHere.get(id)?.pairs ?? [])].some(([grant, pair]) => isOlder(stored[grant], pair));
}

/** Marks a credential so that a request with it makes n8n store what was renewed, and is not sent. */
export const onlyToStore = (credentials: Credentials): Credentials =>
	know(credentials, { isOnlyStored: true });

/** Checks whether this process has renewed an account of a credential since it was last asked. */
export function hasRenewed(id: string): boolean {
	const known = renewedHere.get(id);
	if (!known?.isUnconfirmed) return false;
	known.isUnconfirmed = false;
	return true;
}

const isOlder = (pair: Pair | undefined, than: Pair): boolean => (pair?.renewals ?? 0) < than.renewals;

function note(credentials: Credentials, grant: string, pair: Pair): void {
	const id = handed.get(credentials)?.place?.id ?? '';
	if (id === '') return;
	const known = renewedHere.getOrMake(id, () => new Renewals());
	known.pairs.set(grant, pair);
	known.isUnconfirmed = true;
}

async function allPairs(credentials: Credentials): Promise<Record<string, Pair>> {
	const place = handed.get(credentials)?.place;
	const pairs = storedPairs((await place?.read()) ?? credentials);
	for (const [grant, pair] of renewedHere.get(place?.id ?? '')?.pairs ?? [])
		if (isOlder(pairs[grant], pair)) pairs[grant] = pair;
	return pairs;
}

function asStored(pairs: Readonly<Record<string, Pair>>): { renewedTokens: string } {
	const kept = Object.entries(pairs).sort(([, one], [, other]) => other.expires - one.expires);
	return { renewedTokens: JSON.stringify(Object.fromEntries(kept.slice(0, MOST_GRANTS))) };
}

const NOT_RENEWED = 'The access token could not be renewed';

/** Checks whether X refused a refresh token. Another process may have used it up. */
export const isRefusedRenewal = (error: unknown): boolean =>
	error instanceof FailureError &&
	error.failure.kind === 'authentication' &&
	error.message.startsWith(NOT_RENEWED);

/** Callers at the same time share one renewal. */
async function renewOnce(
	helpers: IHttpRequestHelper['helpers'],
	credentials: Credentials,
	known: Pair | undefined,
): Promise<Pair> {
	const place = placeOf(credentials);
	const present = renewals.get(place);
	if (present) return await present;
	const renewal = renew(helpers, credentials, known);
	renewals.set(place, renewal);
	try {
		const pair = await renewal;
		newest.set(place, pair);
		return pair;
	} finally {
		renewals.delete(place);
	}
}

async function renew(
	helpers: IHttpRequestHelper['helpers'],
	credentials: Credentials,
	known: Pair | undefined,
): Promise<Pair> {
	const refreshToken = known?.refreshToken ?? field(credentials, 'refreshToken');
	const [id, secret] = [field(credentials, 'clientId'), field(credentials, 'clientSecret')];
	const basic = Buffer.from(`${encodeRfc3986(id)}:${encodeRfc3986(secret)}`).toString('base64');
	const { data, failure } = await askForToken(
		helpers,
		{
			url: `${addressOf({ ...credentials }, 'baseUrl')}/2/oauth2/token`,
			headers: secret === '' ? {} : { Authorization: `Basic ${basic}` },
			body: new URLSearchParams({
				grant_type: 'refresh_token',
				refresh_token: refreshToken,
				...(secret === '' && { client_id: id }),
			}).toString(),
		},
		replySchema,
		[refreshToken, secret, basic].filter(Boolean),
	);
	if (data)
		return {
			accessToken: data.access_token,
			refreshToken: data.refresh_token ?? refreshToken,
			expires: Date.now() + data.expires_in * 1000,
			renewals: (known?.renewals ?? 0) + 1,
		};
	const isRefused = failure.status === 400 || failure.status === 401;
	throw new FailureError({
		...failure,
		...(isRefused && { kind: 'authentication' }),
		message: `${NOT_RENEWED}: ${failure.message}`,
		description: isRefused
			? 'A refresh token works once. If another workflow, program or copy of the credential has used it, authorize the account again and enter the new pair. Check client ID and client secret too'
			: failure.description,
	});
}

function newestPair(credentials: Credentials): Pair | undefined {
	const [stored, known] = [storedPairs(credentials)[grantOf(credentials)], newest.get(placeOf(credentials))];
	return (stored?.renewals ?? 0) >= (known?.renewals ?? 0) ? stored : known;
}

// Made anew each time: what is renewed is added to it.
const storedSchema = z.record(pairSchema).catch(() => ({}));
const storedPairs = (credentials: Credentials): Record<string, Pair> =>
	storedSchema.parse(tryParseExact(field(credentials, 'renewedTokens') || '{}'));

/** A grant is known by the refresh token that a person entered: a new one begins anew. */
const grantOf = (credentials: Credentials): string =>
	digest([
		addressOf({ ...credentials }, 'baseUrl'),
		field(credentials, 'clientId'),
		field(credentials, 'refreshToken'),
	]);

/** A grant in this process: of one credential, and with the secret that X asks for. */
const placeOf = (credentials: Credentials): string =>
	digest([
		grantOf(credentials),
		field(credentials, 'clientSecret'),
		handed.get(credentials)?.place?.id ?? '',
	]);

const digest = (names: readonly string[]): string =>
	createHash('sha256').update(JSON.stringify(names)).digest('base64url').slice(0, 22);

const field = (credentials: Credentials, name: string): string => asText(credentials[name]).trim();

class TokenEnded extends Error {
	readonly response = { status: 401 };

	constructor() {
		super('The access token has ended: it is to be renewed');
	}
}
