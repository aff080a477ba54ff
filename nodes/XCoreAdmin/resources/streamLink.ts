import { app, deleted, op, resource } from '../../shared/operation/operation';
import { withQuery } from '../../shared/engine/request';
import { webhook } from '../../shared/core/locators';
import { linkFields, linksOf, parametersIn } from '../operations/streamLink';

/** Links that deliver the filtered stream to a webhook, for Enterprise access only: https://docs.x.com/x-api/webhooks/stream/introduction */
export const streamLinkResource = resource({
	value: 'streamLink',
	auth: app,
	operations: {
		create: op({
			route: 'POST /2/tweets/search/webhooks/{webhook_id}',
			action: 'Link a webhook to the filtered stream',
			description:
				'Deliver Posts that match the rules of the filtered stream to a webhook. To change the fields, delete the link and create a new one.',
			fields: { webhook_id: webhook(), ...linkFields },
			run: async (call) =>
				await call.sendAndOutput(withQuery(call.request(), parametersIn(call.values.fields))),
		}),
		delete: op({
			route: 'DELETE /2/tweets/search/webhooks/{webhook_id}',
			action: 'Unlink a webhook from the filtered stream',
			description: 'Stop the delivery of matching Posts to a webhook',
			fields: { webhook_id: webhook() },
			result: deleted('webhook_id'),
		}),
		getMany: op({
			route: 'GET /2/tweets/search/webhooks',
			action: 'Get many stream links',
			description: 'Get the links between webhooks and the filtered stream',
			fields: {},
			result: { isList: true, items: linksOf },
		}),
	},
});
