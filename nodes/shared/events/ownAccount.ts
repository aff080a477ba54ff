/** Finds the account of a user credential, who "me" is, for triggers that run for weeks while it may change. */
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { CREDENTIALS } from '../auth/credentialKinds';
import { findOwnId } from '../http/findUsers';
import type { Api, ApiContext } from '../http/connection';
import { asText } from '../util/text';
import { digestOf } from './eventDigests';

/** An account, and the token by which it was found. It can be stored: the token is a digest. */
export interface OwnAccount {
	readonly id: string;
	readonly token: string;
}

export const ownAccountShape = z.object({ id: z.string().regex(/^\d+$/), token: z.string() });

/** OAuth 1.0a access tokens begin with the ID of their user. */
const USER_OF_TOKEN = /^(\d{1,19})-\w/;

/**
 * Finds the account that a credential acts for at present. A token belongs to one account for life, so X is only
 * asked about tokens that are new; n8n renews those of OAuth 2.0 after two hours. OAuth 1.0a tokens name the account.
 */
export async function ownAccount(context: ApiContext, api: Api, known?: OwnAccount): Promise<OwnAccount> {
	const credentials = await context.getCredentials<IDataObject>(CREDENTIALS[api.kind].type);
	const secret = tokenIn(credentials);
	const token = digestOf(secret);
	const named = api.kind === 'oAuth1' ? USER_OF_TOKEN.exec(secret)?.[1] : undefined;
	if (named !== undefined) return { id: named, token };
	if (known?.token === token) return known;
	return { id: await findOwnId(context, api), token };
}

const tokenIn = ({ accessToken, oauthTokenData }: IDataObject): string =>
	asText(accessToken) || asText((oauthTokenData as IDataObject | undefined)?.access_token);
