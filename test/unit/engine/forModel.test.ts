import { forModel, isTool } from '../../../nodes/shared/engine/forModel';
import { toItems } from '../../../nodes/shared/engine/output';
import { entities } from '../../../nodes/shared/model/entities';
import { many } from '../../../nodes/shared/operation/operation';
import { operationOf, sampleOf } from '../../facts';

describe('what a model reads of an answer', () => {
	const search = () => sampleOf(operationOf('GET /2/tweets/search/recent')).answer;
	const itemsOf = (isForModel: boolean) =>
		toItems(many(entities.post), search(), {}, { mode: 'simplified', fields: [], isForModel });

	it('has the text, the author, the time and the address of a Post', () => {
		for (const [index, item] of itemsOf(true).entries()) {
			const { id, text, created_at, author_id, url } = itemsOf(false)[index] ?? {};
			expect(item).toMatchObject(JSON.parse(JSON.stringify({ id, text, created_at, author_id, url })));
		}
		expect(itemsOf(true).length).toBeGreaterThan(0);
	});

	it('leaves out what says nothing to it', () => {
		const post = {
			id: '1',
			text: 'Hello',
			conversation_id: '1',
			lang: 'en',
			possibly_sensitive: false,
			reply_settings: 'everyone',
			impression_count: 12_000,
			like_count: 0,
			attachments: {},
			author: { id: '7', username: 'ada', verified: false, profile_image_url: 'https://example.com/a.jpg' },
		};
		expect(forModel(post, [])).toEqual({
			id: '1',
			text: 'Hello',
			like_count: 0,
			author: { id: '7', username: 'ada' },
		});
	});

	it('keeps what is out of the ordinary, and what the user chose', () => {
		const post = {
			id: '2',
			conversation_id: '1',
			lang: 'en',
			possibly_sensitive: true,
			reply_settings: 'following',
			edited: false,
		};
		expect(forModel(post, ['lang'])).toEqual(post);
	});

	it('is for tools alone', () => {
		expect(isTool({ type: 'n8n-nodes-x-platform.xCoreTool' })).toBe(true);
		expect(isTool({ type: 'n8n-nodes-x-platform.xCore' })).toBe(false);
	});
});
