import { isUnsure, webhookReasonOf } from '../../shared/errors';
import type { Rollback } from '../../shared/events/reconcile';
import { urlProblem } from '../../shared/model/webhookUrl';
import { ActivationError } from '../context';
import type { ActivationContext } from './activationContext';
import { SHARE } from '../sharing/sharing';
import { challengeFailed } from './challengeFailed';
import { removeWaiting } from './delayedRemoval';
import { ownersOf } from './webhookOwners';
import type { Registration } from './registrationStore';
import { createWebhook, deleteWebhook, listWebhooks, validateWebhook, type Webhook } from './webhooks';

type WebhookClaim = Pick<Registration, 'webhookId' | 'created' | 'hubUrl'>;

/**
 * Returns the webhook that will deliver: that of another workflow, or the one for this address.
 *
 * @throws ActivationError with the reason and advice.
 */
export async function ensureWebhook(
	activation: ActivationContext,
	webhooks: readonly Webhook[],
	previous: Registration | undefined,
	undo: Rollback,
): Promise<WebhookClaim> {
	const { settings, url } = activation;
	if (settings.existingWebhook !== undefined)
		return await useExisting(activation, webhooks, settings.existingWebhook);
	const known = webhooks.find((webhook) => webhook.url === url);
	if (known !== undefined) return await adopt(activation, known, previous);
	return await create(activation, previous, undo);
}

/** Refuses an address that X would not take, before anything is sent. */
export function checkAddress({ settings, url }: ActivationContext): void {
	const problem = settings.existingWebhook === undefined ? urlProblem(url) : undefined;
	if (problem !== undefined) throw new ActivationError(problem.message, problem.description);
}

async function useExisting(
	activation: ActivationContext,
	webhooks: readonly Webhook[],
	id: string,
): Promise<WebhookClaim> {
	const { url } = activation;
	const webhook = webhooks.find((candidate) => candidate.id === id);
	if (webhook === undefined) {
		throw new ActivationError(
			`The app has no webhook ${id}`,
			`Choose one of: ${await holders(activation, webhooks)}`,
		);
	}
	if (webhook.url === url) {
		throw new ActivationError(
			'This webhook is registered for this very node',
			'Empty "Webhook to Share", or choose the webhook of another workflow',
		);
	}
	await makeValid(activation, webhook);
	return { webhookId: webhook.id, created: false, hubUrl: webhook.url };
}

async function adopt(
	activation: ActivationContext,
	webhook: Webhook,
	previous: Registration | undefined,
): Promise<WebhookClaim> {
	await makeValid(activation, webhook);
	// Only test runs of this node register its test address, so a webhook found there is left from an interrupted
	// run. The record may describe an older webhook, because n8n's processes overwrite each other's static data.
	const isOwn = activation.isTest || previous?.created === true;
	return { webhookId: webhook.id, created: isOwn };
}

async function makeValid(activation: ActivationContext, { id, url, valid }: Webhook): Promise<void> {
	if (valid) return;
	const isValid = await validateWebhook(activation.app, id).catch((error: unknown) => {
		if (webhookReasonOf(error) !== 'CrcValidationFailed') throw error;
		return false;
	});
	if (!isValid) throw await challengeFailed(activation, url);
}

async function create(
	activation: ActivationContext,
	previous: Registration | undefined,
	undo: Rollback,
): Promise<WebhookClaim> {
	const { app, url } = activation;
	return await register(activation, undo).catch(async (error: unknown) => {
		switch (webhookReasonOf(error)) {
			case 'DuplicateUrlFailed': {
				// Registered after the list was read, for example by a second n8n process.
				const known = (await listWebhooks(app)).find((webhook) => webhook.url === url);
				if (known !== undefined) return await adopt(activation, known, previous);
				throw new ActivationError(
					`The address ${url} is registered already, but not among this app's webhooks`,
					'Remove it where it was registered, or give this workflow another address: each app needs one of its own',
				);
			}
			case 'WebhookLimitExceeded':
				if (await removeWaiting(url)) return await create(activation, previous, undo);
				return await replace(activation, undo);
			case 'UrlValidationFailed':
				throw new ActivationError(
					`X does not accept the address ${url}`,
					"It has to be a public https address without a port. Set n8n's environment variable N8N_WEBHOOK_URL (WEBHOOK_URL in earlier versions) to it.",
				);
			default:
				throw error;
		}
	});
}

async function register(activation: ActivationContext, undo: Rollback): Promise<WebhookClaim> {
	const { app, url } = activation;
	let lost = 'X did not say whether it registered the webhook';
	const named = await createWebhook(app, url).catch(async (error: unknown) => {
		if (webhookReasonOf(error) === 'CrcValidationFailed') throw await challengeFailed(activation, url);
		if (!(error instanceof Error) || !isUnsure(error)) throw error;
		lost = error.message;
		return undefined;
	});
	const webhook = named ?? (await registeredAllTheSame(app, url, lost));
	undo.push(async () => await deleteWebhook(app, webhook.id));
	return { webhookId: webhook.id, created: true };
}

/** Finds the webhook that X registered although its answer does not name it. */
async function registeredAllTheSame(
	app: ActivationContext['app'],
	url: string,
	lost: string,
): Promise<Webhook> {
	const webhooks = await listWebhooks(app).catch(() => []);
	const found = webhooks.find((webhook) => webhook.url === url);
	if (found === undefined)
		throw new ActivationError(lost, 'Publish the workflow again: a webhook that is there by then is used');
	return found;
}

/** Replaces another webhook if the user named it. Otherwise the error lists them. */
async function replace(activation: ActivationContext, undo: Rollback): Promise<WebhookClaim> {
	const { app, settings, isTest, warn } = activation;
	const webhooks = await listWebhooks(app);
	const named = webhooks.find(({ id }) => id === settings.replaceWebhook);
	// A test run must never replace the webhook of a published workflow.
	if (named === undefined || isTest) throw await noPlace(activation, webhooks);
	await deleteWebhook(app, named.id);
	warn(`Removed the webhook ${named.id} (${named.url}) to make room, as the node's options ask for`);
	return await register(activation, undo);
}

async function noPlace(activation: ActivationContext, webhooks: readonly Webhook[]): Promise<Error> {
	const said = await holders(activation, webhooks);
	return new ActivationError(
		`Your X plan allows no more webhooks. Taken by: ${said}`,
		activation.isTest
			? `A test needs a webhook of its own. Unpublish the workflow that has it and test again, or ${SHARE}`
			: `To give its place to this workflow, enter its ID in the option "Replace Webhook"; or ${SHARE}`,
	);
}

async function holders({ app, asker }: ActivationContext, webhooks: readonly Webhook[]): Promise<string> {
	if (webhooks.length === 0) return 'no webhook that this app may see';
	const names = await ownersOf(app, webhooks, asker);
	return webhooks
		.map(({ id, url, valid }) => {
			const name = names.get(id);
			const described = `webhook ${id} (${url}${valid ? '' : ', invalid'})`;
			return name === undefined ? described : `${name}, ${described}`;
		})
		.join('; ');
}
