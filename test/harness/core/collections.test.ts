/**
 * Forms have one collection. Version 0.1.0 had several, and its workflows keep their values there.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { useCore } from './support';

const { sim, core } = useCore();
const SEARCH = '/2/tweets/search/recent';

/** The query of the last search. */
const asked = () => sim().requests.findLast(({ path }) => path === SEARCH)?.query;
const search = async (form: object) => await core('post.searchRecent', { query: 'n8n', limit: 10, ...form });

describe('the settings of a search', () => {
	it('stand together', async () => {
		await search({
			options: { sort_order: 'relevancy', tweet_fields: ['lang'], expansions: ['author_id'], maxWait: 1 },
		});
		expect(asked()).toMatchObject({
			sort_order: 'relevancy',
			'tweet.fields': 'lang',
			expansions: 'author_id',
		});
	});

	const saved = { filters: { sort_order: 'relevancy' }, fields: { tweet_fields: ['lang'] } };

	it('are those that version 0.1.0 saved apart', async () => {
		await search(saved);
		expect(asked()).toMatchObject({ sort_order: 'relevancy', 'tweet.fields': 'lang' });
	});

	it('take expressions there as well', async () => {
		await search({ filters: { sort_order: '={{ "relev" + "ancy" }}' } });
		expect(asked()).toMatchObject({ sort_order: 'relevancy' });
	});

	it('are those of the present form where both have them', async () => {
		await search({ ...saved, options: { sort_order: 'recency' } });
		expect(asked()).toMatchObject({ sort_order: 'recency', 'tweet.fields': 'lang' });
	});

	it('are left out where the present form has emptied them', async () => {
		await search({ filters: { since_id: '1', until_id: '2' }, options: { since_id: '' } });
		expect(asked()).not.toHaveProperty('since_id');
		expect(asked()).toMatchObject({ until_id: '2' });
	});

	it('name the field that is wrong, wherever it was saved', async () => {
		const { error } = await search({ requestOptions: { maxWait: -1 } });
		expect(error?.message).toContain('"Max Wait (Seconds)" must be at least 0');
	});
});
