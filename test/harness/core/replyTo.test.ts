/** @jest-environment ./test/support/environment.ts */
import { listSearch } from '../../support';
import { useSkippedWaits } from '../../support/waits';
import { useCore } from './support';

const { sim, core, lastBody, held, world } = useCore();
useSkippedWaits(sim);

describe('Reply To', () => {
	const answered = { mode: 'id', value: '1445880548472328192', __rl: true };
	const created = async (form: object) => {
		await core('post.create', { text: 'Yes', ...form });
		return lastBody();
	};

	it('stands at the top level', async () => {
		const body = await created({ reply_in_reply_to_tweet_id: answered });
		expect(body).toMatchObject({ reply: { in_reply_to_tweet_id: answered.value } });
	});

	it('offers the latest mentions with their authors, then the own Posts', async () => {
		const { me, ownPost } = world();
		const ask = async (page?: string) =>
			await listSearch({
				node: 'xCore',
				sim: sim(),
				method: 'searchPostsToAnswer',
				parameters: { authentication: 'oAuth2' },
				...(page !== undefined && { page }),
			});
		const first10 = await ask();
		expect(first10.results.length).toBeLessThanOrEqual(10);
		// Read when the reader scrolls.
		const { results: later } = await ask(String(first10.paginationToken));
		const results = [...first10.results, ...later];
		const mentions = [...held().posts.values()].filter(
			({ text, author_id }) => text.includes(`@${me.username}`) && author_id !== me.id,
		);
		const [first] = results;
		const mention = mentions.find(({ id }) => id === first?.value);
		const author = held().users.get(mention?.author_id ?? '');
		expect(first?.name.startsWith(`@${author?.username}: `)).toBe(true);
		const places = results.map(({ value }) => value);
		expect(places.indexOf(ownPost.id)).toBeGreaterThan(places.indexOf(mention?.id ?? ''));
	});
});
