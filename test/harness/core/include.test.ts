/** @jest-environment ./test/support/environment.ts */
import { useCore } from './support';

const { core } = useCore();
const ADVICE = 'Choose Options → Include → Author for names';

/** What a search says beside its items. */
const said = async (form: object) => {
	const run = await core('post.searchRecent', { query: 'from:acme_support', limit: 10, ...form });
	expect(run.json.length).toBeGreaterThan(0);
	return run.hints.map(({ message }) => message);
};

describe('Posts without their authors', () => {
	it('come with the advice to include them, once', async () => {
		expect(await said({})).toEqual([ADVICE]);
	});

	it.each([
		['the authors are included', { options: { expansions: ['author_id'] } }],
		['something else is', { options: { expansions: ['attachments.media_keys'] } }],
		['their IDs are not asked for', { options: { tweet_fields: ['lang'] } }],
		['the answer is wanted as it came', { output: 'raw' }],
	])('come without advice where %s', async (_why, form) => {
		expect(await said(form)).toEqual([]);
	});
});
