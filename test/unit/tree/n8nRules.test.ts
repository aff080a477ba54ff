/**
 * Rules of n8n's scanner that are public and newer than the scanner of package-lock.json, over the nodes as they are
 * built: https://github.com/n8n-io/n8n/tree/master/packages/@n8n/eslint-plugin-community-nodes/docs/rules
 *
 * @jest-environment ./test/support/environment.ts
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cloneDeepWith } from 'lodash';
import type { INodeCredentialDescription, INodeTypeDescription } from 'n8n-workflow';
import ts from 'typescript';
import { n8nFacts } from '../../facts';
import { linesPerOperation } from '../../../scripts/lines';
import { host } from '../../support';

const ROOT = join(__dirname, '../../..');

/** What each rule that the scanner of the lock file lacks comes to here. */
const NEWER: Readonly<Record<string, 'tested below' | 'tested elsewhere' | 'shown by a newer scanner'>> = {
	'cred-class-name-field-conventions': 'tested below',
	'cred-class-name-suffix': 'tested below',
	'cred-filename-against-convention': 'tested below',
	'hint-max-length': 'tested below',
	'icon-contrast': 'tested below',
	'no-ai-codex-category': 'tested below',
	'no-asterisk-in-option-names': 'tested below',
	'no-codex-subcategories': 'tested below',
	'no-duplicate-param-options': 'tested below',
	'no-hardcoded-ids': 'tested below',
	'no-logic-or-flow-nodes': 'tested below',
	'no-monorepo': 'tested below',
	'node-class-description-name-camelcase': 'tested below',
	'node-class-description-non-core-color': 'tested below',
	'node-filename-against-convention': 'tested below',
	'node-operation-error-itemindex': 'shown by a newer scanner',
	'non-required-fields-in-collection': 'tested below',
	'open-ended-node-fields': 'tested below',
	'options-sorted-alphabetically': 'tested elsewhere',
	'prefer-declarative-style': 'shown by a newer scanner',
	'require-community-node-keyword': 'tested elsewhere',
	'require-continue-on-fail': 'shown by a newer scanner',
	'require-mit-license': 'tested elsewhere',
	'require-param-default': 'tested below',
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

/** A field without the ways of resource locators. */
const omitWays = (value: unknown): unknown =>
	cloneDeepWith(value, (part: unknown) =>
		isPart(part) && Array.isArray(part['modes']) ? { ...part, modes: [] } : undefined,
	) as unknown;

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

it('single-credential-per-node: with each kind of authentication a form shows one credential', () => {
	const conditionsOf = ({ displayOptions }: INodeCredentialDescription) => displayOptions?.show ?? {};
	const pairs = nodes().map(([, { description }]) => {
		const several = description.properties
			.filter(({ type }) => type === 'multiOptions')
			.map(({ name }) => name);
		const isEitherOr = (one: INodeCredentialDescription, other: INodeCredentialDescription) =>
			Object.entries(conditionsOf(one)).some(([name, values = []]) => {
				const others = conditionsOf(other)[name];
				return !several.includes(name) && others?.every((value) => !values.includes(value)) === true;
			});
		const { name, credentials = [] } = description;
		const beside = credentials.flatMap((one, at) =>
			credentials
				.slice(at + 1)
				.flatMap((other) => (isEitherOr(one, other) ? [] : [`${one.name} + ${other.name}`])),
		);
		return [name, beside] as const;
	});
	expect(Object.fromEntries(pairs.filter(([, beside]) => beside.length > 0))).toEqual({});
});

it('every node with every kind of authentication shows one credential, which is required', () => {
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

it('hint-max-length: 120 characters', () => {
	const long = found((description) =>
		partsOf(description).flatMap(({ hint }) => (typeof hint === 'string' && hint.length > 120 ? [hint] : [])),
	);
	expect(long).toEqual([]);
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

it('require-param-default, no-duplicate-param-options, no-asterisk-in-option-names', () => {
	const options = (part: Part) => (Array.isArray(part['options']) ? part['options'].filter(isPart) : []);
	// The ways of a resource locator have types and names too, and no defaults.
	const fields = ({ properties }: INodeTypeDescription) =>
		partsOf(properties.map((property) => omitWays(property))).filter((part) => 'type' in part);
	const withoutDefault = found((description) =>
		fields(description).flatMap((field) => ('default' in field || field['type'] === 'button' ? [] : [field])),
	);
	const twice = found((description) =>
		fields(description).flatMap((field) => {
			const values = options(field).flatMap(({ value }) => (value === undefined ? [] : [value]));
			return values.filter((value, at) => values.indexOf(value) < at);
		}),
	);
	const starred = found((description) =>
		fields(description).flatMap((field) => options(field).filter(({ name }) => String(name).includes('*'))),
	);
	expect({ withoutDefault, twice, starred }).toEqual({ withoutDefault: [], twice: [], starred: [] });
});

it('no-hardcoded-ids: no fixed partner, account or client in the source', () => {
	const configurable = /^(partner|affiliate|reseller|account|tenant|customer|client)[_-]?id$/i;
	const hardcoded = readdirSync(join(ROOT, 'nodes'), { recursive: true, encoding: 'utf8' })
		.filter(
			(file) =>
				file.endsWith('.ts') && /(r|e|t)[_-]?id\b/i.test(readFileSync(join(ROOT, 'nodes', file), 'utf8')),
		)
		.flatMap((file) => {
			const source = ts.createSourceFile(
				file,
				readFileSync(join(ROOT, 'nodes', file), 'utf8'),
				ts.ScriptTarget.ES2022,
				true,
			);
			const literals: string[] = [];
			const visit = (node: ts.Node): void => {
				const [name, value] =
					ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node) || ts.isPropertyDeclaration(node)
						? [node.name, node.initializer]
						: ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken
							? [node.left, node.right]
							: [];
				const last = name?.getText(source).replace(/^.*\.|['"]/g, '') ?? '';
				if (configurable.test(last) && value && ts.isStringLiteralLike(value))
					literals.push(`${file}: ${last}`);
				ts.forEachChild(node, visit);
			};
			visit(source);
			return literals;
		});
	expect(hardcoded).toEqual([]);
});

it('names of nodes, credentials and files', () => {
	for (const [file, { description }] of nodes()) {
		expect(description.name).toMatch(/^[a-z][A-Za-z0-9]*$/);
		expect(basename(file, '.node.js').toLowerCase()).toBe(description.name.toLowerCase());
		expect(description.defaults).not.toHaveProperty('color');
	}
	for (const [file, type] of host().credentialsOfPackage()) {
		expect(type.name).toMatch(/^[a-z].*Api$/);
		expect(type.constructor.name).toMatch(/Api$/);
		expect(basename(file)).toBe(`${type.constructor.name}.credentials.js`);
	}
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
