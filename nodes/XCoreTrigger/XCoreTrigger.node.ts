import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { lazyMethods, subtitleOf } from '../shared/form/node';
import { methodNames, properties } from './startup';

/** Starts a workflow when something is new on X. It polls X, so it needs no public address. */
export class XCoreTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'X Trigger',
		name: 'xCoreTrigger',
		icon: { light: 'file:../../icons/x-trigger.svg', dark: 'file:../../icons/x-trigger.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: subtitleOf('event'),
		// The editor also shows this text for X Core, because it lists both nodes as one.
		description:
			'Post, reply, search and message on X (formerly Twitter), or start the workflow on mentions, messages, followers and likes',
		defaults: { name: 'X Trigger' },
		polling: true,
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
		// A copy, because n8n adds Poll Times to it.
		properties: [...properties],
	};

	methods = lazyMethods(methodNames, async () => (await import('./methods')).methods);

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const { poll } = await import('./poll');
		return await poll(this);
	}
}
