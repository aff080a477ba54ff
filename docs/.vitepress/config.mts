/** The pages of docs as a site: `npm run docs` builds it into docs/.vitepress/dist. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { defineConfig, type MarkdownRenderer } from 'vitepress';
import { isSearched, SEARCH_OPTIONS, sectionOf, wordsOf } from '../../scripts/operationPages/search';
import { SIDEBAR } from '../../scripts/docs/sidebar';
import { iconOf } from '../../scripts/operationPages/icon';
import { storedPages } from '../../scripts/operationPages/stored';

const docs = resolve(import.meta.dirname, '..');
const root = resolve(docs, '..');

const { repository, description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
	repository: { url: string };
	description: string;
};
const address = repository.url.replace(/^git\+/, '').replace(/\.git$/, '');

const operations = new Map(storedPages().map((page) => [page.path, page]));

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

/** Operations in the tables of a node lead to their pages, which are on the site only. */
function linkToOperations(markdown: MarkdownRenderer): void {
	markdown.core.ruler.push('link to operations', ({ tokens, env, Token }) => {
		const { relativePath = '' } = env as { relativePath?: string };
		const folder = /^reference\/(.+)\.md$/.exec(relativePath)?.[1];
		if (folder === undefined) return;
		let resource = '';
		for (const [place, token] of tokens.entries()) {
			const before = tokens[place - 1];
			if (before?.type === 'heading_open' && before.tag === 'h2') resource = token.content;
			const name = before?.type === 'td_open' ? /^\[?\*\*(.+?)\*\*/.exec(token.content)?.[1] : undefined;
			if (name === undefined || token.children === null) continue;
			const [page] = [...operations.values()].filter(
				(one) => one.folder === folder && one.resource === resource && one.name === name,
			);
			if (page === undefined) throw new Error(`${relativePath}: no page for ${resource} → ${name}`);
			const open = token.children.find(({ type }) => type === 'link_open') ?? new Token('link_open', 'a', 1);
			open.attrSet('href', `/operations/${page.path}`);
			if (token.children.includes(open)) continue;
			const end = token.children.findIndex(({ type }) => type === 'strong_close') + 1;
			token.children.splice(end, 0, new Token('link_close', 'a', -1));
			token.children.unshift(open);
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

/** A browser loads neither style nor code of a page that is opened as a file. */
const AS_FILE = `if (location.protocol === 'file:') addEventListener('DOMContentLoaded', () =>
	document.body.prepend('Opened as a file, the site has no style. "npm run docs:preview" prints an address to open.'));`;

export default defineConfig({
	title: 'X for n8n',
	description,
	base: `/${address.split('/').at(-1)}/`,
	cleanUrls: true,
	head: [
		['link', { rel: 'icon', href: iconOf('xCore') }],
		['script', {}, AS_FILE],
	],
	lastUpdated: false,
	metaChunk: true,
	// The index of the search is one file, which the search alone loads.
	vite: { build: { chunkSizeWarningLimit: 1_000 } },
	markdown: {
		anchor: { slugify },
		config: (markdown) => {
			linkToRepository(markdown);
			linkToOperations(markdown);
			codeAsText(markdown);
		},
	},
	transformPageData: ({ relativePath, frontmatter }) => {
		if (relativePath.startsWith('reference/')) frontmatter.pageClass = 'reference';
	},
	themeConfig: {
		nav: [
			{ text: 'Start', link: '/start' },
			{ text: 'How do I …', link: '/how/publish' },
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
		search: {
			provider: 'local',
			options: {
				_render: (source, env, markdown) =>
					isSearched(env.relativePath ?? '') ? markdown.render(source, env) : '',
				miniSearch: {
					_splitIntoSections: (path) => sectionOf(operations, relative(docs, path)),
					options: { processTerm: wordsOf },
					searchOptions: SEARCH_OPTIONS,
				},
			},
		},
		socialLinks: [{ icon: 'github', link: address }],
		footer: { message: 'MIT licence. Not made by X Corp.' },
	},
});
