/** The pages of docs as a site: `npm run docs` builds it into docs/.vitepress/dist. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { defineConfig, type MarkdownRenderer } from 'vitepress';
import { SIDEBAR } from '../../scripts/docs/sidebar';

const docs = resolve(import.meta.dirname, '..');
const root = resolve(docs, '..');

const { repository, description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
	repository: { url: string };
	description: string;
};
const address = repository.url.replace(/^git\+/, '').replace(/\.git$/, '');

const file = (page: string) => join(docs, `${page}.md`);
const title = (page: string) =>
	/^# (.+)$/m.exec(readFileSync(file(page), 'utf8'))?.[1]?.replace(/: operations$/, '');

/** What lies outside of docs (examples, source, CONTRIBUTING.md) is read in the repository. */
function linkToRepository(markdown: MarkdownRenderer): void {
	markdown.core.ruler.push('link to repository', ({ tokens, env }) => {
		const { path = '' } = env as { path?: string };
		for (const { children } of tokens)
			for (const token of children ?? []) {
				const href = token.type === 'link_open' ? token.attrGet('href') : null;
				if (href === null || /^([a-z]+:|#|\/)/.test(href)) continue;
				const [target = '', anchor] = href.split('#');
				const inside = relative(docs, resolve(dirname(path), decodeURI(target)));
				if (!inside.startsWith('..') && inside.endsWith('.md')) continue;
				const place = relative(root, resolve(docs, inside));
				if (!existsSync(join(root, place))) throw new Error(`${path}: ${href} does not exist`);
				token.attrSet('href', `${address}/blob/main/${place}${anchor === undefined ? '' : `#${anchor}`}`);
			}
	});
}

/** Expressions of n8n have the braces of Vue's; in code they are text. */
function codeAsText(markdown: MarkdownRenderer): void {
	const { code_inline: render } = markdown.renderer.rules;
	markdown.renderer.rules.code_inline = (...args) => render?.(...args).replace('<code', '<code v-pre') ?? '';
}

/** As GitHub names headings, where the same pages are read. */
const slugify = (heading: string) =>
	heading
		.toLowerCase()
		.replace(/[^\p{L}\p{N} _-]/gu, '')
		.replaceAll(' ', '-');

export default defineConfig({
	title: 'X for n8n',
	description,
	base: `/${address.split('/').at(-1)}/`,
	cleanUrls: true,
	lastUpdated: false,
	markdown: {
		anchor: { slugify },
		config: (markdown) => {
			linkToRepository(markdown);
			codeAsText(markdown);
		},
	},
	transformPageData: ({ relativePath, frontmatter }) => {
		if (relativePath.startsWith('reference/')) frontmatter.pageClass = 'reference';
	},
	themeConfig: {
		nav: [
			{ text: 'Get started', link: '/start' },
			{ text: 'Recipes', link: '/recipes' },
			{ text: 'Operations', link: '/reference/x-core' },
		],
		sidebar: Object.entries(SIDEBAR).map(([text, pages]) => ({
			text,
			items: pages
				.filter((page) => existsSync(file(page)))
				.map((page) => ({ text: title(page), link: `/${page}` })),
		})),
		outline: [2, 3],
		search: { provider: 'local' },
		socialLinks: [{ icon: 'github', link: address }],
		footer: { message: 'MIT licence. Not made by X Corp.' },
	},
});
