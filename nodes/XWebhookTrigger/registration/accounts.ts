/** The account that a node receives for. The credential may be connected with another one later. */
import type { IDataObject, IHookFunctions } from 'n8n-workflow';

import { ME } from '../../shared/core/locators';
import { ownAccount, ownAccountShape, type OwnAccount } from '../../shared/events/ownAccount';
import type { UserAccess } from '../../shared/events/source';
import { BoundedMap } from '../../shared/util/boundedMap';
import { scopeOf } from '../context';
import type { WebhookSettings } from '../settings';

/** The newest ones, by node. Between publishings, n8n does not store what the node finds out. */
const inThisProcess = new BoundedMap<string, OwnAccount>(500);

/**
 * The account that was found last.
 *
 * @param scope The name of the node; see `scopeOf`.
 * @param data The node's static data.
 */
export const notedAccount = (scope: string, data: IDataObject): OwnAccount | undefined =>
	inThisProcess.get(scope) ?? ownAccountShape.safeParse(data.account).data;

/** Whether what the node needs on X, or leaves out, depends on the account. */
function dependsOnAccount({ needsAccount, sources, activity }: WebhookSettings): boolean {
	const { userIds } = activity;
	const isOfAccount = sources.has('activity') && (userIds.length === 0 || userIds.includes(ME));
	return needsAccount || isOfAccount || sources.has('accountActivity');
}

/**
 * Notes the account of the credential. X is asked only if its token is new.
 *
 * @param users The credentials of the user.
 * @returns Whether it is another account than before.
 */
export async function isOtherAccount(
	context: IHookFunctions,
	settings: WebhookSettings,
	[user]: readonly UserAccess[],
	warn: (message: string) => void,
): Promise<boolean> {
	if (user === undefined || !dependsOnAccount(settings)) return false;
	const scope = scopeOf(context);
	const data = context.getWorkflowStaticData('node');
	const before = notedAccount(scope, data);
	const account = await ownAccount(context, user.kind, user.api, before);
	inThisProcess.set(scope, account);
	data.account = { ...account };
	if (before === undefined || before.id === account.id) return false;
	warn(
		`The credential is connected with another account (user ${account.id}, before: ${before.id}); the trigger begins anew, and nothing that comes for the earlier one starts the workflow`,
	);
	return true;
}
