/** Finds the accounts that the form names as the workflow's own, besides that of the credential. */
import { isEqual, memoize } from 'lodash';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { CREDENTIALS } from '../auth/credentialKinds';
import { idOfUser, ME } from '../core/locators';
import type { Api, ApiContext } from '../http/connection';
import { findOwnId, userIdFinder } from '../http/findUsers';
import { broken } from '../operation/operation';
import { asText, messageOf } from '../util/text';
import { DAY } from '../util/time';
import { digestOf } from './eventDigests';
import type { Notices } from './notices';

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

/** Finds broken rules of the option. */
export function* brokenOwnAccounts(names: readonly string[] = [], isAppOnly: boolean) {
	if (isAppOnly && names.includes(ME))
		yield broken(
			'options.ownAccounts',
			'reference',
			`names "${ME}", but the credential of an app is no user: enter the ID or the username of the account`,
		);
	// It would match no one.
	const wrong = names.find((name) => name.startsWith('0'));
	if (wrong !== undefined)
		yield broken('options.ownAccounts', 'pattern', `has "${wrong}", but no ID begins with 0`);
}

/**
 * By username: the ID that it had when the node first asked for it, the one it has now if that is another, and when X
 * was last asked. This is kept by the node and not by the process: what a credential with an address of its own
 * answers must count for no other workflow.
 */
export const namedAccountsShape = z.record(
	z.object({ id: z.string().regex(/^\d+$/), now: z.string().optional(), at: z.number() }),
);

type NamedAccounts = z.infer<typeof namedAccountsShape>;

interface OwnAccountsOptions {
	readonly context: ApiContext;
	/** IDs, usernames that begin with @, and "me". */
	readonly names: readonly string[];
	readonly data: IDataObject;
	readonly notices: Notices;
	readonly connect: () => Promise<Api>;
	/** The ID of the credential's account, who "me" is. */
	readonly me: () => Promise<string>;
}

/**
 * Finds the IDs of the accounts. A username means the account that had it when the node first asked, so that neither a
 * new name nor a new owner of it changes what starts the workflow. X is asked once a day who has it.
 *
 * @throws If X knows no user of a name that is new in the form.
 */
export async function ownAccountIds(options: OwnAccountsOptions): Promise<readonly string[]> {
	const { names, data, notices, me } = options;
	const before = notices.isTest ? {} : (namedAccountsShape.safeParse(data.ownAccounts).data ?? {});
	const named: NamedAccounts = {};
	const ask = asker(options);
	const ids = names.map(async (name) => {
		if (name === ME) return await me();
		if (!name.startsWith('@')) return name;
		const key = name.toLowerCase();
		const known = before[key];
		const { now, at } = await ask(name, known);
		if (known === undefined || known.id === now) return (named[key] = { id: now, at }).id;
		named[key] = { id: known.id, now, at };
		if (known.now !== now) reportMoved(notices, name, known.id, now);
		return known.id;
	});
	const all = await Promise.all(ids);
	if (!notices.isTest && !isEqual(named, before)) data.ownAccounts = named;
	return all;
}

/** Finds the ID that a username has now, and when X was asked. Those that are asked for together go in one request. */
function asker({ context, notices, connect }: OwnAccountsOptions) {
	const at = Date.now();
	const finder = memoize(async () => userIdFinder(context, await connect()));
	const lookup = { userId: async (username: string) => await (await finder())(username) };
	return async (name: string, known: NamedAccounts[string] | undefined) => {
		if (known === undefined) return { now: await idOfUser(name, lookup), at };
		const { id, now = id } = known;
		// A clock that was set back must not keep an answer for longer.
		if (at >= known.at && at - known.at < DAY) return { now, at: known.at };
		try {
			return { now: await idOfUser(name, lookup), at };
		} catch (error: unknown) {
			notices.log(
				`${name} of Own Accounts could not be looked up, and still counts as user ${id}: ${messageOf(error)}`,
			);
			return { now, at };
		}
	};
}

function reportMoved(notices: Notices, name: string, before: string, now: string): void {
	notices.report(
		notices.problem(
			`${name} of Own Accounts is user ${now} by now, and was user ${before} when the trigger began with it`,
			`What user ${before} writes still starts nothing, and what user ${now} writes does. Enter in Own Accounts the ID of the one that your workflows write as.`,
			{ kind: 'ownAccountMoved', username: name.slice(1), before, now },
		),
	);
}
