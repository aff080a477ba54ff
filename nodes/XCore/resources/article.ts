import { groupBy, uniq } from 'lodash';
import type { INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import {
	InvalidValue,
	one,
	op,
	user,
	type Call,
	type Field,
	resource,
	type ValuesOf,
} from '../../shared/operation/operation';
import { additional, formChoice, formText, id, json, text, when } from '../../shared/fields';
import { readArticle } from '../operations/articleContent';
import { firstFew } from '../../shared/report/wording';
import { withAddress } from '../../shared/model/postAddress';

const auth = user('tweet.write');

const contentJson = json({
	label: 'Content',
	default: '{ "blocks": [{ "type": "unstyled", "text": "" }], "entities": [] }',
});

const content: Field<object> = {
	...contentJson,
	encode: (value, context) => {
		const given = contentJson.encode(value, context);
		if (given === undefined || contentSchema.safeParse(given).success) return given;
		throw new InvalidValue('shape', 'must be an object with the lists "blocks" and "entities"');
	},
};

const contentSchema = z.object({ blocks: z.array(z.object({})).min(1), entities: z.array(z.object({})) });

const draftFields = {
	title: text({ min: 1 }),
	contentFormat: formChoice(
		{
			markdown: 'Markdown',
			json: ['JSON', 'Blocks and entities as the API takes them'],
		},
		{ default: 'markdown' },
	),
	markdown: when(
		{ contentFormat: ['markdown'] },
		formText({
			label: 'Content',
			max: 100_000,
			rows: 8,
			description:
				'Headings, lists, quotes, bold, italic, links, code and tables as in Markdown. The address of a Post on a line of its own embeds it; ![caption](media ID) shows an uploaded image.',
		}),
	),
	content_state: when({ contentFormat: ['json'] }, content),
	...additional({
		'cover_media.media_id': id({
			label: 'Cover Media ID',
			description: 'The image at the top: the ID that Media: Upload returned',
		}),
	}),
};

async function createDraft(call: Call<ValuesOf<typeof draftFields>>): Promise<INodeExecutionData[]> {
	const { title, markdown, content_state, 'cover_media.media_id': cover } = call.values;
	const { content, lost } = await readArticle(markdown ?? '');
	for (const [text, lines] of Object.entries(groupBy(lost, 'text')))
		call.hint(`${linesOf(lines.map(({ line }) => line))}: ${text}`);
	const body = {
		title,
		content_state: content_state ?? content,
		...(cover !== undefined && { cover_media: { media_category: 'tweet_image', media_id: cover } }),
	};
	return await call.sendAndOutput({ ...call.request(), body });
}

/** "Line 3", or "Lines 3, 5". */
const linesOf = (lines: readonly number[]) => {
	const all = uniq(lines);
	return `${all.length === 1 ? 'Line' : 'Lines'} ${firstFew(all, 10)}`;
};

/** Long texts with headings and images: https://docs.x.com/x-api/articles/introduction */
export const articleResource = resource({
	value: 'article',
	operations: {
		createDraft: op({
			route: 'POST /2/articles/draft',
			action: 'Create a draft of an article',
			description: 'Create an article that stays private until it is published',
			auth,
			fields: draftFields,
			result: one(),
			run: createDraft,
		}),
		publish: op({
			route: 'POST /2/articles/{article_id}/publish',
			action: 'Publish an article',
			description: 'Publish a draft; the output has the ID of the Post that shows it',
			auth,
			fields: {
				article_id: id({ description: 'ID returned by Create Draft' }),
			},
			result: { ...one(), present: withAddress('post_id') },
		}),
	},
});
