/**
 * Which Post of the account has a text, as X shows it: short addresses, and the whole one for each
 * (https://docs.x.com/x-api/fundamentals/data-dictionary#urls, read on 2026-11-23), escapes, and added media.
 */
import { comparable, ownPostsIn } from '../../../nodes/shared/intent/ownPosts';

const url = (short: string, full: string) => ({ url: short, expanded_url: full });
const post = (text: string, ...urls: object[]) => ({ id: '1', text, entities: { urls } });
const has = (shown: object, written: string): boolean =>
	ownPostsIn({ data: [shown] }, '7').some(({ text }) => text === comparable(written));

describe('a Post has the text that was sent', () => {
	it.each([
		['as it is', post('Hello'), 'Hello'],
		['with escapes', post('Salt &amp; pepper &lt;3'), 'Salt & pepper <3'],
		[
			'with an address',
			post('See https://t.co/a', url('https://t.co/a', 'https://x.example/1')),
			'See https://x.example/1',
		],
		[
			'with an address without scheme',
			post('See https://t.co/a', url('https://t.co/a', 'http://x.example')),
			'See x.example',
		],
		[
			'with media, whose address X adds',
			post('Look https://t.co/b', url('https://t.co/b', 'https://x.com/me/status/1/photo/1')),
			'Look',
		],
	])('%s', (_how, shown, written) => expect(has(shown, written)).toBe(true));
});

describe('a Post does not have it', () => {
	it.each([
		[
			'with another address',
			post('See https://t.co/a', url('https://t.co/a', 'https://x.example/2')),
			'See https://x.example/1',
		],
		[
			'where X does not say what stands behind an address: it may be another one',
			post('See https://t.co/a now'),
			'See https://x.example/1 now',
		],
		['with other words beside an address', post('Saw https://t.co/a'), 'See https://x.example/1'],
		['with a text more', post('Hello you'), 'Hello'],
	])('%s', (_how, shown, written) => expect(has(shown, written)).toBe(false));
});
