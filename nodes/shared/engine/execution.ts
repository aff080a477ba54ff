/** What one execution of a node knows beyond an item: the chosen operation, its connection, what was looked up. */
import { get, memoize } from 'lodash';
import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { encodeRfc3986 } from '../util/encode';
import { fieldNamer } from '../operation/blamedField';
import { partialErrors, type Problem } from '../errors';
import {
	connect,
	type Api,
	type ApiContext,
	type AuthFailureCounter,
	type ConnectOptions,
} from '../http/connection';
import { Bill } from '../http/bill';
import { RateLimits } from '../http/rateLimits';
import { MAX_WAIT, MAX_WAIT_MANUAL } from '../fields';
import { isBilled, type EngineOptions, type Lookup, type Operation } from '../operation/operation';
import { kindInWords, type CredentialKind, type Host } from '../auth/credentialKinds';
import { Gatherer } from '../util/gatherer';
import { RequestMemo } from '../util/requestMemo';
import { asText } from '../util/text';
import { findOperation, type NodeSpec } from '../operation/nodeSpec';
import { RefusedChoices, withOwnChoices } from './ownChoices';
import { chosenHost, chosenKind, itemParameters } from './parameters';

type ApiOptions = Pick<EngineOptions, 'maxWait' | 'maxCost'>;

export interface Session {
	readonly operation: Operation;
	/**
	 * The connection for an item. It is made once for each host: n8n authenticates every request of an execution by
	 * the credential as it is for the first item.
	 *
	 * @param host The host, where it is not the one that the form says.
	 */
	api(itemIndex: number, options: ApiOptions, host?: Host): Promise<Api>;
	/** What the execution cost so far, where its requests cost something. */
	readonly bill: Bill | undefined;
	/** Milliseconds that the execution has waited for rate limits. */
	readonly waited: number;
	/** Look-ups, gathered, and remembered for the whole execution. Users are looked up in the core API. */
	lookup(api: Api, itemIndex: number, options: ApiOptions): Omit<Lookup, 'values'>;
}

/**
 * Finds the operation and refuses a credential kind that it does not take, before anything is sent.
 *
 * @throws NodeOperationError that names the kinds that work and the scopes they need.
 */
export function openSession(context: IExecuteFunctions, spec: NodeSpec): Session {
	const first = itemParameters(context, 0);
	const [resource, name] = [asText(first('resource')), asText(first('operation'))];
	const operation = findOperation(spec, resource, name);
	if (!operation)
		throw new NodeOperationError(context.getNode(), `There is no operation "${name}" of "${resource}"`, {
			description: 'Choose the resource and the operation again',
		});
	const kind = chosenKind(spec, first);
	refuseWrongKind(context, spec, operation, kind);

	const nameField = fieldNamer(operation, spec);
	const node = context.getNode();
	const refusals: AuthFailureCounter = { count: 0 };
	const refused = new RefusedChoices();
	const connections = new RequestMemo();
	const found = new RequestMemo();
	const limits = new RateLimits();
	let bill: Bill | undefined;
	const finder = memoize((api: Api) => userIdFinder(context, api));
	const session: Session = {
		operation,
		get bill() {
			return bill;
		},
		get waited() {
			return limits.waited;
		},
		api: async (itemIndex, { maxWait = usualWait(context), maxCost }, other) => {
			const host = other ?? chosenHost(node, spec, itemParameters(context, itemIndex), operation, itemIndex);
			const isPaid = other === undefined ? isBilled(operation) : other === 'baseUrl';
			if (isPaid) bill ??= new Bill(maxCost);
			const options: ConnectOptions = {
				kind,
				refusals,
				limits,
				...(isPaid && bill && { bill }),
				scopes: operation.auth.scopes,
				host,
				explain: (failure) => spec.explain?.(nameField(failure)) ?? nameField(failure),
				maxWait,
			};
			return await connections.get(`${host} ${maxWait}`, async () =>
				withOwnChoices(await connect(context, options), refused),
			);
		},
		lookup: (api, itemIndex, options) => {
			const core = async () =>
				spec.host === 'baseUrl' ? api : await session.api(itemIndex, options, 'baseUrl');
			return {
				api,
				ownUserId: async () => {
					if (kind === 'app') throw noOwnUser(context, spec);
					return await found.get('me', async () => await findOwnId(context, await core()));
				},
				userId: async (username) =>
					await found.get(`@${username.toLowerCase()}`, async () => await finder(await core())(username)),
			};
		},
	};
	return session;
}

/** How long to wait for a rate limit where the user does not say, in seconds: in the editor, somebody waits along. */
const usualWait = (context: IExecuteFunctions): number =>
	context.getMode() === 'manual' ? MAX_WAIT_MANUAL : MAX_WAIT;

