/** Markdown as the content of an article: https://docs.x.com/x-api/articles/introduction */
import { readArticle } from '../../../nodes/XCore/operations/articleContent';
import { cases } from '../../support/cases';
import { effortOf, turnEffortOf } from '../../support/effort';
import { operationOf } from '../../facts';
import { readBody } from '../../simulator/frame/validate';

const articleContent = async (markdown: string) => (await readArticle(markdown)).content;
const draft = operationOf('POST /2/articles/draft');

/** What a strict server has against a draft with this content. */
const problems = (content_state: object) =>
	readBody(draft.body!, { title: 'T', content_state }, 'application/json', { contract: 'openapi' }).issues;

/** What each range of a block covers, with its style or the entity that it points to. */
const covered = async (markdown: string) => {
	const { blocks, entities } = await articleContent(markdown);
	return blocks.map(({ text, inline_style_ranges = [], entity_ranges = [] }) => [
		text,
		...inline_style_ranges.map(({ style, offset, length }) => [style, text.substr(offset, length)]),
		...entity_ranges.map(({ key, offset, length }) => [
			entities[key]?.value.data,
			text.substr(offset, length),
		]),
	]);
};

const DOCUMENT = `# A title #

First **bold** line,
second line with *italic and **both***.

- one
* ~~two~~
1. three
> said [here](https://example.com/a_(b)?c=d)

---

| a | b |
|---|---|
| 1 | 2 |

\`\`\`js
# no heading
\`\`\`

![A cat](1880028106020515840)

https://x.com/XDevelopers/status/1880028106020515841
End`;

describe('the content of an article', () => {
	it('has a block for each part, of the documented kinds', async () => {
		const { blocks, entities } = await articleContent(DOCUMENT);
		expect(blocks.map(({ type, text }) => [type, text])).toEqual([
			['header-one', 'A title'],
			['unstyled', 'First bold line,\nsecond line with italic and both.'],
			['unordered-list-item', 'one'],
			['unordered-list-item', 'two'],
			['ordered-list-item', 'three'],
			['blockquote', 'said here'],
			['atomic', ' '],
			['atomic', ' '],
			['atomic', ' '],
			['atomic', ' '],
			['atomic', ' '],
			['unstyled', 'End'],
		]);
		expect(entities.map(({ value: { type, data } }) => [type, data])).toEqual([
			['link', { url: 'https://example.com/a_(b)?c=d' }],
			['divider', {}],
			['markdown', { markdown: '| a | b |\n|---|---|\n| 1 | 2 |' }],
			['markdown', { markdown: '```js\n# no heading\n```' }],
			[
				'image',
				{
					caption: 'A cat',
					media_items: [{ media_category: 'tweet_image', media_id: '1880028106020515840' }],
				},
			],
			['post', { post_id: '1880028106020515841' }],
		]);
	});

	it('is what the description asks for', async () => {
		expect(problems(await articleContent(DOCUMENT))).toEqual([]);
		// The check itself sees what is missing.
		expect(problems({ blocks: [{}] })).not.toEqual([]);
	});

	it.each<[string, unknown[]]>([
		['a **b** c', ['a b c', ['bold', 'b']]],
		['__a__ and _b_', ['a and b', ['bold', 'a'], ['italic', 'b']]],
		['👍 *a **b** c*', ['👍 a b c', ['bold', 'b'], ['italic', 'a b c']]],
		['snake_case_name and 2 * 3 * 4', ['snake_case_name and 2 * 3 * 4']],
		['\\*not\\* `*code*`', ['*not* *code*']],
		['[**a**](https://b.example)', ['a', ['bold', 'a'], [{ url: 'https://b.example' }, 'a']]],
		['**open', ['**open']],
		['~~a **b** c~~ d', ['a b c d', ['bold', 'b'], ['strikethrough', 'a b c']]],
		['*a ~~b* c~~', ['a ~~b c~~', ['italic', 'a ~~b']]],
		['a ~~ b ~~ c, ~~~d~~ and \\~~e~~', ['a ~~ b ~~ c, ~~~d~~ and ~~e~~']],
	])('%s', async (markdown, block) => {
		expect(await covered(markdown)).toEqual([block]);
	});
});

