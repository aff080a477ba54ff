/** This file finds the accounts whose Posts and messages start nothing, so that no workflow answers itself. */
import { uniq } from 'lodash';
import type { ITriggerFunctions } from 'n8n-workflow';
import { ME } from '../shared/core/locators';
import type { XEvent } from '../shared/events/event';
import type { Notices } from '../shared/events/notices';
import { ownAccount } from '../shared/events/ownAccount';
import { ownAccountIds } from '../shared/events/ownAccounts';
import { isOwnEvent } from '../shared/events/ownEntries';
import type { Api } from '../shared/http/connection';
import { findOwnId } from '../shared/http/findUsers';
import type { StreamSettings } from './settings';

export class OwnPosts {
	private found: readonly string[] = [];

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly access: {
			readonly app: Api;
			readonly user: Api | undefined;
			readonly notices: Notices;
		},
		private readonly settings: StreamSettings,
	) {}

	/**
	 * Looks up the accounts: that of the user credential, and those that the form names.
	 *
	 * @throws If X knows no user of a name.
	 */
	async find(): Promise<void> {
		const { context } = this;
		const { app, user, notices } = this.access;
		const { includesOwnPosts, ownAccounts: names } = this.settings;
		const isNeeded = user !== undefined && (!includesOwnPosts || names.includes(ME));
		const account = isNeeded ? await ownAccount(context, user) : undefined;
		const named = await ownAccountIds({
			context,
			names,
			data: context.getWorkflowStaticData('node'),
			notices,
			connect: async () => await Promise.resolve(app),
			me: async () => account?.id ?? (await findOwnId(context, app)),
		});
		this.found = uniq([...(account === undefined ? [] : [account.id]), ...named]);
	}

	get accounts(): readonly string[] {
		return this.found;
	}

	/** Checks whether an ID is that of one of the accounts. Posts of rules do not show whose events they are. */
	readonly isOwn = ({ source, userId }: XEvent, id: string): boolean =>
		(source === 'activity' && id === userId) || this.accounts.includes(id);

	has(event: XEvent): boolean {
		return this.accounts.some((id) => isOwnEvent(event, id));
	}
}
