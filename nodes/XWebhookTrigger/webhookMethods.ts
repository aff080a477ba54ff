import { get } from 'lodash';
import type { IDataObject, IHookFunctions, INode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Failure } from '../shared/errors';
import { bindApi } from './api';
import { forget } from './dedupe';
import { text } from './events/read';
import { activate, deactivate, isActive, type ActivationContext } from './lifecycle';
import { nodeScope } from './receive';
import { secretIn } from './secrets';
import { checkSettings, fingerprint, readSettings } from './settings';
import {
	answersChallenge,
	askToShare,
	endSharing,
	guestsOf,
	toInternalUrl,
	type ShareRequest,
} from './sharing';
import { otherRegistrations, readRegistration, writeRegistration } from './registrationStore';

/** Whether the platform delivers to this node already. */
export async function checkExists(context: IHookFunctions): Promise<boolean> {
	return await isActive(await lifecycleOf(context, true));
}

/** Makes the platform deliver to this node. */
export async function create(context: IHookFunctions): Promise<boolean> {
	const life = await lifecycleOf(context, true);
	if ((await secretOf(context)) === undefined) {
		throw life.fail(
			'The app credential holds no consumer secret',
			"The platform's challenges are answered and its deliveries verified with it. Enter it in the X App API credential; the developer portal shows it under Keys and tokens as API Key Secret.",
		);
	}
	if (life.isTest) forget(scopeOf(context, true));
	else if (!life.settings.share) endSharing(scopeOf(context, false), context.getWorkflowStaticData('node'));
	await activate(life);
	return true;
}

/** Stops it again. */
export async function remove(context: IHookFunctions): Promise<boolean> {
	await deactivate(await lifecycleOf(context, false));
	return true;
}

/** @param activating whether the settings must be complete; switching off works with any */
async function lifecycleOf(context: IHookFunctions, activating: boolean): Promise<ActivationContext> {
	const node = context.getNode();
	const fail = (message: string, description: string) =>
		new NodeOperationError(node, withAdvice(message, description), { description });
	const settings = readSettings(context);
	if (activating) {
		const problem = checkSettings(settings);
		if (problem !== undefined) throw fail(problem.message, problem.description);
	}
	const url = context.getNodeWebhookUrl('default');
	if (url === undefined) throw fail('n8n has no address for this node', 'Save the workflow and try again');
	const data = context.getWorkflowStaticData('node');
	const workflowId = context.getWorkflow().id ?? '';
	const isTest = context.getMode() === 'manual';
	// n8n ends a test run in the name of production, with the address of the test: the address tells them apart.
	const scope = scopeOf(context, false);
	const needsUser = activating && settings.authentication !== 'app';
	return {
		app: await bindApi(context, 'app', explain),
		user: needsUser ? await bindApi(context, settings.authentication, explain) : undefined,
		settings,
		url,
		isTest,
		workflowId,
		fingerprint: fingerprint(settings, node.credentials),
		isStartup: context.getActivationMode() === 'init',
		read: () => readRegistration(scope, data, url, workflowId),
		write: (registration) => writeRegistration(scope, data, url, registration),
		// A test run has nothing to do with production, wherever that was.
		moved: () => (isTest ? [] : otherRegistrations(data, url, workflowId)),
		forget: (address) => writeRegistration(scope, data, address, undefined),
		answers: async (address) => await answersChallenge(context, address, await secretOf(context)),
		sharers: () => guestsOf(scope, data).length,
		joinHub: async (hubUrl) => {
			const refusal = await ask(context, hubUrl, {
				action: 'join',
				url: toInternalUrl(url, settings.internalUrl),
			});
			if (refusal === undefined) return;
			throw fail(
				`The workflow that owns the webhook ${hubUrl} does not share it (${refusal})`,
				'That workflow has to be active, have the option "Share With Other Workflows" on, and use the same app. If n8n cannot reach itself by its public name, set the option "Internal Address" here.',
			);
		},
		leaveHub: async (hubUrl, address) => {
			const refusal = await ask(context, hubUrl, {
				action: 'leave',
				url: toInternalUrl(address, settings.internalUrl),
			});
			if (refusal !== undefined) context.logger.warn(`${hubUrl} did not end the sharing (${refusal})`);
		},
		shown: (error) => shown(node, error),
		warn: (message) => context.logger.warn(`X Webhook Trigger "${node.name}": ${message}`),
		fail,
	};
}

/** Other nodes have an option for a longer wait; here somebody waits for the activation. */
const AFTER_RATE_LIMIT =
	'Activate again after that time. The platform takes 500 new activity subscriptions, one for each event type of each user, in 15 minutes: with more of them, add users in steps, and set "On Deactivation" to "Keep Everything" meanwhile.';

const explain = (failure: Failure): Failure =>
	failure.kind === 'rateLimit' ? { ...failure, description: AFTER_RATE_LIMIT } : failure;

/** Whatever was thrown, as an error whose message says what to do as well. */
function shown(node: INode, error: unknown): Error {
	if (!(error instanceof Error)) return new NodeOperationError(node, String(error));
	const advice = text(get(error, 'description'));
	if (advice === undefined) return new NodeOperationError(node, error.message);
	error.message = withAdvice(error.message, advice);
	return error;
}

/** The editor shows only the message of an error that keeps a workflow from being activated or tested. */
function withAdvice(message: string, advice: string): string {
	if (message.includes(advice)) return message;
	return `${message}${/[.!?]$/.test(message) ? '' : '.'} ${advice}`;
}

async function ask(
	context: IHookFunctions,
	hubUrl: string,
	request: Omit<ShareRequest, 'at'>,
): Promise<string | undefined> {
	const secret = await secretOf(context);
	if (secret === undefined) return 'the credential holds no consumer secret';
	const { internalUrl } = readSettings(context);
	return await askToShare(context, toInternalUrl(hubUrl, internalUrl), request, secret);
}

async function secretOf(context: IHookFunctions): Promise<string | undefined> {
	return secretIn((await context.getCredentials<IDataObject>('xAppApi')).consumerSecret);
}

function scopeOf(context: IHookFunctions, isTest: boolean): string {
	return nodeScope(context.getWorkflow().id, context.getNode(), isTest);
}