describe('what an article cannot show', () => {
	it.each([
		['# One\n\n#### Four', [[3, 'an article has three levels of headings, and this is shown on the third']]],
		['a\n`code` b', [[2, 'code inside a text is shown as plain text']]],
		['- a\n  - b', [[2, 'lists in lists are shown on one level']]],
		['- a\n\n  b', [[3, 'what follows the first paragraph of a list item is shown outside of the list']]],
		['> - a', [[1, 'what is no paragraph is shown outside of its quote']]],
		['[a](https://example.com "t")', [[1, 'titles of links are not shown']]],
		['[a](/b)', [[1, 'an article links to http and https only, so this address is left out']]],
		['<div>a</div>', [[1, 'HTML is shown as text']]],
		[
			'a <b>c</b>',
			[
				[1, 'HTML is shown as text'],
				[1, 'HTML is shown as text'],
			],
		],
		['&HilbertSpace;', []],
		[
			'![a](https://example.com/a.png)',
			[[1, 'an image is shown only by its media ID, on a line of its own, so its text is a link']],
		],
		[
			'- a\n\n  ```\n  b\n  ```',
			[[3, 'what follows the first paragraph of a list item is shown outside of the list']],
		],
		['1. > a', [[1, 'a list item that does not begin with text is shown without its mark']]],
		[
			'- ![A cat](1880028106020515840)',
			[[1, 'a list item that does not begin with text is shown without its mark']],
		],
		['> ```\n> a\n> ```', [[1, 'what is no paragraph is shown outside of its quote']]],
		['> a\n> ![A cat](1880028106020515840)', [[2, 'what is no paragraph is shown outside of its quote']]],
		['> a\n>\n> > b', [[3, 'quotes in quotes are shown on one level']]],
		['a\n\n3. b\n4. c', [[3, 'an article numbers a list from 1, whatever number it begins with']]],
		['[](https://example.com)', [[1, 'a link without a text is left out']]],
		[
			'![](https://example.com/a.png)',
			[[1, 'an image is shown only by its media ID, and without a text this one is left out']],
		],
		[
			'[a]\n\n[a]: https://example.com\n[a]: https://b.example',
			[[4, 'this label is defined before, and the first definition counts']],
		],
		[
			'a\n\n[Update]: fixed',
			[[3, 'this is the definition of a link that nothing refers to, so it is left out']],
		],
		['- [x] a', [[1, 'boxes of tasks are shown as they are written']]],
		[
			'a[^1]\n\n[^1]: Said by them',
			[
				[1, 'footnotes are shown as they are written'],
				[3, 'footnotes are shown as they are written'],
			],
		],
		[
			'a | b\n--- | ---\n1 | 2',
			[[1, 'a table has a | at both ends of each line; this one is shown as text']],
		],
		['# Head\n\n**a** [b](https://example.com) <https://example.com>\n\n1. c', []],
	])('%j', async (markdown, lost) => {
		expect((await readArticle(markdown)).lost.map(({ line, text }) => [line, text])).toEqual(lost);
	});

	it('does not count a plain address, a table or code among it', async () => {
		const markdown = `${DOCUMENT}\n\nSee https://example.com/a_b(c). End.\n\n    indented\n`;
		expect((await readArticle(markdown)).lost).toEqual([]);
		expect(await covered('See https://example.com/a_b, or not.')).toEqual([
			[
				'See https://example.com/a_b, or not.',
				[{ url: 'https://example.com/a_b' }, 'https://example.com/a_b'],
			],
		]);
	});
});

it('reads no marks in a paragraph of more than 10,000 characters, and says so once', async () => {
	const [fits, long] = ['**a**'.padEnd(10_000, '.'), '**a**'.padEnd(10_001, '.')];
	const { content, lost } = await readArticle(`${fits}\n\n${long}\nb`);
	expect(content.blocks.map(({ text }) => text)).toEqual([fits.replaceAll('*', ''), `${long}\nb`]);
	expect(lost).toEqual([
		{ line: 3, text: 'a paragraph of more than 10,000 characters is shown as it is written' },
	]);
});

/** Parts of CommonMark's own hostile texts, each repeated; with its second form as often behind it, where it has one. */
const HOSTILE: ReadonlyArray<readonly [part: string, after?: string]> = [
	['*a **a ', ' a** a*'],
	['*a **b '],
	['a_ '],
	['_a '],
	['*a_ '],
	['c* '],
	['_~~'],
	['~~a ', 'b~~ '],
	['['],
	['[', ']'],
	['[a'],
	['a]'],
	['[ a_'],
	['[ (]('],
	['![[]()'],
	['!['],
	['[^'],
	['[a]('],
	['[a](((', '()'],
	['[a]((b)'],
	['[a](<b'],
	['[a](b "'],
	['[a]: /b\n'],
	['[a]: b "c\n'],
	['\\['],
	['`'],
	['`a``b'],
	['``` '],
	['> '],
	['- '],
	['1. '],
	['* '],
	['# '],
	['a\n=\n'],
	['|a|\n'],
	['|a|\n|-|\n'],
	['&a;'],
	['<a '],
	['<a@'],
	['x <a x="'],
	['</'],
	['</<!--'],
	['a<!--'],
	['a<?'],
	['a<!A '],
	['a<![CDATA['],
	['\t'],
	['\0'],
];
/**
 * The most that an article costs, and its longest turn, which is 50 ms, in multiples of the calculation. Measured are at
 * most 20 for 25,000 headings where nothing else runs, and 25 on another machine.
 */
const [MOST, TURN] = [45, 2.5];

const SHARE = cases(8, 1);
const texts = HOSTILE.filter((_, place) => place % SHARE === 0).map(([part, after = '']) => ({
	part,
	after,
}));

it.each(texts)(
	'hostile texts of $part, as long as the form allows, cost little and in small turns',
	async ({ part, after }) => {
		for (const paragraphs of [1, 11]) {
			const count = Math.floor(99_000 / paragraphs / (part.length + after.length));
			const text = Array(paragraphs)
				.fill(part.repeat(count) + after.repeat(count))
				.join('\n\n');
			expect(await effortOf(async () => await readArticle(text), MOST)).toBeLessThan(MOST);
			expect(await turnEffortOf(async () => await readArticle(text), TURN)).toBeLessThan(TURN);
		}
	},
);
