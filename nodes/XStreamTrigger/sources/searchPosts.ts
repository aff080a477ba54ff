/** Searches for Posts that a rule would have matched while the stream was silent. */
import { mapValues } from 'lodash';
import type { IDataObject } from 'n8n-workflow';
import { pages } from '../../shared/engine/paging';
import type { Api } from '../../shared/http/connection';
import type { Rule } from '../../shared/events/streamRules';
import { token } from '../../shared/operation/operation';
import { object, objects } from '../../shared/util/lenient';
import type { StreamSelection } from '../sharing/sharedStream';
import type { Gap } from '../stream/gaps';

const PATH = '/2/tweets/search/recent';
/** X gives its time in whole seconds, and it is read a moment later. */
const MARGIN = 10_000;

interface PostSearch {
	readonly app: Api;
	readonly selection: StreamSelection;
	readonly gap: Gap;
	readonly rule: Rule;
	/** Takes a Post in the form in which the stream would have sent it. False if nothing more is wanted. */
	readonly give: (body: IDataObject) => Promise<boolean>;
}

/** Searches for what a rule would have matched. Its operators mean nearly the same in a search. */
export async function searchPosts({ app, selection, gap, rule, give }: PostSearch): Promise<void> {
	const query = Object.entries({
		query: rule.value,
		start_time: wholeSecond(gap.from),
		end_time: wholeSecond(gap.to + MARGIN),
		...mapValues(selection, (values) => values.join(',')),
	});
	const answers = pages(app, { method: 'GET', path: PATH, query }, token(100, 10), Infinity, () => 0);
	for await (const { body } of answers) {
		const { data, includes } = object(body);
		for (const post of objects(data).reverse()) {
			const others = includesOf(post, object(includes));
			const isWanted = await give({
				data: post,
				...(Object.keys(others).length > 0 && { includes: others }),
				matching_rules: [{ id: rule.id, tag: rule.tag }],
			});
			if (!isWanted) return;
		}
	}
}

const wholeSecond = (time: number) => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');

/** What a page includes for one of its Posts. The page has the objects of all its Posts together. */
function includesOf(post: IDataObject, includes: IDataObject): IDataObject {
	const said = JSON.stringify(post);
	const isNamed = (entry: IDataObject) =>
		[entry.id, entry.media_key].some((id) => typeof id === 'string' && said.includes(`"${id}"`));
	return Object.fromEntries(
		Object.entries(includes).flatMap(([name, entries]) => {
			const own = objects(entries).filter(isNamed);
			return own.length > 0 ? [[name, own]] : [];
		}),
	);
}
