/**
 * This file reads users by ID and by username. X has an address for each: a username is sent as it is, which saves the
 * request for its ID. https://docs.x.com/x-api/users/lookup/introduction
 */
import type { INodeExecutionData } from 'n8n-workflow';
import { ANY_USERS } from '../../shared/core/common';
import { idOfUser, ME, user, users } from '../../shared/core/locators';
import { fillPath } from '../../shared/engine/request';
import { sendInParts } from '../../shared/engine/splitIds';
import type { Call, Field, GatherRule, Lookup } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';

const ONE_BY_NAME = '/2/users/by/username/{username}';
const MANY_BY_NAME = '/2/users/by';

const isName = (text: string) => text.startsWith('@');
const nameIn = (text: string) => text.slice(1);

/** Only "me" becomes an ID before the request. */
const ownIdOr = async (value: unknown, { ownUserId }: Lookup): Promise<string> =>
	value === ME ? await ownUserId() : asText(value);

export const oneUser: Field<string> = { ...user(), resolve: ownIdOr };

export const manyUsers: Field<string[]> = {
	...users({ label: 'Users', description: ANY_USERS, max: undefined }),
	resolve: async (value, lookup) =>
		await Promise.all([value].flat().map(async (each) => await ownIdOr(each, lookup))),
};

export const gathered: GatherRule = {
	route: 'GET /2/users',
	parameter: 'ids',
	max: 100,
	field: 'id',
	byName: {
		route: `GET ${MANY_BY_NAME}`,
		parameter: 'usernames',
		max: 100,
		field: 'id',
		key: 'username',
	},
};

export async function readUser(call: Call<{ readonly id: string }>): Promise<INodeExecutionData[]> {
	const { id } = call.values;
	const request = call.request();
	if (!isName(id)) return await call.sendAndOutput(request);
	const path = fillPath(ONE_BY_NAME, { username: nameIn(id) });
	return await call.sendAndOutput({ ...request, path, template: ONE_BY_NAME });
}

/** Usernames are sent as they are. If some users are given by ID, the IDs of the others are looked up for one list. */
export async function readUsers(call: Call<{ readonly ids: readonly string[] }>) {
	const { ids } = call.values;
	const request = call.request();
	const rest = (request.query ?? []).filter(([name]) => name !== 'ids');
	if (ids.every(isName)) {
		const usernames = ids.map(nameIn).join(',');
		const byName = { ...request, path: MANY_BY_NAME, template: MANY_BY_NAME };
		return await sendInParts(call, { ...byName, query: [['usernames', usernames], ...rest] }, 'usernames');
	}
	const found = await Promise.all(ids.map(async (id) => await idOfUser(id, call.lookup)));
	return await sendInParts(call, { ...request, query: [['ids', found.join(',')], ...rest] }, 'ids');
}
