/** Notes the account that a node receives for, because the credential may be connected with another one later. */
import type { IDataObject, IHookFunctions } from 'n8n-workflow';
import { ME } from '../../shared/core/locators';
import { Notices } from '../../shared/events/notices';
import { ownAccount, type OwnAccount, ownAccountIds, ownAccountShape } from '../../shared/events/ownAccounts';
import type { Api } from '../../shared/http/connection';
import { remembered } from '../../shared/memory/process';
import { ActivationError, scopeOf, TRIGGER, type WebhookContext } from '../context';
import type { Tell } from '../notices';
import type { WebhookSettings } from '../settings';

/** The newest ones. Between publishings, n8n does not store what the node finds out. */
const accounts = remembered<OwnAccount>({ name: 'the account of a webhook trigger', of: 'node' });

/** Returns the account that was found last. */
export const notedAccount = (scope: string, data: IDataObject): OwnAccount | undefined =>
	accounts.get(scope) ?? ownAccountShape.safeParse(data.account).data;

/** Returns whether what the node needs on X, or leaves out, depends on the account. */
function dependsOnAccount({ needsAccount, sources, activity }: WebhookSettings): boolean {
	const { userIds } = activity;
	const isOfAccount = sources.has('activity') && (userIds.length === 0 || userIds.includes(ME));
	return needsAccount || isOfAccount || sources.has('accountActivity');
}

/** Notes the account of the credential, and returns whether it is another one. X is asked only if its token is new. */
export async function isOtherAccount(
	context: IHookFunctions,
	settings: WebhookSettings,
	user: Api | undefined,
	tell: Tell,
): Promise<boolean> {
	if (user === undefined || !dependsOnAccount(settings)) return false;
	const before = notedAccount(scopeOf(context), context.getWorkflowStaticData('node'));
	const account = await note(context, user);
	if (before === undefined || before.id === account.id) return false;
	tell(
		'otherAccount',
		`The credential is connected with another account (user ${account.id}, before: ${before.id})`,
		'The trigger begins anew, and nothing that comes for the earlier one starts the workflow.',
	);
	return true;
}

/** Notes the account that a credential acts for. X is asked only if its token is new. */
async function note(context: WebhookContext, user: Api): Promise<OwnAccount> {
	const scope = scopeOf(context);
	const data = context.getWorkflowStaticData('node');
	const account = await ownAccount(context, user, notedAccount(scope, data));
	accounts.set(scope, account);
	data.account = { ...account };
	return account;
}

/**
 * Finds the IDs of the accounts that the form names as the workflow's own.
 *
 * @throws If X knows no user of a name.
 */
export async function namedAccountIds(
	context: WebhookContext,
	names: readonly string[],
	connections: {
		readonly app: () => Promise<Api>;
		readonly user: () => Promise<Api | undefined>;
	},
): Promise<readonly string[]> {
	const data = context.getWorkflowStaticData('node');
	return await ownAccountIds({
		context,
		names,
		data,
		notices: new Notices(context, TRIGGER),
		connect: connections.app,
		me: async () => {
			const noted = notedAccount(scopeOf(context), data);
			if (noted !== undefined) return noted.id;
			const user = await connections.user();
			if (user === undefined)
				throw new ActivationError(
					`Own Accounts names "${ME}", but the credential of an app is no user`,
					'Enter the ID or the username of the account, and publish the workflow again',
				);
			return (await note(context, user)).id;
		},
	});
}
