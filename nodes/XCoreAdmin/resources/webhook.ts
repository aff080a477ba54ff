import { anyAppFirst, app, broken, deleted, many, op, resource } from '../../shared/operation/operation';
import { text } from '../../shared/fields';
import { urlProblem } from '../../shared/model/webhookUrl';
import { webhook } from '../../shared/core/locators';
import { checkReplay, replay, replayFields } from '../operations/webhookReplay';
import { selectionOf } from '../../shared/core/selections';

/** Webhooks of the app: https://docs.x.com/x-api/webhooks/introduction */
export const webhookResource = resource({
	value: 'webhook',
	auth: anyAppFirst(),
	operations: {
		create: op({
			route: 'POST /2/webhooks',
			action: 'Create a webhook',
			description: 'Register a callback URL. X checks at once that it answers the challenge (CRC).',
			fields: {
				url: text({
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
			fields: { webhook_id: webhook() },
			result: deleted('webhook_id'),
		}),
		getMany: op({
			route: 'GET /2/webhooks',
			action: 'Get many webhooks',
			description: 'Get the webhooks of the app, and whether each one is valid',
			fields: selectionOf('webhook'),
			result: many(),
		}),
		replay: op({
			route: 'POST /2/webhooks/replay',
			action: 'Replay the events of a webhook',
			description:
				'Deliver the events of a period within the last 24 hours again. The webhook is notified when the replay is done.',
			auth: app,
			fields: replayFields,
			check: checkReplay,
			run: replay,
		}),
		validate: op({
			route: 'PUT /2/webhooks/{webhook_id}',
			action: 'Validate a webhook',
			description: 'Trigger the challenge (CRC) now; a webhook that passes is enabled again',
			fields: { webhook_id: webhook() },
		}),
	},
});
