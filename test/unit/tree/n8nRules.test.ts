/**
 * Rules of n8n's scanner that are public and newer than the scanner of package-lock.json, over the nodes as they are
 * built: https://github.com/n8n-io/n8n/tree/master/packages/@n8n/eslint-plugin-community-nodes/docs/rules
 *
 * @jest-environment ./test/support/environment.ts
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import { n8nFacts } from '../../facts';
import { linesPerOperation } from '../../../scripts/lines';
import { host } from '../../support';

const ROOT = join(__dirname, '../../..');

/** What each rule that the scanner of the lock file lacks comes to here. */
const NEWER: Readonly<Record<string, 'tested below' | 'tested elsewhere' | 'shown by a newer scanner'>> = {
	'cred-class-name-field-conventions': 'tested elsewhere',
	'cred-class-name-suffix': 'tested elsewhere',
	'cred-filename-against-convention': 'tested elsewhere',
	'hint-max-length': 'tested below',
	'icon-contrast': 'tested below',
	'no-ai-codex-category': 'tested below',
	'no-asterisk-in-option-names': 'tested below',
	'no-codex-subcategories': 'tested below',
	'no-duplicate-param-options': 'tested elsewhere',
	'no-hardcoded-ids': 'tested elsewhere',
	'no-logic-or-flow-nodes': 'tested below',
	'no-monorepo': 'tested below',
	'node-class-description-name-camelcase': 'tested elsewhere',
	'node-class-description-non-core-color': 'tested below',
	'node-filename-against-convention': 'tested elsewhere',
	'node-operation-error-itemindex': 'shown by a newer scanner',
	'non-required-fields-in-collection': 'tested below',
	'open-ended-node-fields': 'tested below',
	'options-sorted-alphabetically': 'tested elsewhere',
	'prefer-declarative-style': 'shown by a newer scanner',
	'require-community-node-keyword': 'tested elsewhere',
	'require-continue-on-fail': 'shown by a newer scanner',
	'require-mit-license': 'tested elsewhere',
	'require-param-default': 'tested elsewhere',
	'single-credential-per-node': 'tested below',
	'valid-codex-categories': 'tested below',
	'valid-node-categories': 'tested below',
};

/** Fields at the top of forms that are neither required nor in a collection: a warning, whose share of the operations only sinks. */
const MOST_OPTIONAL_FIELDS = 0.44;

interface Part {
	readonly [name: string]: unknown;
}
const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null;

/** Every object within a description, outermost first. */
const partsOf = (value: unknown): Part[] =>
	isPart(value) ? [...(Array.isArray(value) ? [] : [value]), ...Object.values(value).flatMap(partsOf)] : [];

const nodes = () => host().nodesOfPackage();
const codexes = () =>
	nodes().map(([file]) => ({
		file,
		codex: JSON.parse(readFileSync(join(ROOT, file.replace(/\.js$/, '.json')), 'utf8')) as {
			categories?: unknown;
			subcategories?: unknown;
		},
	}));

const found = (of: (description: INodeTypeDescription) => readonly unknown[]) =>
	nodes().flatMap(([, { description }]) => of(description).map((what) => [description.name, what]));

it('every rule of n8n’s list is one of the scanner, or has its place here', () => {
	const known = readdirSync(join(ROOT, 'node_modules/@n8n/eslint-plugin-community-nodes/docs/rules'));
	const scanned = known.map((file) => basename(file, '.md'));
	const newer = n8nFacts().rules.names.filter((name) => !scanned.includes(name));
	expect(newer).toEqual(Object.keys(NEWER));
});

