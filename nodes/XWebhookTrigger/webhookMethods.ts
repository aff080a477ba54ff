/** Serves n8n when a workflow is published or unpublished, and when a test run begins or ends. */
import { get } from 'lodash';
import { type IHookFunctions, type INode, NodeOperationError } from 'n8n-workflow';
import { z } from 'zod';
import { CREDENTIALS } from '../shared/auth/credentialKinds';
import { checkKeys } from '../shared/chat/events/delivered';
import { ME } from '../shared/core/locators';
import type { Failure } from '../shared/errors';
import { fareOf, noteOwed } from '../shared/events/fares';
import { markOf } from '../shared/events/mark';
import { namedAccountsShape, ownAccount, ownAccountShape } from '../shared/events/ownAccounts';
import { connectUser, type TriggerKind } from '../shared/events/subscriber';
import { type Api, connect } from '../shared/http/connection';
import { userIdFinder } from '../shared/http/findUsers';
import { bothClocks } from '../shared/http/xClock';
import { forget, remembered } from '../shared/memory/process';
import { RequestMemo } from '../shared/memory/requestMemo';
import { withoutDamage } from '../shared/memory/stored';
import { storeWhatRunsLeft } from '../shared/memory/workflowMemory';
import { hasChatEvents } from '../shared/model/eventTypes';
import { text } from '../shared/util/lenient';
import { messageOf } from '../shared/util/text';
import { ActivationError, isTestRun, log, scopeOf, TRIGGER } from './context';
import { teller } from './notices';
import { isOtherAccount, namedAccountIds, notedAccount } from './registration/accounts';
import { activate, deactivate, isActive, stay } from './registration/activation';
import type { ActivationContext } from './registration/activationContext';
import { AfterStart } from './registration/afterStart';
import { noSecret, WHERE_SECRETS_ARE } from './registration/challengeFailed';
import { Missed, owedShape } from './registration/missed';
import { registrationShape, RegistrationStore } from './registration/registrationStore';
import { noteAddress } from './registration/webhookOwners';
import { appSecrets, sameValues } from './secrets';
import { fingerprint, readSettings, readSettingsForDeactivation, type WebhookSettings } from './settings';
import { endSharing, guestShape } from './sharing/guests';
import { Sharing } from './sharing/sharing';
import { challengeScheme } from './signature';

const SHAPES: Readonly<Record<string, z.ZodTypeAny>> = {
	account: ownAccountShape,
	lastEventAt: z.number(),
	owed: owedShape,
	ownAccounts: namedAccountsShape,
	registrations: z.record(registrationShape),
	seen: z.string(),
	sharers: z.record(guestShape),
	sharingSince: z.number(),
};

/** The longest wait for a rate limit, in seconds, because a person waits for the activation. */
const MAX_WAIT = 20;

const afterRateLimit = (when: string) =>
	`Try again ${when}. X takes 500 new activity subscriptions, one for each event type of each user, in 15 minutes: with more of them, add users in steps, and set "On Unpublishing" to "Keep Everything" meanwhile.`;

export const checkExists = explained(
	async (context) =>
		await notingFailure(context, async () => {
			const activation = await openActivation(context, readSettings(context));
			await checkOwnAccounts(context, activation);
			await stay(activation);
			const isThere = !(await isChanged(activation)) && (await isActive(activation));
			if (isThere) keep(context, activation);
			return isThere;
		}),
);

export const create = explained(
	async (context) =>
		await notingFailure(context, async () => {
			await register(context);
			return true;
		}),
);

async function register(context: IHookFunctions): Promise<void> {
	const activation = await openActivation(context, readSettings(context));
	await checkSecrets(context, activation.settings.authentication);
	await checkOwnAccounts(context, activation);
	if (hasChatEvents(activation.settings.activity.eventTypes))
		await checkKeys({ context, user: activation.user, unverified: 'leaveOut' });
	if (activation.isTest) forget('node', scopeOf(context));
	else if (!activation.settings.share) endSharing(scopeOf(context), context.getWorkflowStaticData('node'));
	await activation.isOtherAccount();
	await activate(activation);
	keep(context, activation);
}

