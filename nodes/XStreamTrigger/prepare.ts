import { uniq } from 'lodash';
import type { ITriggerFunctions } from 'n8n-workflow';
import type { ChatAccess } from '../shared/chat/events/delivered';
import { ME } from '../shared/core/locators';
import type { XEvent } from '../shared/events/event';
import { Notices } from '../shared/events/notices';
import { ownAccount, ownAccountIds } from '../shared/events/ownAccounts';
import { isOwnEvent } from '../shared/events/ownEntries';
import { connectUser } from '../shared/events/subscriber';
import { type Api, connect } from '../shared/http/connection';
import { readAsApp } from '../shared/http/credential';
import { findOwnId } from '../shared/http/findUsers';
import { nodeKey } from '../shared/memory/keys';
import { explainRefusal } from './explain';
import { readSettings, type StreamSettings } from './settings';
import { allowanceOf, appOf, clockOf, rulesOf, usesOf } from './sharing/registry';
import { activity } from './sources/activity';
import { filteredStream } from './sources/filteredStream';
import { everything, streamMarkOf, type StreamSource } from './sources/source';
import type { XClock } from './stream/xClock';

/** The longest wait for a rate limit of the requests around the stream, in seconds. */
const MAX_WAIT = 20;

export interface Participant {
	readonly context: ITriggerFunctions;
	/** Identifies the node in this n8n process. A test in the editor has a different ID. */
	readonly id: string;
	readonly isTest: boolean;
	readonly settings: StreamSettings;
	readonly appKey: string;
	readonly app: Api;
	readonly source: StreamSource;
	readonly chats: ChatAccess;
	readonly ownPosts: OwnPosts;
	readonly notices: Notices;
}

const keepingTime = (app: Api, clock: XClock): Api => ({
	...app,
	send: async (request) => {
		const answer = await app.send(request);
		clock.sync(new Date(answer.headers.date ?? NaN));
		return answer;
	},
});

/** Reads the settings and prepares the requests. Nothing is sent to X yet. */
export async function prepare(context: ITriggerFunctions): Promise<Participant> {
	const settings = readSettings(context);
	const { authentication, events, holder } = settings;
	const appKey = appOf(await readAsApp(context, holder));
	const waiting = { maxWait: MAX_WAIT, explain: explainRefusal };
	const app = keepingTime(await connect(context, { kind: 'app', holder, ...waiting }), clockOf(appKey));
	const user = await connectUser(context, authentication, waiting);
	const notices = new Notices(context, 'X Stream Trigger');
	const { isTest } = notices;
	const id = nodeKey(context, isTest);
	const ownPosts = new OwnPosts(context, { app, user, notices }, settings);
	const makeSource = { activity, filteredStream }[events as 'activity'];
	const source = makeSource?.({
		n8n: context,
		app,
		user,
		settings,
		node: id,
		mark: streamMarkOf(context),
		uses: usesOf(appKey, events),
		rules: rulesOf(appKey),
		allowance: allowanceOf(appKey),
		ownPosts,
		warn: (message) => notices.log(message),
	});
	return {
		context,
		id,
		isTest,
		settings,
		appKey,
		app,
		source: source ?? everything,
		chats: { context, user, unverified: settings.unverified },
		ownPosts,
		notices,
	};
}

class OwnPosts {
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