/** The app is no user: X would only say that the credential is of the wrong kind. */
function noOwnUser(context: ApiContext, { authentication }: NodeSpec): NodeOperationError {
	const users = [authentication.oAuth2, authentication.oAuth1].filter((each) => each !== undefined);
	return new NodeOperationError(
		context.getNode(),
		`"Me" does not work with ${authentication.app ?? 'app'}, which has no user`,
		{
			description: `Choose a user in place of "Me", or a credential of another type: ${users.join(' or ')}. Nothing was sent.`,
		},
	);
}

function refuseWrongKind(
	context: IExecuteFunctions,
	spec: NodeSpec,
	{ auth, name }: Operation,
	kind: CredentialKind,
): void {
	if (auth.kinds.includes(kind)) return;
	const working = auth.kinds.filter((each) => spec.authentication[each] !== undefined).map(kindInWords);
	const scopes =
		auth.kinds.includes('oAuth2') && auth.scopes.length > 0
			? ` With OAuth 2.0 it needs the scopes ${auth.scopes.join(', ')}.`
			: '';
	throw new NodeOperationError(
		context.getNode(),
		`The operation "${name}" does not work with ${spec.authentication[kind] ?? kind}`,
		{
			description: `Set "Authentication" to ${working.join(' or ')}.${scopes} Nothing was sent.`,
		},
	);
}

/** The user of a credential. */
export interface OwnUser {
	readonly id: string;
	/** Empty where X does not name it. */
	readonly username: string;
}

/**
 * The authenticated user.
 *
 * @throws NodeOperationError with X's reason where it does not say.
 */
export const findOwnUser = (context: ApiContext, api: Api): Promise<OwnUser> =>
	findUser(
		context,
		api,
		'/2/users/me',
		'X does not say who the authenticated user is',
		'Check that the account is in good standing, and the Base URL in the credential.',
	);

/**
 * The ID of the authenticated user.
 *
 * @throws NodeOperationError with X's reason where it does not say.
 */
export const findOwnId = async (context: ApiContext, api: Api): Promise<string> =>
	(await findOwnUser(context, api)).id;

/**
 * Finds the IDs of users: those that are asked for together go in one request.
 *
 * @throws NodeOperationError where X knows nobody of a name.
 */
export const userIdFinder = (context: ApiContext, api: Api): ((username: string) => Promise<string>) => {
	const found = userIds(context, api);
	return async (username) => await found.get(username.toLowerCase());
};

/** The IDs of users by their usernames in lower case: https://docs.x.com/x-api/users/get-users-by-usernames */
const userIds = (context: ApiContext, api: Api): Gatherer<string> =>
	new Gatherer(100, async (usernames) => {
		const [only] = usernames;
		const unknown = (username: string) => `No user was found on X with the name @${username}`;
		const advice = 'Check the spelling. The account may also be suspended or renamed.';
		if (usernames.length === 1 && only !== undefined) {
			const path = `/2/users/by/username/${encodeRfc3986(only)}`;
			const { id } = await findUser(context, api, path, unknown(only), advice);
			return [() => id];
		}
		const query: [string, string][] = [['usernames', usernames.join(',')]];
		const { body } = await api.send({ method: 'GET', path: '/2/users/by', query });
		const users = z.object({ data: z.array(USER) }).safeParse(body).data?.data ?? [];
		const ids = new Map(users.map(({ username, id }) => [username.toLowerCase(), id]));
		const problems = partialErrors(body);
		return usernames.map((username) => () => {
			const id = ids.get(username);
			if (id !== undefined) return id;
			const own = problems.filter(({ value }) => asText(value).toLowerCase() === username);
			throw notFound(context, unknown(username), advice, own);
		});
	});

const USER = z.object({ id: z.string(), username: z.string() });

async function findUser(
	context: ApiContext,
	api: Api,
	path: string,
	missing: string,
	advice: string,
): Promise<OwnUser> {
	const { body } = await api.send({ method: 'GET', path });
	const id: unknown = get(body, 'data.id');
	if (typeof id === 'string' && id !== '') return { id, username: asText(get(body, 'data.username')) };
	throw notFound(context, missing, advice, partialErrors(body));
}

function notFound(
	context: ApiContext,
	missing: string,
	advice: string,
	problems: readonly Problem[],
): NodeOperationError {
	const [reason] = problems.flatMap(({ detail, message }) => asText(detail ?? message) || []);
	return new NodeOperationError(context.getNode(), missing, {
		description: reason === undefined ? advice : `${reason.replace(/\.$/, '')}. ${advice}`,
	});
}
