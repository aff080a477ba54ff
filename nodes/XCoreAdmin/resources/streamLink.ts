import { groupBy, mapValues } from 'lodash';
import { z } from 'zod';
import { app, deleted, op, resource } from '../../shared/operation/operation';
import { withQuery } from '../../shared/engine/request';
import { webhook } from '../../shared/core/locators';
import { formText, options } from '../../shared/fields';
import { isObject } from '../../shared/util/lenient';

/** How a link shows its fields: a name, an equals sign, a comma-separated list; one per line or joined by &. */
const SELECTION = /^\s*[a-z_]+(\.fields)?=[\w.,]+(\s*[&\n]\s*[a-z_]+(\.fields)?=[\w.,]+)*\s*$/;

const linkFields = options({
	fields: formText({
		rows: 3,
		pattern: SELECTION,
		shape: 'lines such as tweet.fields=created_at,author_id or expansions=author_id',
		placeholder: 'e.g. tweet.fields=created_at,author_id',
		description: 'What to render in each delivery: one field parameter or expansions per line',
	}),
});

/** The value of Fields as query parameters: a link is created by POST, but X reads its fields from the query. */
function parametersIn(fields = ''): Record<string, string> {
	const lines = fields
		.split(/[&\n]/)
		.map((line) => line.trim())
		.filter((line) => line !== '');
	const pairs = lines.map((line) => line.split('=') as [name: string, values: string]);
	return mapValues(groupBy(pairs, 0), (same) => same.map(([, values]) => values).join(','));
}

const links = z.array(z.unknown()).transform((entries) => entries.filter(isObject));
const linksSchema = z.object({ data: z.union([links, z.object({ links }).transform((data) => data.links)]) });

/** The links, which one sample has at `data.links` and another at `data`: https://docs.x.com/x-api/webhooks/get-stream-links */
const linksOf = (body: unknown): Record<string, unknown>[] => linksSchema.safeParse(body).data?.data ?? [];

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
