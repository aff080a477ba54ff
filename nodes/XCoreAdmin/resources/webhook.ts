import { anyAppFirst, app, broken, deleted, many, op, type Resource } from '../../shared/operation/operation';
import { text } from '../../shared/fields';
import { urlProblem } from '../../shared/model/webhookUrl';
import { webhook } from '../../shared/core/locators';
import { checkReplay, replay, replayFields } from '../operations/webhookReplay';
import { selectionOf } from '../../shared/core/selections';

/** Webhooks of the app: https://docs.x.com/x-api/webhooks/introduction */
export const webhookResource: Resource = {
	value: 'webhook',
	name: 'Webhook',
	operations: {
		create: op({
			route: 'POST /2/webhooks',
			action: 'Create a webhook',
			description: 'Register a callback URL. X checks at once that it answers the challenge (CRC).',
			docs: 'https://docs.x.com/x-api/webhooks/create-webhook',
			auth: anyAppFirst(),
			fields: {
				url: text({
					label: 'URL',
					description: 'A public https address without a port, which must answer the challenge',
					placeholder: 'e.g. https://example.com/webhook/x',
				}),
			},
			check: function* ({ url }) {
				const problem = urlProblem(url);
				if (problem) yield broken('url', 'format', `cannot be used: ${problem.message}`);
			},
		}),
		delete: op({
			route: 'DELETE /2/webhooks/{webhook_id}',
			action: 'Delete a webhook',
			description: 'Remove a webhook; its subscriptions and links end with it',
			docs: 'https://docs.x.com/x-api/webhooks/delete-webhook',
			auth: anyAppFirst(),
			fields: { webhook_id: webhook() },
			result: deleted('webhook_id'),
		}),
		getMany: op({
			route: 'GET /2/webhooks',
			action: 'Get many webhooks',
			description: 'Get the webhooks of the app, and whether each one is valid',
			docs: 'https://docs.x.com/x-api/webhooks/get-webhook',
			auth: anyAppFirst(),
			fields: selectionOf('webhook'),
			result: many(),
		}),
		replay: op({
			route: 'POST /2/webhooks/replay',
			action: 'Replay the events of a webhook',
			description:
				'Deliver the events of a period within the last 24 hours again. The webhook is notified when the replay is done.',
			docs: 'https://docs.x.com/x-api/webhooks/create-replay-job-for-webhook',
			auth: app,
			fields: replayFields,
			check: checkReplay,
			run: replay,
		}),
		validate: op({
			route: 'PUT /2/webhooks/{webhook_id}',
			action: 'Validate a webhook',
			description: 'Trigger the challenge (CRC) now; a webhook that passes is enabled again',
			docs: 'https://docs.x.com/x-api/webhooks/validate-webhook',
			auth: anyAppFirst(),
			fields: { webhook_id: webhook() },
		}),
	},
};
