/**
 * This file says what the user may do in an ads account, because X does not where it refuses a write:
 * https://docs.x.com/x-ads-api/campaign-management/reference (Authenticated User Access, read on 2026-11-26)
 */
import { get } from 'lodash';
import { addAdvice, failureOf } from '../errors';
import type { Api, ApiRequest } from './api';
import type { RequestMemo } from '../memory/requestMemo';

const OF_ACCOUNT = /^\/12\/(?:batch\/)?accounts\/([^/]+)/;
const ACCESS = '/12/accounts/{account_id}/authenticated_user_access';

/** Returns a connection that names the permissions of the user in the refusal of a write. It asks for them once in a run. */
export const withAccess = (api: Api, memo: RequestMemo): Api => ({
	...api,
	async send(request) {
		try {
			return await api.send(request);
		} catch (error) {
			throw addAdvice(error, await accessAfter(error, request, api, memo));
		}
	},
});

async function accessAfter(error: unknown, { method, path }: ApiRequest, api: Api, memo: RequestMemo) {
	const account = OF_ACCOUNT.exec(path)?.[1];
	if (method === 'GET' || account === undefined || failureOf(error)?.status !== 403) return '';
	const at = ACCESS.replace('{account_id}', account);
	const found = await memo
		.get(`${api.account}${at}`, async () => await api.send({ method: 'GET', path: at, template: ACCESS }))
		.catch(() => undefined);
	const permissions: unknown = get(found, 'body.data.permissions');
	if (!Array.isArray(permissions)) return '';
	return `In this account X gives you ${permissions.join(', ') || 'no permission'}`;
}
