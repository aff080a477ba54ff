import { groupBy, mapValues } from 'lodash';
import { z } from 'zod';
import { app, deleted, op, type Resource } from '../../shared/operation/operation';
import { formOnly, options, text } from '../../shared/fields';
import { withQuery } from '../../shared/engine/request';
import { webhook } from '../entities';

/** As a link shows its own fields: a name, an equals sign, a comma-separated list; one per line or joined by &. */
const SELECTION = /^\s*[a-z_]+(\.fields)?=[\w.,]+(\s*[&\n]\s*[a-z_]+(\.fields)?=[\w.,]+)*\s*$/;

const selections = options({
	fields: formOnly(
		text({
			label: 'Fields',
			rows: 3,
			pattern: SELECTION,
			shape: 'lines such as tweet.fields=created_at,author_id or expansions=author_id',
			placeholder: 'e.g. tweet.fields=created_at,author_id',
			description: 'What to render in each delivery: one field parameter or expansions per line',
		}),
	),
});

/** The value of Fields as query parameters: that is how they travel, although a link is created by POST. */
function parametersIn(fields = ''): Record<string, string> {
	const lines = fields
		.split(/[&\n]/)
		.map((line) => line.trim())
		.filter((line) => line !== '');
	const pairs = lines.map((line) => line.split('=') as [name: string, values: string]);
	return mapValues(groupBy(pairs, 0), (same) => same.map(([, values]) => values).join(','));
}

/** Links that deliver the filtered stream to a webhook, for Enterprise access only: https://docs.x.com/x-api/webhooks/stream/introduction */
export const streamLinkResource: Resource = {
	value: 'streamLink',
	name: 'Stream Link',
	operations: {
		create: op({
			route: 'POST /2/tweets/search/webhooks/{webhook_id}',
			name: 'Create',
			action: 'Link a webhook to the filtered stream',
			description:
				'Have Posts that match the rules of the filtered stream delivered to a webhook. To change the fields, delete the link and create it anew.',
			auth: app,
			fields: { webhook_id: webhook(), ...selections },
			run: async (call) =>
				await call.sendAndOutput(withQuery(call.request(), parametersIn(call.values.fields))),
		}),
		delete: op({
			route: 'DELETE /2/tweets/search/webhooks/{webhook_id}',
			name: 'Delete',
			action: 'Unlink a webhook from the filtered stream',
			description: 'Stop the delivery of matching Posts to a webhook',
			auth: app,
			fields: { webhook_id: webhook() },
			result: deleted('webhook_id'),
		}),
		getMany: op({
			route: 'GET /2/tweets/search/webhooks',
			name: 'Get Many',
			action: 'Get many stream links',
			description: 'Get the links between webhooks and the filtered stream',
			auth: app,
			fields: {},
			result: { many: true, items: linksOf },
		}),
	},
};

const links = z.array(z.record(z.unknown()));
const linksSchema = z.object({ data: z.union([links, z.object({ links }).transform((data) => data.links)]) });

/**
 * The links, which are at `data.links` in one sample and at `data` in another:
 * https://docs.x.com/x-api/webhooks/get-stream-links
 */
function linksOf(body: unknown): Record<string, unknown>[] {
	return linksSchema.safeParse(body).data?.data ?? [];
}