it('single-credential-per-node: with every kind of authentication a form shows one credential, which is required', () => {
	const shown = nodes().map(([, { description }]) => {
		const { name, credentials = [], properties } = description;
		const fields = properties.filter((property) => property.name === 'authentication');
		const offered = fields.flatMap(({ options = [] }) =>
			options.flatMap((option) => ('value' in option ? [String(option.value)] : [])),
		);
		const kinds = [...new Set(offered)].map((kind) => {
			const of = credentials.filter(({ displayOptions }) => {
				const { authentication = [kind] } = displayOptions?.show ?? {};
				return authentication.some((value) => value === kind);
			});
			return [kind, of.map(({ required }) => required === true)] as const;
		});
		return [name, kinds] as const;
	});
	expect(shown.filter(([, kinds]) => kinds.length > 0)).toHaveLength(13);
	const wrong = shown.flatMap(([name, kinds]) =>
		kinds.filter(([, required]) => required.join() !== 'true').map(([kind]) => `${name}, ${kind}`),
	);
	expect(wrong).toEqual([]);
});

it('valid-node-categories, valid-codex-categories, no-logic-or-flow-nodes, no-ai-codex-category, no-codex-subcategories', () => {
	const { names } = n8nFacts().categories;
	expect(names).toHaveLength(10);
	for (const { file, codex } of codexes()) {
		const categories = Array.isArray(codex.categories) ? codex.categories : [];
		expect([file, categories.length > 0, categories.filter((name) => !names.includes(String(name)))]).toEqual(
			[file, true, []],
		);
		expect([file, codex.subcategories]).toEqual([file, undefined]);
	}
	expect(nodes().filter(([, { description }]) => description.codex !== undefined)).toEqual([]);
});

it('non-required-fields-in-collection: no more fields for each operation than before', () => {
	const containers = ['collection', 'fixedCollection', 'notice', 'callout', 'hidden', 'curlImport'];
	const choices = ['resource', 'operation', 'authentication'];
	const optional = found(({ properties }) =>
		properties
			.filter(
				({ required, type, name }) => !required && !containers.includes(type) && !choices.includes(name),
			)
			.map(({ name }) => name),
	);
	const { operations } = linesPerOperation(nodes().map(([, { description }]) => description));
	expect(optional.length).toBeLessThanOrEqual(MOST_OPTIONAL_FIELDS * operations);
});

it('open-ended-node-fields: JSON at the top of a form is required, but for the body of a call of one’s own', () => {
	const open = found(({ properties }) =>
		properties.filter(({ type, required }) => type === 'json' && !required).map(({ name }) => name),
	);
	expect(open).toEqual([
		['xAdsCampaigns', 'body'],
		['xCoreAdmin', 'body'],
	]);
});

it.each<[rule: string, violations: (description: INodeTypeDescription) => readonly unknown[]]>([
	[
		'hint-max-length: 120 characters',
		(description) => partsOf(description).filter(({ hint }) => typeof hint === 'string' && hint.length > 120),
	],
	[
		'no-asterisk-in-option-names',
		({ properties }) =>
			partsOf(properties)
				.flatMap(({ options }) => (Array.isArray(options) ? options.filter(isPart) : []))
				.filter(({ name }) => String(name).includes('*')),
	],
	[
		'node-class-description-non-core-color: no node has one',
		({ defaults }) => ('color' in defaults ? [defaults] : []),
	],
])('%s', (_rule, violations) => {
	expect(found(violations)).toEqual([]);
});

it('no-monorepo: the repository has this package alone', () => {
	const { repository } = jest.requireActual<{ repository: object }>('../../../package.json');
	expect(repository).not.toHaveProperty('directory');
});

it('icon-contrast: every icon shows on the background of its theme', () => {
	const luminance = (color: string) => {
		const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
			const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
			return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
		});
		return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
	};
	// https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
	const ratio = (one: string, other: string) => {
		const [less = 0, more = 0] = [luminance(one), luminance(other)].sort((first, second) => first - second);
		return (more + 0.05) / (less + 0.05);
	};
	const icons = readdirSync(join(ROOT, 'icons')).map((file) => {
		const background = file.endsWith('.dark.svg') ? '#2b2b2b' : '#ffffff';
		const colors = readFileSync(join(ROOT, 'icons', file), 'utf8').match(/#[0-9a-f]{6}\b/g) ?? [];
		return { file, best: Math.max(...colors.map((color) => ratio(color, background))) };
	});
	expect(icons.length).toBeGreaterThan(20);
	expect(icons.filter(({ best }) => !(best >= 1.5))).toEqual([]);
});
