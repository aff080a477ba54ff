/** This file lists the steps of a request on its way to X. Runs, triggers and lists in the editor use the same list. */
import { get } from 'lodash';
import type { GuardRules } from '../guard/policy';
import type { RequestMemo } from '../memory/requestMemo';
import { CONNECTION_STEPS, step, through, type GivenToConnect, type Step } from '../http/steps';
import type { Guard } from '../http/withGuard';
import { withOwnChoices, type RefusedChoices } from './ownChoices';
import { withIntent, type OfItem } from './withIntent';
import { addAdvice, failureOf } from '../errors';
import type { Api, ApiRequest } from '../http/api';

const OF_ACCOUNT = /^\/12\/(?:batch\/)?accounts\/([^/]+)/;
const ACCESS = '/12/accounts/{account_id}/authenticated_user_access';

/**
 * Returns a connection that names the permissions of the user in the refusal of a write, because X does not. It asks for
 * them once in a run: https://docs.x.com/x-ads-api/campaign-management/reference (read on 2026-11-26)
 */
const withAccess = (api: Api, memo: RequestMemo): Api => ({
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

/** The needs of the steps. A step that is given nothing is left out. */
interface Given extends GivenToConnect {
	/** The item that writes, and what it has written. */
	readonly intent?: OfItem | undefined;
	/** Rules over all runs, and Dry Run. */
	readonly guard?: readonly [guard: Guard, isBilled: boolean, rules: GuardRules, route: string] | undefined;
	/** The choices that X has refused so far. */
	readonly ownChoices?: RefusedChoices | undefined;
	/** What X answered in this run, for connections to the advertising API. */
	readonly access?: RequestMemo | undefined;
}

/** All steps, the first one first. */
export const STEPS: readonly Step<Given>[] = [
	step('intent', withIntent),
	step('guard', (api, [guard, ...how]: NonNullable<Given['guard']>) => guard.watch(api, ...how)),
	step('ownChoices', withOwnChoices),
	step('access', withAccess),
	...CONNECTION_STEPS,
];

/** Returns a connection with the steps in front of it for which something is given. */
export const withSteps = (api: Api, given: Given): Api => through(STEPS, api, given);
