/**
 * The collections of a form: what is in them reaches X.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { useCore } from './support';

const { sim, core } = useCore();
const SEARCH = '/2/tweets/search/recent';

/** The query of the last search. */
const asked = () => sim().requests.findLast(({ path }) => path === SEARCH)?.query;
const search = async (form: object) => await core('post.searchRecent', { query: 'n8n', limit: 10, ...form });

describe('a search', () => {
	it('sends its filters, fields and expansions', async () => {
		await search({
			filters: { sort_order: 'relevancy' },
			options: { tweet_fields: ['lang'], expansions: ['author_id'], maxWait: 1 },
		});
		expect(asked()).toMatchObject({
			sort_order: 'relevancy',
			'tweet.fields': 'lang',
			expansions: 'author_id',
		});
	});

	it('takes expressions in them', async () => {
		await search({
			filters: { sort_order: '={{ "relev" + "ancy" }}' },
			options: { tweet_fields: '={{ ["lang"] }}' },
		});
		expect(asked()).toMatchObject({ sort_order: 'relevancy', 'tweet.fields': 'lang' });
	});

	it('leaves out what was emptied', async () => {
		await search({ filters: { since_id: '', until_id: '2' } });
		expect(asked()).not.toHaveProperty('since_id');
		expect(asked()).toMatchObject({ until_id: '2' });
	});

	it('names the field that is wrong', async () => {
		const { error } = await search({ options: { maxWait: -1 } });
		expect(error?.message).toContain('"Max Wait (Seconds)" must be at least 0');
	});
});