function keep(context: IHookFunctions, { missed }: ActivationContext): void {
	if (missed === undefined) return;
	missed.keepIn(context.getWorkflowStaticData('node'));
	noteOwed(context, TRIGGER, missed.open);
	storeWhatRunsLeft(context);
}

/** Checks for another account. While n8n starts up, a failure to find out must not remove anything from X. */
const isChanged = async ({ isOtherAccount: look, isStartup, warn }: ActivationContext): Promise<boolean> =>
	await look().catch((error: unknown) => {
		if (!isStartup) throw error;
		warn(`X could not be asked for the account of the credential: ${messageOf(error)}`);
		return false;
	});

async function lookAtAccount(context: IHookFunctions): Promise<void> {
	const activation = await openActivation(context, readSettings(context));
	if (!(await activation.isOtherAccount())) return;
	await activate(activation).catch((error: unknown) =>
		activation.warn(`It could not begin anew, so publish the workflow again: ${messageOf(error)}`),
	);
}

/** Refuses secrets that cannot be right, before X is asked for anything. */
async function checkSecrets(context: IHookFunctions, kind: TriggerKind): Promise<void> {
	if (challengeScheme(await appSecrets(context)) === undefined) throw noSecret(kind);
	const same = await sameValues(context, kind);
	if (same !== undefined)
		throw new ActivationError(
			`The credential ${CREDENTIALS[kind].displayName} has the same value as ${same.join(' and as ')}`,
			`One of them was copied into the wrong field. ${WHERE_SECRETS_ARE}`,
		);
}

/** Looks up the accounts of the form, to refuse wrong names. At a start of n8n, a failure removes nothing from X. */
async function checkOwnAccounts(
	context: IHookFunctions,
	{ app, settings, isStartup, warn }: ActivationContext,
): Promise<void> {
	const names = settings.ownAccounts.filter((name) => name !== ME);
	const connections = {
		app: async () => await Promise.resolve(app),
		user: async () => await Promise.resolve(undefined),
	};
	await namedAccountIds(context, names, connections).catch((error: unknown) => {
		if (!isStartup) throw error;
		warn(`The accounts of Own Accounts could not be looked up: ${messageOf(error)}`);
	});
}

export const remove = explained(async (context) => {
	const url = context.getNodeWebhookUrl('default') ?? '';
	if (failed.get(url) === 'start') {
		// n8n calls this only once after a failure: from then on, a person unpublishes.
		failed.delete(url);
		return true;
	}
	await deactivate(await openActivation(context, readSettingsForDeactivation(context)));
	return true;
});

/**
 * Addresses whose last activation failed. n8n then calls `remove`, which must not send more requests to X. After a
 * failed start it must remove nothing at all, because n8n tries again.
 */
const failed = remembered<'start' | 'publishing'>({
	name: 'failed activations',
	of: 'address',
	until: 'one succeeds',
});

/** n8n has started, or this main process takes the place of another one. Otherwise a person waits for the result. */
const isStart = (context: IHookFunctions): boolean =>
	context.getActivationMode() === 'init' || context.getActivationMode() === 'leadershipChange';

async function notingFailure<T>(context: IHookFunctions, work: () => Promise<T>): Promise<T> {
	const url = context.getNodeWebhookUrl('default') ?? '';
	failed.set(url, isStart(context) ? 'start' : 'publishing');
	const result = await work();
	failed.delete(url);
	return result;
}

