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
	storedIn,
} from '../auth/accessToken';
import { CREDENTIALS } from '../auth/credentialKinds';
import { causes } from '../errors';
import { KeyedQueue } from '../util/keyedQueue';
import { asText } from '../util/text';
import { wait } from '../util/wait';
import type { ApiContext } from './apiContext';

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
 * @param context What n8n gives a node.
 * @param type The type of the credential.
 * @param options The request.
 * @param itemIndex The item with which the expressions of an access token credential are resolved.
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
	if (type === CREDENTIALS.oAuth2.type) return await sendAsUser(context, type, options, known);
	if (type !== CREDENTIALS.accessToken.type) return await send(context, type, options);
	const id = credentialId(context, type);
	const read = reader(context, type, itemIndex);
	const data = await read();
	if (!mayBeRenewed(data)) return await sendWithToken(context, type, options, data, read);
	// n8n stores what comes of a renewal as a whole: two accounts of one credential must not renew at the same time.
	return await renewals.run(id, async () => await sendWithToken(context, type, options, await read(), read));
}

/** The access token that n8n has stored for a user of OAuth 2.0. */
export const oauthTokenOf = ({ oauthTokenData }: IDataObject): string =>
	asText(get(oauthTokenData, 'access_token'));

/** How long another run gets to store the token that X gave it, in milliseconds. */
const STORING = 1000;

/**
 * n8n 1 does not look whether another run has renewed the token since, and X's refresh tokens work once: of two runs
 * with an ended token, one was refused. n8n reads the stored token for each request, so another try has the new one.
 */
async function sendAsUser(
	context: ApiContext,
	type: string,
	options: IHttpRequestOptions,
	known: string | undefined,
): Promise<RawResponse> {
	return await send(context, type, options).catch(async (error: unknown) => {
		if (!causes(error).some(({ code }) => code === 'EAUTH')) throw error;
		await wait(STORING);
		if (oauthTokenOf(await context.getCredentials(type)) === known) throw error;
		return await send(context, type, options);
	});
}

/** Requests that may renew a token, by credential. */
const renewals = new KeyedQueue();

const credentialId = (context: ApiContext, type: string): string =>
	context.getNode().credentials?.[type]?.id ?? '';

/** Reads the credential as n8n has it now, and notes where it is from. */
function reader(context: ApiContext, type: string, itemIndex?: number) {
	const id = credentialId(context, type);
	const read = async () => await context.getCredentials(type, itemIndex);
	return async () => storedIn(await read(), { id, read });
}

/** How often, and after how many milliseconds, a run looks whether its renewals are stored. */
const [CHECKS, BETWEEN] = [3, 500];

/**
 * Sees to it that n8n has stored what this process has renewed: another process that stored other accounts of the
 * credential at the same moment has overwritten it.
 *
 * @param kind The type of the credential.
 */
export async function confirmRenewals(context: ApiContext, kind: string): Promise<void> {
	const id = credentialId(context, kind);
	if (!hasRenewed(id)) return;
	const read = reader(context, kind, 0);
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

async function sendWithToken(
	context: ApiContext,
	type: string,
	options: IHttpRequestOptions,
	data: ICredentialDataDecryptedObject,
	read: () => Promise<ICredentialDataDecryptedObject>,
): Promise<RawResponse> {
	const token = accessTokenOf(data);
	return await send(context, type, options, data).catch(async (error: unknown) => {
		const isRefused = causes(error).some(isRefusedRenewal);
		const other = isRefused ? await renewedElsewhere(read, token) : undefined;
		if (other) return await send(context, type, options, other);
		throw error;
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

/** Milliseconds after which the credential is read again: X was faster for another process, n8n still has to store. */
const PAUSES = [300, 700, 2000, 3000];

/** The credential with a token that another process of n8n has renewed since; undefined if there is none. */
async function renewedElsewhere(
	read: () => Promise<ICredentialDataDecryptedObject>,
	token: string,
): Promise<ICredentialDataDecryptedObject | undefined> {
	for (const pause of PAUSES) {
		await wait(pause);
		const data = await read();
		if (accessTokenOf(data) !== token) return data;
	}
	return undefined;
}
