/** Asks X who a user is: the one behind a credential, or those of some usernames. */
import { get } from 'lodash';
import { NodeOperationError } from 'n8n-workflow';
import { z } from 'zod';
import { partialErrors, type Problem } from '../errors';
import { advice } from '../errors/advice';
import { encodeRfc3986, asText } from '../util/text';
import { Gatherer } from '../util/gatherer';
import type { Api, ApiContext } from './api';

export interface OwnUser {
	readonly id: string;
	/** Empty where X does not name it. */
	readonly username: string;
}

/**
 * Returns the authenticated user.
 *
 * @throws NodeOperationError with X's reason where it does not say.
 */
export const findOwnUser = (context: ApiContext, api: Api): Promise<OwnUser> =>
	findUser(context, api, '/2/users/me', [
		'X does not say who the authenticated user is',
		'Check that the account is in good standing, and the Base URL in the credential.',
	]);

/**
 * Returns the ID of the authenticated user.
 *
 * @throws NodeOperationError with X's reason where it does not say.
 */
export const findOwnId = async (context: ApiContext, api: Api): Promise<string> =>
	(await findOwnUser(context, api)).id;

/**
 * Finds the IDs of users: those that are asked for together go in one request.
 *
 * @throws NodeOperationError if X knows no user of that name.
 */
export const userIdFinder = (context: ApiContext, api: Api): ((username: string) => Promise<string>) => {
	const found = userIds(context, api);
	return async (username) => await found.get(username);
};

/** The IDs of users by their usernames, which are sent as they are written: https://docs.x.com/x-api/users/get-users-by-usernames */
const userIds = (context: ApiContext, api: Api): Gatherer<string> =>
	new Gatherer(100, async (usernames) => {
		const [only] = usernames;
		const unknown = (username: string): Missing => [
			`No user was found on X with the name @${username}`,
			advice.byName,
		];
		if (usernames.length === 1 && only !== undefined) {
			const path = `/2/users/by/username/${encodeRfc3986(only)}`;
			const { id } = await findUser(context, api, path, unknown(only));
			return [() => id];
		}
		const query: [string, string][] = [['usernames', usernames.join(',')]];
		const { body } = await api.send({ method: 'GET', path: '/2/users/by', query });
		const users = z.object({ data: z.array(USER) }).safeParse(body).data?.data ?? [];
		const ids = new Map(users.map(({ username, id }) => [username.toLowerCase(), id]));
		const problems = partialErrors(body);
		return usernames.map((username) => () => {
			const id = ids.get(username.toLowerCase());
			if (id !== undefined) return id;
			const aboutUser = problems.filter(
				({ value }) => asText(value).toLowerCase() === username.toLowerCase(),
			);
			throw notFound(context, unknown(username), aboutUser);
		});
	});

const USER = z.object({ id: z.string(), username: z.string() });

/** What the error says of a user that X does not name. */
type Missing = readonly [message: string, advice: string];

async function findUser(context: ApiContext, api: Api, path: string, missing: Missing): Promise<OwnUser> {
	const { body } = await api.send({ method: 'GET', path });
	const id: unknown = get(body, 'data.id');
	if (typeof id === 'string' && id !== '') return { id, username: asText(get(body, 'data.username')) };
	throw notFound(context, missing, partialErrors(body));
}

function notFound(context: ApiContext, [missing, help]: Missing, problems: readonly Problem[]) {
	const [reason] = problems.flatMap(({ detail, message }) => asText(detail ?? message) || []);
	return new NodeOperationError(context.getNode(), missing, {
		description: reason === undefined ? help : `${reason.replace(/\.$/, '')}. ${help}`,
		failure: { cause: 'configuration-invalid' },
	});
}