async function openActivation(context: IHookFunctions, settings: WebhookSettings) {
	const startedAt = Date.now();
	const url = context.getNodeWebhookUrl('default');
	if (url === undefined)
		throw new ActivationError('n8n has no address for this node', 'Save the workflow and try again');
	noteAddress(url, context.getWorkflow().name);
	const warn = (message: string) => log(context, 'warn', message);
	const damaged = withoutDamage(context.getWorkflowStaticData('node'), SHAPES);
	if (damaged.length > 0)
		warn(
			`What n8n has stored for this node is damaged (${damaged.join(', ')}); the node begins anew with it. Events that ran before may run once more if X delivers them again`,
		);
	const connections = await openConnections(context, settings);
	const scope = scopeOf(context, false);
	const tell = teller(context);
	const clocks = bothClocks(connections.app.baseUrl);
	const missed = isTestRun(context)
		? undefined
		: Missed.of(scope, context.getWorkflowStaticData('node'), clocks);
	const asked = settings.replayMissed ? missed : undefined;
	const afterStart = new AfterStart(scope, connections.app, tell, asked, () => {
		if (asked !== undefined) noteOwed(context, TRIGGER, asked.open);
	});
	return {
		...connections,
		...namesOf(context, url),
		settings,
		url,
		isTest: isTestRun(context),
		isStartup: isStart(context),
		fingerprint: fingerprint(settings, context.getNode().credentials),
		credential: context.getNode().credentials?.[CREDENTIALS[settings.authentication].type]?.id ?? undefined,
		registrations: new RegistrationStore(context),
		sharing: new Sharing(context, settings.internalUrl),
		warn,
		challenge: {
			secrets: async () => await appSecrets(context),
			wasAnswered: () => (fareOf(context, TRIGGER).challengedAt ?? 0) >= startedAt,
		},
		afterStart,
		missed,
		tell,
		isOtherAccount: async () => await isOtherAccount(context, settings, connections.user, tell),
		lookAtAccount: async () => await lookAtAccount(context),
		hasFailed: failed.has(url),
	};
}

async function openConnections(context: IHookFunctions, { authentication }: WebhookSettings) {
	const options = { maxWait: MAX_WAIT, explain };
	const memo = new RequestMemo();
	const app = await connect(context, { ...options, kind: 'app', holder: authentication });
	const user = await connectUser(context, authentication, options);
	return {
		app,
		user,
		ownUserId: async (of: Api) => await memo.get('me', async () => await ownIdOf(context, of)),
		userId: userIdFinder(context, app),
	};
}

async function ownIdOf(context: IHookFunctions, user: Api): Promise<string> {
	const known = notedAccount(scopeOf(context), context.getWorkflowStaticData('node'));
	return (await ownAccount(context, user, known)).id;
}

function namesOf(context: IHookFunctions, url: string): Pick<ActivationContext, 'asker' | 'mark'> {
	const instanceId = context.getInstanceId();
	const workflowId = context.getWorkflow().id ?? '';
	const { id, webhookId = id } = context.getNode();
	return {
		asker: { instanceId, url, workflowId },
		mark: markOf(instanceId, workflowId, webhookId, url),
	};
}

const explain = (failure: Failure): Failure =>
	failure.kind === 'rateLimit'
		? { ...failure, description: afterRateLimit(failure.retryAt ? 'after that time' : 'in 15 minutes') }
		: failure;

/** Wraps a method so that users understand its errors. */
function explained(method: (context: IHookFunctions) => Promise<boolean>) {
	return async (context: IHookFunctions): Promise<boolean> => {
		try {
			return await method(context);
		} catch (error) {
			throw toUserError(context.getNode(), error);
		}
	};
}

/** The editor shows only the message of an error that prevents publishing, so the message includes the advice. */
function toUserError(node: INode, error: unknown): Error {
	if (!(error instanceof Error)) return new NodeOperationError(node, String(error));
	const advice = text(get(error, 'description'));
	if (advice === undefined) return new NodeOperationError(node, error.message);
	const message = withAdvice(error.message, advice);
	if (!(error instanceof ActivationError)) return Object.assign(error, { message });
	const shown = new NodeOperationError(node, message, { description: advice });
	if (error.data !== undefined) shown.context.data = error.data;
	return shown;
}

function withAdvice(message: string, advice: string): string {
	if (message.includes(advice)) return message;
	return `${message}${/[.!?]$/.test(message) ? '' : '.'} ${advice}`;
}
