import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type ITriggerFunctions,
	type ITriggerResponse,
} from 'n8n-workflow';
import { subtitleOf } from '../shared/form/node';
import { properties } from './startup';

/** Starts a workflow for each event on a connection that stays open. It needs no public address. */
export class XStreamTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'X Stream Trigger',
		name: 'xStreamTrigger',
		icon: { light: 'file:../../icons/x-stream.svg', dark: 'file:../../icons/x-stream.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: subtitleOf('events'),
		description:
			'Starts the workflow within seconds on Posts that match rules, mentions, Direct Messages, likes, follows and more from X, without a public address',
		eventTriggerDescription: 'Waiting for an event from X',
		activationMessage: 'The stream is open: the workflow now runs for every event.',
		defaults: { name: 'X Stream Trigger' },
		triggerPanel: {
			header: 'Pull in events from X',
			executionsHelp: {
				inactive:
					'While building, click the button above, then make the event happen on X. When it works, publish the workflow: then it runs for every event, and executions show up in the executions list.',
				active:
					'While building, click the button above, then make the event happen on X. Your workflow is published, so it also runs for every event on its own. A test shares its connection.',
			},
			activationHint:
				'Once your workflow works, <a data-key="activate">publish</a> it to run for every event.',
		},
		builderHint: {
			searchHint:
				'Events of X within seconds, without a public address of n8n. X Trigger polls, and needs the least set-up.',
			relatedNodes: [
				{ nodeType: 'n8n-nodes-x-platform.xCore', relationHint: 'Answers what the event is about' },
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
		properties,
	};

	async trigger(this: ITriggerFunctions): Promise<ITriggerResponse> {
		return await (await import('./trigger')).start(this);
	}
}
