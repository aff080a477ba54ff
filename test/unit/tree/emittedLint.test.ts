/**
 * n8n's UX lint over the forms we compute, printed as literals: labels, casing, sorting, "Whether", full stops.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { once } from 'lodash';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { Linter } from 'eslint';
import type uxRules from 'eslint-plugin-n8n-nodes-base';
import type { ICredentialType, INodeProperties, INodeType } from 'n8n-workflow';
import tseslint from 'typescript-eslint';
import { host } from '../../support';

/** Findings that are wrong here, each with its reason. One that no longer occurs fails the test too. */
const EXCUSED = [
	{
		rule: 'cred-class-field-documentation-url-miscased',
		where: /https:\/\//,
		why: 'asks for a page name of n8n’s own documentation; another rule of the set asks community packages for an address',
	},
	{
		rule: 'cred-class-field-type-options-password-missing',
		where: /name: "consumerKey"/,
		why: 'a consumer key names the app and is no secret; n8n’s package scan warns of hiding it',
	},
	{
		rule: 'node-param-operation-option-action-miscased',
		where: /action: "[^"]*\bIDs\b/,
		why: 'the rule knows ID, but not its plural',
	},
	{
		rule: 'node-param-description-miscased-id',
		where: /description: "Expansion /,
		why: 'names an expansion as it is in requests',
	},
	{
		rule: 'node-param-color-type-unused',
		where: /Name of the color, not a hex code/,
		why: 'a product feed names its colors; a color picker gives hex codes',
	},
	{
		rule: 'node-param-description-wrong-for-upsert',
		where: /Create new products/,
		why: 'the rule wants the words for one record; this operation takes many products at once',
	},
	{
		rule: 'node-param-options-type-unsorted-items',
		where: /noDataExpression: true, options: \[|name: "(Mention|Post Matches a Rule)"/,
		why: 'n8n lists the actions and events of a node in the order of their menus: what is asked for most comes first',
	},
	{
		rule: 'node-param-default-wrong-for-limit',
		where: /default: 10,/,
		why: 'X bills every Post that is read: a first look is small',
	},
	{
		rule: 'node-param-collection-type-unsorted-items',
		where: /placeholder: "Add option"/,
		why: 'what all operations have stands behind what belongs to one',
	},
	{
		rule: 'node-param-multi-options-type-unsorted-items',
		where: /name: "Post: Mentioned"/,
		why: 'the same, for the events of X Webhook Trigger',
	},
];

/**
 * A value as the TypeScript that someone would have written by hand, because n8n's older lint rules read object literals
 * only: keys without quotes where they are identifiers, one entry a line, functions left out.
 */
const literal = (value: unknown): string =>
	JSON.stringify(value, null, '\t').replace(/^(\t*)"([A-Za-z_$][\w$]*)":/gm, '$1$2:');

/** A node as its file would read. */
function nodeSource(className: string, { description }: Pick<INodeType, 'description'>): string {
	return `class ${className} implements INodeType {
	description: INodeTypeDescription = ${literal(description)};
}
`;
}

const FIELDS = ['name', 'displayName', 'extends', 'icon', 'documentationUrl', 'test'] as const;

/** A credential type as its file would read. */
function credentialSource(className: string, credential: ICredentialType): string {
	const lines = FIELDS.filter((field) => credential[field] !== undefined).map(
		(field) => `\t${field} = ${literal(credential[field])};\n`,
	);
	return `class ${className} implements ICredentialType {
${lines.join('\n')}
	properties: INodeProperties[] = ${literal(credential.properties)};
}
`;
}

type RuleSet = 'nodes' | 'credentials';

interface Finding {
	rule: string;
	message: string;
	/** The lines around the place. */
	around: string;
}

/** The plugin looks at file names only outside of test runs, and decides that while it is loaded. */
function load(): typeof uxRules {
	const { NODE_ENV } = process.env;
	process.env.NODE_ENV = 'production';
	try {
		return createRequire(__filename)('eslint-plugin-n8n-nodes-base') as typeof uxRules;
	} finally {
		process.env.NODE_ENV = NODE_ENV;
	}
}

const plugin = load();

const config = (set: RuleSet): Linter.Config => ({
	files: ['**/*.ts'],
	plugins: { 'n8n-nodes-base': plugin as never },
	languageOptions: { parser: tseslint.parser },
	rules: Object.fromEntries(Object.keys(plugin.configs[set].rules).map((rule) => [rule, 'error'])),
});

/** What all rules of a set say about a source text under the name its file would have. */
function lint(set: RuleSet, filename: string, source: string): Finding[] {
	const lines = source.split('\n').map((line) => line.trim());
	return new Linter({ configType: 'flat' })
		.verify(source, config(set), { filename })
		.map(({ ruleId, line, message }) => ({
			rule: (ruleId ?? 'parser').replace('n8n-nodes-base/', ''),
			message,
			around: lines.slice(Math.max(0, line - 3), line + 2).join(' '),
		}));
}

const excuse = ({ rule, around }: Finding) =>
	EXCUSED.find((candidate) => candidate.rule === rule && candidate.where.test(around));

const sourceName = (file: string) => file.replace(/^dist\//, '').replace(/\.js$/, '.ts');
const className = (file: string) => basename(file).split('.')[0] ?? '';

const lintNode = (file: string, node: Pick<INodeType, 'description'>) =>
	lint('nodes', sourceName(file), nodeSource(className(file), node));

const lintCredential = (file: string, credential: ICredentialType) =>
	lint('credentials', sourceName(file), credentialSource(className(file), credential));

const nodeFindings = once(() =>
	host()
		.nodesOfPackage()
		.flatMap((entry) => lintNode(...entry)),
);
const credentialFindings = once(() =>
	host()
		.credentialsOfPackage()
		.flatMap((entry) => lintCredential(...entry)),
);

describe('n8n’s UX lint over what the package shows', () => {
	it.each([
		['nodes', nodeFindings],
		['credentials', credentialFindings],
	])('finds nothing in the %s', (_what, findings) => {
		const left = findings().filter((finding) => !excuse(finding));
		expect(left.map(({ rule, message, around }) => `${rule}: ${message} | ${around}`)).toEqual([]);
	});

	it('needs every excuse that is written here', () => {
		const used = [...nodeFindings(), ...credentialFindings()].map(excuse);
		expect(EXCUSED.filter((candidate) => !used.includes(candidate)).map(({ rule }) => rule)).toEqual([]);
	});
});

it('the lint finds planted mistakes, and knows files by name', () => {
	const planted = [
		{ displayName: 'planted mistake', name: 'one', type: 'boolean', default: false, description: 'Do it' },
		{ displayName: 'Two', name: 'two', type: 'string', default: '', description: 'One sentence.' },
		{ displayName: 'Six', name: 'six', type: 'options', default: 'b', options: [{ name: 'A', value: 'a' }] },
	] as INodeProperties[];
	const [, { description }] = host().nodesOfPackage()[0]!;
	const node = { description: { ...description, properties: planted } };
	const rules = lintNode('dist/nodes/Other/Other.node.js', node).map(({ rule }) => rule);
	expect(rules).toEqual(
		expect.arrayContaining([
			'node-filename-against-convention',
			'node-param-default-wrong-for-options',
			'node-param-display-name-miscased',
			'node-param-description-boolean-without-whether',
			'node-param-description-excess-final-period',
		]),
	);
});
