import type { ActivationContext, Rollback } from './lifecycle';
import { failedFor, reasonOf } from './platformReasons';
import type { Registration } from './registrationStore';
import { urlProblem } from '../shared/model/webhookUrl';
import { createWebhook, deleteWebhook, listWebhooks, validateWebhook, type Webhook } from './webhooks';

type Place = Pick<Registration, 'webhookId' | 'created' | 'hubUrl'>;

/**
 * The webhook that will deliver: the one of another workflow, or the one registered for this address: found, made
 * valid again, or created.
 *
 * @throws an error that says what is in the way and what to do about it
 */
export async function claimWebhook(
	life: ActivationContext,
	previous: Registration | undefined,
	undo: Rollback,
): Promise<Place> {
	const { existingWebhook } = life.settings;
	if (existingWebhook !== undefined) return await useExisting(life, existingWebhook);
	const problem = urlProblem(life.url);
	if (problem !== undefined) throw life.fail(problem.message, problem.description);
	const known = (await listWebhooks(life.app)).find(({ url }) => url === life.url);
	if (known !== undefined) return await adopt(life, known, previous);
	return await create(life, previous, undo);
}

async function useExisting(life: ActivationContext, id: string): Promise<Place> {
	const webhooks = await listWebhooks(life.app);
	const webhook = webhooks.find((candidate) => candidate.id === id);
	if (webhook === undefined) {
		throw life.fail(`The app has no webhook ${id}`, `Choose one of: ${places(webhooks)}`);
	}
	if (webhook.url === life.url) {
		throw life.fail(
			'This webhook is registered for this very node',
			'Set "Webhook" to "Register Own", or choose the webhook of another workflow',
		);
	}
	await makeValid(life, webhook);
	return { webhookId: webhook.id, created: false, hubUrl: webhook.url };
}

async function adopt(
	life: ActivationContext,
	webhook: Webhook,
	previous: Registration | undefined,
): Promise<Place> {
	await makeValid(life, webhook);
	// Nobody but a test run of this node registers its test address: one that is found was left by a run cut short.
	const isOwn = life.isTest || (previous?.webhookId === webhook.id && previous.created);
	return { webhookId: webhook.id, created: isOwn };
}

async function makeValid(life: ActivationContext, webhook: Webhook): Promise<void> {
	if (webhook.valid) return;
	let valid = false;
	try {
		valid = await validateWebhook(life.app, webhook.id);
	} catch (error) {
		if (!failedFor(error, 'CrcValidationFailed')) throw life.shown(error);
	}
	if (!valid) throw challengeFailed(life, webhook.url);
}

async function create(
	life: ActivationContext,
	previous: Registration | undefined,
	undo: Rollback,
): Promise<Place> {
	try {
		return created(life, await createWebhook(life.app, life.url), undo);
	} catch (error) {
		switch (reasonOf(error)) {
			case 'DuplicateUrlFailed': {
				// Registered between our looking and our asking: by a second n8n process, for example.
				const known = (await listWebhooks(life.app)).find(({ url }) => url === life.url);
				if (known !== undefined) return await adopt(life, known, previous);
				throw life.fail(
					`The address ${life.url} is registered already, but not among this app's webhooks`,
					'Remove it where it was registered, or give this workflow another address: each app needs one of its own',
				);
			}
			case 'WebhookLimitExceeded':
				return await replace(life, undo);
			case 'CrcValidationFailed':
				throw challengeFailed(life, life.url);
			case 'UrlValidationFailed':
				throw life.fail(
					`The platform does not accept the address ${life.url}`,
					"It has to be a public https address without a port. Set n8n's environment variable WEBHOOK_URL to it.",
				);
			default:
				throw life.shown(error);
		}
	}
}

function created(life: ActivationContext, webhook: Webhook, undo: Rollback): Place {
	undo.push(async () => await deleteWebhook(life.app, webhook.id));
	return { webhookId: webhook.id, created: true };
}

/** Gives up another webhook's place, if the user named it; otherwise says who has the places. */
async function replace(life: ActivationContext, undo: Rollback): Promise<Place> {
	const webhooks = await listWebhooks(life.app);
	const named = webhooks.find(({ id }) => id === life.settings.replaceWebhook);
	// A test run must never take the place of the workflow that is in production.
	if (named === undefined || life.isTest) throw noPlace(life, webhooks);
	await deleteWebhook(life.app, named.id);
	life.warn(`Removed the webhook ${named.id} (${named.url}) to make room, as the node's options ask for`);
	try {
		return created(life, await createWebhook(life.app, life.url), undo);
	} catch (error) {
		if (failedFor(error, 'CrcValidationFailed')) throw challengeFailed(life, life.url);
		throw life.shown(error);
	}
}

function noPlace(life: ActivationContext, webhooks: Webhook[]): Error {
	const advice = life.isTest
		? 'To listen for a test event, deactivate the workflow that holds the place, or let this node share its webhook ("Webhook": "Share Existing")'
		: 'Enter the ID of one of them in the option "Replace Webhook" to give its place to this workflow, or let this node share it ("Webhook": "Share Existing")';
	return life.fail(`The app has no place left for another webhook. Taken by: ${places(webhooks)}`, advice);
}

function challengeFailed(life: ActivationContext, url: string): Error {
	return life.fail(
		`The platform's challenge to ${url} was not answered correctly`,
		'Check that the address is reached from the internet, that no proxy changes the answer, and that the credential holds the consumer secret of this very app',
	);
}

function places(webhooks: Webhook[]): string {
	const said = webhooks.map(({ id, url, valid }) => `${id} (${url}${valid ? '' : ', invalid'})`);
	return said.length === 0 ? 'no webhook that this app may see' : said.join(', ');
}
