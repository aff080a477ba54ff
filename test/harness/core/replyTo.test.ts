/** @jest-environment ./test/support/environment.ts */
import type { INodeProperties } from 'n8n-workflow';
import { host, listSearch } from '../../support';
import { descriptionOf } from '../../support/forms';
import { useCore } from './support';

const { sim, core, lastBody, held, world } = useCore();

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

	it('is the one that version 0.1.0 saved among Additional Fields', async () => {
		const body = await created({ additionalFields: { reply_in_reply_to_tweet_id: answered } });
		expect(body).toMatchObject({ reply: { in_reply_to_tweet_id: answered.value } });
	});

	it('is that of the top level where the saved one is empty', async () => {
		const body = await created({
			reply_in_reply_to_tweet_id: answered,
			additionalFields: { reply_in_reply_to_tweet_id: { ...answered, value: '' } },
		});
		expect(body).toMatchObject({ reply: { in_reply_to_tweet_id: answered.value } });
	});

	it.each([
		['at the top level of a new form', {}, true],
		[
			'among Additional Fields where a workflow has it there',
			{ reply_in_reply_to_tweet_id: answered },
			false,
		],
	])('is shown %s', (_where, additionalFields, isOnTop) => {
		const { NodeHelpers } = host().n8nWorkflow;
		const description = descriptionOf('xCore');
		const parameters = { resource: 'post', operation: 'create', attachment: 'none', additionalFields };
		const isShown = (property: INodeProperties, path = '') =>
			NodeHelpers.displayParameterPath({ parameters }, property, `parameters${path}`, null, description);
		const named = (properties: readonly unknown[] = []) =>
			(properties as INodeProperties[]).filter(({ name }) => name === 'reply_in_reply_to_tweet_id');
		const members = description.properties.filter(
			(property) => property.name === 'additionalFields' && isShown(property),
		);
		expect(named(description.properties).filter((each) => isShown(each))).toHaveLength(isOnTop ? 1 : 0);
		expect(
			named(members.flatMap(({ options }) => options ?? [])).filter((each) =>
				isShown(each, '.additionalFields'),
			),
		).toHaveLength(isOnTop ? 0 : 1);
	});

	it('offers the latest mentions with their authors, then the own Posts', async () => {
		const { me, ownPost } = world();
		const { results } = await listSearch({
			node: 'xCore',
			sim: sim(),
			method: 'searchPostsToAnswer',
			parameters: { authentication: 'oAuth2' },
		});
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
