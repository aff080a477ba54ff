/** Sends requests in such a way that n8n renews a refused token. */
import { get } from 'lodash';
import type { ICredentialDataDecryptedObject, IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import {
	accessTokenOf,
	hasRenewed,
	isRefusedRenewal,
	lacksRenewals,
	mayBeRenewed,
	onlyToStore,
} from '../auth/accessToken';
import { CREDENTIALS, type CredentialKind } from '../auth/credentialKinds';
import { actingAsApp, appSigner } from '../auth/parts';
import { causes } from '../errors';
import { queued } from '../memory/process';
import { asText } from '../util/text';
import { wait } from '../util/wait';
import type { ApiContext } from './api';
import { credentialReader, readAsApp } from './credential';

/** An answer as n8n gives it. */
export interface RawResponse {
	readonly statusCode: number;
	readonly headers: Record<string, unknown>;
	readonly body: unknown;
}

/**
 * Sends a request and returns every status but 401. A 401 must throw: only then n8n renews or fetches a token and
 * sends the request again. n8n 1 cannot make one status throw, so there the request is sent again with all of them
 * throwing.
 *
 * @param known The access token of OAuth 2.0 that the credential had before.
 * @throws what n8n throws if there is no answer, or if it could not renew the token.
 */
export async function requestWithRenewal(
	context: ApiContext,
	type: string,
	options: IHttpRequestOptions,
	itemIndex?: number,
	known?: string,
): Promise<RawResponse> {
	const read = credentialReader(context, type, itemIndex);
	if (type === CREDENTIALS.oAuth2.type)
		// n8n reads the stored token for each request.
		return await sendAmongRivals(OAUTH2, known, read, async () => await send(context, type, options));
	if (type !== CREDENTIALS.accessToken.type) return await send(context, type, options);
	const sendWith = async (data: ICredentialDataDecryptedObject) =>
		await sendAmongRivals(
			ACCESS_TOKEN,
			accessTokenOf(data),
			read,
			async (newer = data) => await send(context, type, options, newer),
		);
	const data = await read();
	if (!mayBeRenewed(data)) return await sendWith(data);
	// n8n stores what comes of a renewal as a whole: two accounts of one credential must not renew at the same time.
	return await renewals.run(credentialId(context, type), async () => await sendWith(await read()));
}

/**
 * Sends a request of the app, with the same answers.
 *
 * @param holder The kind of the credential: that of the app, or a user's that has the app as a part.
 */
export async function requestAsApp(
	context: ApiContext,
	holder: CredentialKind,
	options: IHttpRequestOptions,
	itemIndex?: number,
): Promise<RawResponse> {
	if (holder === 'app') return await requestWithRenewal(context, CREDENTIALS.app.type, options);
	const data = actingAsApp({ ...(await readAsApp(context, holder, itemIndex)) });
	return await send(context, appSigner(holder), options, data);
}

/** Returns the access token that n8n has stored for a user of OAuth 2.0. */
export const oauthTokenOf = ({ oauthTokenData }: IDataObject): string =>
	asText(get(oauthTokenData, 'access_token'));

/** The signs that another run has renewed a token first: X's refresh tokens work once, so X refuses the second. */
interface Rivalry {
	readonly isRefused: (cause: Readonly<Record<string, unknown>>) => boolean;
	readonly tokenOf: (data: ICredentialDataDecryptedObject) => string;
	/** Milliseconds after which the credential is read again: the other run still has to store its token. */
	readonly pauses: readonly number[];
}

/** n8n 1 renews a token without a look at whether another run has done so since. */
const OAUTH2: Rivalry = {
	isRefused: ({ code }) => code === 'EAUTH',
	tokenOf: oauthTokenOf,
	pauses: [1000],
};

/** A process renews one account of a credential after the other, so another process was faster. */
const ACCESS_TOKEN: Rivalry = {
	isRefused: isRefusedRenewal,
	tokenOf: accessTokenOf,
	pauses: [300, 700, 2000, 3000],
};

/**
 * Sends a request, and once more if its renewal was refused while n8n got another token.
 *
 * @param known The token that the credential had before.
 * @param attempt Sends the request; the second time with the credential as it is now.
 */
async function sendAmongRivals(
	{ isRefused, tokenOf, pauses }: Rivalry,
	known: string | undefined,
	read: () => Promise<ICredentialDataDecryptedObject>,
	attempt: (data?: ICredentialDataDecryptedObject) => Promise<RawResponse>,
): Promise<RawResponse> {
	return await attempt().catch(async (error: unknown) => {
		if (!causes(error).some(isRefused)) throw error;
		for (const pause of pauses) {
			await wait(pause);
			const data = await read();
			if (tokenOf(data) !== known) return await attempt(data);
		}
		throw error;
	});
}

const renewals = queued({ name: 'requests that may renew a token', of: 'credential' });

const credentialId = (context: ApiContext, type: string): string =>
	context.getNode().credentials?.[type]?.id ?? '';

/** The number of checks whether the renewals of a run are stored, and the milliseconds between them. */
const [CHECKS, BETWEEN] = [3, 500];

/**
 * Sees to it that n8n has stored what this process has renewed: another process that stored other accounts of the
 * credential at the same moment has overwritten it.
 */
export async function confirmRenewals(context: ApiContext, kind: string): Promise<void> {
	const id = credentialId(context, kind);
	if (!hasRenewed(id)) return;
	const read = credentialReader(context, kind, 0);
	await renewals.run(id, async () => {
		for (let check = 0; check < CHECKS; check++) {
			await wait(BETWEEN);
			const data = await read();
			if (!lacksRenewals(data, id)) break;
			// The credential refuses to sign this request after n8n has stored the tokens, so it is never sent.
			const request: IHttpRequestOptions = { url: `${asText(data.baseUrl)}/` };
			await send(context, kind, request, onlyToStore(data)).catch(() => undefined);
		}
	});
}

/** @param data The credential, if n8n is not to resolve its expressions with the first item. */
async function send(
	context: ApiContext,
	type: string,
	options: IHttpRequestOptions,
	data?: ICredentialDataDecryptedObject,
): Promise<RawResponse> {
	const own = data ? [{ credentialsDecrypted: { id: '', name: '', type, data } }] : [];
	const once = async (ignoreHttpStatusErrors: NonNullable<IHttpRequestOptions['ignoreHttpStatusErrors']>) =>
		(await context.helpers.httpRequestWithAuthentication.call(
			context,
			type,
			{ ...options, returnFullResponse: true, disableFollowRedirect: true, ignoreHttpStatusErrors },
			...own,
		)) as RawResponse;
	const answer = await once({ ignore: true, except: [401] });
	return answer.statusCode === 401 ? await once(false) : answer;
}
