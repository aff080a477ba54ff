import {
	NodeConnectionTypes,
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { lazyMethods } from '../shared/form/node';
import { methodNames, properties } from './startup';

/** Starts a workflow when X delivers an event: an activity, an account's activity, or a matching Post. */
export class XWebhookTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'X Webhook Trigger',
		name: 'xWebhookTrigger',
		icon: { light: 'file:../../icons/x-webhook.svg', dark: 'file:../../icons/x-webhook.dark.svg' },
		group: ['trigger'],
		version: 1,
		// The names of the event types, and the names of the older sources.
		subtitle:
			'={{ [...($parameter["eventTypes"] ?? []).map((type) => type.replace(/\\.(create|new)$|\\.(update|conversation)(?=\\.)/g, "").replace(/^(\\w+)\\.(?=(un)?\\1(_|$))/, "").replace(/^dm\\b/, "direct message").replace("geo", "location").replace(/[._]/g, " ")), ...($parameter["otherSources"] ?? []).flatMap((source) => ({ accountActivity: "account activity", filteredStream: "filtered stream" })[source] ?? [])].join(", ").replace(/^./, (first) => first.toUpperCase()) }}',
		description: 'Starts the workflow on Posts, Direct Messages, mentions, likes, follows and more from X',
		eventTriggerDescription: 'Waiting for an event from X',
		activationMessage: 'X now sends events to this workflow.',
		defaults: { name: 'X Webhook Trigger' },
		triggerPanel: {
			header: 'Pull in events from X',
			executionsHelp: {
				inactive:
					'While building, click the button above, then make the event happen on X. When it works, publish the workflow: then it runs for every event, and executions show up in the executions list.',
				active:
					'While building, click the button above, then make the event happen on X. Your workflow is published, so it also runs for every event on its own. A test needs a webhook of its own: on plans with a single one, unpublish the workflow first.',
			},
			activationHint:
				'Once your workflow works, <a data-key="activate">publish</a> it to run for every event.',
		},
		builderHint: {
			searchHint:
				'Events of X within seconds. n8n must have a public HTTPS address; without one use X Stream Trigger, or X Trigger, which polls.',
			relatedNodes: [
				{ nodeType: 'n8n-nodes-x-platform.xCore', relationHint: 'Answers what the event is about' },
				{ nodeType: 'n8n-nodes-x-platform.xChat', relationHint: 'Answers encrypted messages' },
			],
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'xAppApi', required: true, displayOptions: { show: { authentication: ['app'] } } },
			{ name: 'xUserOAuth2Api', required: true, displayOptions: { show: { authentication: ['oAuth2'] } } },
			{
				name: 'xAccessTokenApi',
				required: true,
				displayOptions: { show: { authentication: ['accessToken'] } },
			},
			{ name: 'xUserOAuth1Api', required: true, displayOptions: { show: { authentication: ['oAuth1'] } } },
		],
		// GET comes first: X sends its challenge while n8n is still registering the POST address.
		webhooks: [
			{ name: 'setup', httpMethod: 'GET', responseMode: 'onReceived', path: 'x-events' },
			// For `responseData`, n8n would answer with the name of its default.
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				responseData: 'noData',
				path: 'x-events',
			},
		],
		properties,
	};

	methods = lazyMethods(methodNames, async () => (await import('./methods')).methods);

	webhookMethods = {
		// X has one address for both, which `default` registers.
		setup: {
			checkExists: () => Promise.resolve(true),
			create: () => Promise.resolve(true),
			delete: () => Promise.resolve(true),
		},
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await (await import('./webhookMethods')).checkExists(this);
			},
			async create(this: IHookFunctions): Promise<boolean> {
				return await (await import('./webhookMethods')).create(this);
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return await (await import('./webhookMethods')).remove(this);
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		if (this.getWebhookName() === 'setup') {
			const { answerChallenge } = await import('./challenge/answerChallenge');
			return await answerChallenge(this);
		}
		const { handleDelivery } = await import('./delivery/handleDelivery');
		return await handleDelivery(this);
	}
}
