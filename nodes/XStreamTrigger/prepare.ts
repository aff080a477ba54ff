import type { IDataObject, ITriggerFunctions } from 'n8n-workflow';
import type { ChatAccess } from '../shared/chat/events/delivered';
import { Notices } from '../shared/events/notices';
import { connectUsers } from '../shared/events/subscriber';
import { connect, type Api } from '../shared/http/connection';
import { hasChatEvents } from '../shared/model/eventTypes';
import { explainRefusal } from './explain';
import { readSettings, type Settings } from './settings';
import { appOf, usesOf } from './sharing/registry';
import { activity } from './sources/activity';
import { filteredStream } from './sources/filteredStream';
import { everything, type Source } from './sources/source';
import { streamMarkOf } from './sources/streamMark';

/** Longest wait for a rate limit of the requests around the stream, in seconds. */
const MAX_WAIT = 20;

/** What a node takes part in a stream with. */
export interface Participant {
	readonly context: ITriggerFunctions;
	/** Names the node among all of this n8n process; a test in the editor has a name of its own. */
	readonly id: string;
	readonly isTest: boolean;
	readonly settings: Settings;
	/** Names the app, whose connections and rules all nodes of this process share. */
	readonly appKey: string;
	readonly app: Api;
	readonly source: Source;
	readonly chats: ChatAccess;
	readonly notices: Notices;
}

/** Reads the settings and connects to X; nothing is asked or changed there yet. */
export async function prepare(context: ITriggerFunctions): Promise<Participant> {
	const settings = readSettings(context);
	const { authentication, events } = settings;
	const appKey = appOf(await context.getCredentials<IDataObject>('xAppApi'));
	const waiting = { maxWait: MAX_WAIT, explain: explainRefusal };
	const app = await connect(context, { kind: 'app', ...waiting });
	const users = await connectUsers(context, authentication, waiting);
	const user = users[0]?.api;
	const notices = new Notices(context, 'X Stream Trigger');
	const { isTest } = notices;
	const id = `${context.getWorkflow().id ?? ''}:${context.getNode().id}${isTest ? ':test' : ''}`;
	const makeSource = { activity, filteredStream }[events as 'activity'];
	const source = makeSource?.({
		n8n: context,
		app,
		user,
		users,
		settings,
		node: id,
		mark: streamMarkOf(context),
		uses: usesOf(appKey, events),
		warn: (message) => notices.log(message),
	});
	const mayHaveKeys = events === 'activity' && hasChatEvents(settings.activity.eventTypes);
	const chats = { context, user, mayHaveKeys };
	return { context, id, isTest, settings, appKey, app, source: source ?? everything, chats, notices };
}
