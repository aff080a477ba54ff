/** Links between webhooks and the filtered stream. https://docs.x.com/x-api/webhooks/stream/introduction */
import { groupBy, mapValues } from 'lodash';
import { z } from 'zod';
import { formText, options } from '../../shared/fields';
import { isObject } from '../../shared/util/lenient';

/** How a link shows its fields: a name, an equals sign, a comma-separated list; one per line or joined by &. */
const SELECTION = /^\s*[a-z_]+(\.fields)?=[\w.,]+(\s*[&\n]\s*[a-z_]+(\.fields)?=[\w.,]+)*\s*$/;

export const linkFields = options({
	fields: formText({
		rows: 3,
		pattern: SELECTION,
		shape: 'lines such as tweet.fields=created_at,author_id or expansions=author_id',
		placeholder: 'e.g. tweet.fields=created_at,author_id',
		description: 'What to render in each delivery: one field parameter or expansions per line',
	}),
});

/** The value of Fields as query parameters: a link is created by POST, but X reads its fields from the query. */
export function parametersIn(fields = ''): Record<string, string> {
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
export const linksOf = (body: unknown): Record<string, unknown>[] =>
	linksSchema.safeParse(body).data?.data ?? [];
