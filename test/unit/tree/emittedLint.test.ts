/**
 * n8n's UX lint over the forms we compute, printed as literals: labels, casing, sorting, "Whether", full stops.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { once } from 'lodash';
import { basename } from 'node:path';
import type { ICredentialType, INodeProperties, INodeType } from 'n8n-workflow';
import { host } from '../../support';
import { credentialSource, nodeSource } from './support/literal';
import type { Finding } from './support/uxRules';
import { lint } from './support/uxRules';

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

const excuse = ({ rule, around }: Finding) =>
	EXCUSED.find((candidate) => candidate.rule === rule && candidate.where.test(around));

const sourceName = (file: string) => file.replace(/^dist\//, '').replace(/\.js$/, '.ts');
const className = (file: string) => basename(file).split('.')[0] ?? '';

const lintNode = (file: string, node: Pick<INodeType, 'description'>) =>
	lint('nodes', sourceName(file), nodeSource(className(file), node));

const lintCredential = (file: string, credential: ICredentialType) =>
	lint('credentials', sourceName(file), credentialSource(className(file), credential));

const line = ({ rule, message, around }: Finding) => `${rule}: ${message} | ${around}`;

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
	it('finds nothing in the nodes', () => {
		expect(
			nodeFindings()
				.filter((finding) => !excuse(finding))
				.map(line),
		).toEqual([]);
	});

	it('finds nothing in the credentials', () => {
		expect(
			credentialFindings()
				.filter((finding) => !excuse(finding))
				.map(line),
		).toEqual([]);
	});

	it('needs every excuse that is written here', () => {
		const used = [...nodeFindings(), ...credentialFindings()].map(excuse);
		expect(EXCUSED.filter((candidate) => !used.includes(candidate)).map(({ rule }) => rule)).toEqual([]);
	});
});

describe('the lint itself', () => {
	const mistakes: Array<[rule: string, property: Partial<INodeProperties>]> = [
		[
			'node-param-description-boolean-without-whether',
			{ type: 'boolean', default: false, description: 'Do it' },
		],
		['node-param-display-name-miscased', { displayName: 'planted mistake' }],
		['node-param-description-excess-final-period', { description: 'One sentence.' }],
		['node-param-default-missing', { type: 'options', options: [{ name: 'A', value: 'a' }] }],
	];

	/** The rules that a node with these fields breaks under a file name; its own if none is given. */
	const brokenRules = (properties: INodeProperties[], otherFile?: string) => {
		const [file, { description }] = host().nodesOfPackage()[0]!;
		const findings = lintNode(otherFile ?? file, { description: { ...description, properties } });
		return findings.map(({ rule }) => rule);
	};

	it.each(mistakes)('finds a planted mistake: %s', (rule, mistake) => {
		const good: Partial<INodeProperties> = {
			displayName: 'Planted Mistake',
			name: 'planted',
			type: 'string',
		};
		const planted = { ...good, ...(mistake.type ? {} : { default: '' }), ...mistake } as INodeProperties;
		expect(brokenRules([planted])).toContain(rule);
	});

	it('knows files by name', () => {
		const rule = 'node-filename-against-convention';
		expect(brokenRules([])).not.toContain(rule);
		expect(brokenRules([], 'dist/nodes/Other/Other.node.js')).toContain(rule);
	});
});
