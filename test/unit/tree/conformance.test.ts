/**
 * What must hold for every form the package shows, found by reading the built descriptions as the editor does: its
 * fields, its collections, the order of its menus, and how calm the forms are that people use most.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { isEqual, lowerFirst, partition, sortBy } from 'lodash';
import type { INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';
import { formFields } from '../../../nodes/shared/fields';
import { COLLECTIONS, propertyName } from '../../../nodes/shared/operation/labels';
import type { NodeSpec } from '../../../nodes/shared/operation/nodeSpec';
import { host } from '../../support';
import { choices, descriptionOf, formNamed, forms, nested, shown, type Form } from '../../support/forms';
import { specs } from './support/records';

const nodes = (): INodeType[] =>
	host()
		.nodesOfPackage()
		.map(([, node]) => node);

const everyProperty = (node: INodeType): Array<[path: string, property: INodeProperties]> => [
	...nested(node.description.properties, node.description.name),
];

const repeated = (values: unknown[]) => values.filter((value, place) => values.indexOf(value) !== place);

/** What forms of many operations have: it is looked for less often than what belongs to the operation. */
const BY_USE = [
	'Dry Run',
	'Max Cost (USD)',
	'When Max Cost Is Reached',
	'Guard',
	'Max Wait (Seconds)',
	'Resume From',
	'Write to File',
	'Fail on Partial Errors',
	'Parallel Requests',
	'Single Request',
	'When an Expression Is Empty',
	'Assumed Price (USD)',
	'Live Prices URL',
];

/** Each check gives one line per violation. */
const checks: Record<string, (node: INodeType) => string[]> = {
	'a form shows no two fields of one name': (node) =>
		forms(node).flatMap((form) =>
			repeated(shown(form).map(({ name }) => name)).map((name) => `${form.label}: ${String(name)}`),
		),

	// n8n 1 refuses the form else; a slash looks from the root on.
	'a condition names a field beside it, or begins with a slash': (node) => {
		const siblings = new Set(node.description.properties.map(({ name }) => name));
		return node.description.properties.flatMap(({ name, displayOptions = {} }) =>
			Object.values(displayOptions)
				.flatMap((rule) => Object.keys((rule ?? {}) as object))
				.filter((condition) => !/^[/@]/.test(condition) && !siblings.has(condition))
				.map((condition) => `${node.description.name}.${name}: ${condition}`),
		);
	},

	'every operation has a name, an action and a description': (node) =>
		node.description.properties
			.filter(({ name }) => name === 'operation')
			.flatMap((menu) => choices(menu))
			.filter(({ name, action, description }) => !name || !action || !description)
			.map(({ value }) => `${node.description.name}: ${String(value)}`),

	'no two actions of a node read the same': (node) =>
		repeated([
			...new Map(
				forms(node).map(({ values, description }) => {
					const menu = description.properties.find(
						(property) =>
							property.name === 'operation' &&
							property.displayOptions?.show?.['resource']?.includes(values['resource'] ?? '') &&
							choices(property).some(({ value }) => value === values['operation']),
					);
					const action = choices(menu).find(({ value }) => value === values['operation'])?.action;
					return [`${values['resource']}.${values['operation']}`, action] as const;
				}),
			).values(),
		]).map((action) => `${node.description.name}: ${String(action)}`),

	'options have distinct names and values': (node) =>
		everyProperty(node)
			.filter(([, { type }]) => type === 'options' || type === 'multiOptions')
			.flatMap(([path, menu]) => [
				...repeated(choices(menu).map(({ value }) => value)).map((value) => `${path}: ${String(value)}`),
				...repeated(choices(menu).map(({ name }) => name)).map((name) => `${path}: ${String(name)}`),
			]),

	'collections have their own members by name, then those of many operations by use': (node) =>
		everyProperty(node)
			.filter(([, { type }]) => type === 'collection')
			.flatMap(([path, collection]) => {
				const names = (collection.options as INodeProperties[]).map(({ displayName }) => displayName);
				const own = names.filter((name) => !BY_USE.includes(name)).sort((a, b) => a.localeCompare(b, 'en'));
				const sorted = [...own, ...BY_USE.flatMap((name) => names.filter((each) => each === name))];
				return isEqual(names, sorted) ? [] : [`${path}: ${names.join(', ')}`];
			}),

	'authentication lists its default first: n8n 1 opens a new credential with what is first': (node) =>
		node.description.properties
			.filter(({ name }) => name === 'authentication')
			// With a slash in front, n8n does not take it for the kind of the credential.
			.filter(() =>
				node.description.credentials?.some(({ displayOptions }) => displayOptions?.show?.['authentication']),
			)
			.filter((menu) => choices(menu)[0]?.value !== menu.default)
			.map(
				(menu) =>
					`${JSON.stringify(menu.default)} of ${choices(menu)
						.map(({ value }) => String(value))
						.join()}`,
			),

	'no name holds a dot, which n8n would read as a path': (node) =>
		everyProperty(node)
			.filter(([, { name }]) => !/^[A-Za-z_]\w*$/.test(name))
			.map(([path]) => path),

	'conditions ask for fields and values that exist': (node) =>
		everyProperty(node).flatMap(([path, { displayOptions }], _, all) =>
			[displayOptions?.show, displayOptions?.hide].flatMap((conditions) =>
				Object.entries(conditions ?? {}).flatMap(([key, values]) => {
					if (key.startsWith('@')) return [];
					// n8n gives polling nodes their Poll Times.
					if (node.description.polling && key.startsWith('/pollTimes.')) return [];
					// A member of a row asks for other members of the row.
					const beside = path.slice(0, path.lastIndexOf('.') + 1) + key;
					const place = key.startsWith('/') ? `${node.description.name}.${key.slice(1)}` : beside;
					const asked = all.flatMap(([other, property]) => (other === place ? [property] : []));
					if (asked.length === 0) return [`${path}: no field ${key}`];
					const menus = asked.filter(({ type }) => type === 'options');
					const known = menus.flatMap((menu) => choices(menu).map(({ value }) => value));
					return (values ?? [])
						.filter(
							(value) => menus.length > 0 && typeof value !== 'object' && !known.includes(value as string),
						)
						.map((value) => `${path}: ${key} is never ${JSON.stringify(value)}`);
				}),
			),
		),

	'searches and option lists exist': (node) =>
		everyProperty(node).flatMap(([path, { typeOptions, modes }]) => {
			const { listSearch = {}, loadOptions = {} } = node.methods ?? {};
			const searches = (modes ?? []).flatMap((mode) => mode.typeOptions?.searchListMethod ?? []);
			const load = typeOptions?.loadOptionsMethod;
			return [
				...searches.filter((name) => !(name in listSearch)).map((name) => `${path}: ${name}`),
				...(load && !(load in loadOptions) ? [`${path}: ${load}`] : []),
			];
		}),

	'a resource locator can always be given by ID': (node) =>
		everyProperty(node)
			.filter(([, { type }]) => type === 'resourceLocator')
			.filter(([, { modes }]) => !modes?.some(({ type }) => type === 'string'))
			.map(([path]) => path),

	'every way to authenticate has its credential, and the reverse': (node) => {
		const known = new Set(
			host()
				.credentialsOfPackage()
				.map(([, { name }]) => name),
		);
		const menus = node.description.properties.filter(({ name }) => name === 'authentication');
		const ways = menus.flatMap(choices);
		const credentials = node.description.credentials ?? [];
		const always = credentials.some(({ displayOptions }) => displayOptions === undefined);
		const offered = credentials.flatMap(
			({ displayOptions }) => displayOptions?.show?.['authentication'] ?? [],
		);
		return [
			...credentials.filter(({ name }) => !known.has(name)).map(({ name }) => `no credential type ${name}`),
			...ways
				.filter(({ value }) => !always && !offered.includes(value))
				.map(({ value }) => `nothing for ${String(value)}`),
			...(ways.length > 0 ? offered : [])
				.filter((way) => !ways.some(({ value }) => value === way))
				.map((way) => `${String(way)} cannot be chosen`),
		].map((line) => `${node.description.name}: ${line}`);
	},
};

describe('every form', () => {
	it.each(Object.entries(checks))('%s', (_rule, check) => {
		expect(nodes().flatMap(check)).toEqual([]);
	});
});

/** `filters.start_time` for each member that the record of a form has. */
function expectedIn(spec: NodeSpec, { values }: Form): string[] {
	const { resource = '', operation = '' } = values;
	const record = spec.resources.find(({ value }) => value === resource)?.operations[operation];
	return Object.entries(record ? formFields(record) : {}).flatMap(([key, field]) =>
		field.collection && field.property ? [`${field.collection}.${propertyName(key, field)}`] : [],
	);
}

/** The members of collections, each with its path: `filters.start_time`. */
const membersOf = (properties: readonly INodeProperties[]) =>
	properties
		.filter(({ name, type }) => type === 'collection' && name in COLLECTIONS)
		.flatMap(({ name, options }) =>
			(options as INodeProperties[]).map((member) => ({ path: `${name}.${member.name}`, member })),
		);

describe('the collections of forms that records make', () => {
	const made = specs().map(([folder, spec]) => ({ spec, description: descriptionOf(lowerFirst(folder)) }));

	it('have what their operations take', () => {
		const wrong = made.flatMap(({ spec, description }) =>
			forms({ description }).flatMap((form) => {
				const offered = sortBy(membersOf(shown(form)).map(({ path }) => path));
				const expected = sortBy(expectedIn(spec, form));
				return isEqual(offered, expected)
					? []
					: [`${form.label}: ${offered.join()} instead of ${expected.join()}`];
			}),
		);
		expect(wrong).toEqual([]);
	});

	it('have their options in one place, for all operations', () => {
		const options = made.map(({ description }) =>
			description.properties.filter(({ name }) => name === 'options').map((each) => each.displayOptions),
		);
		expect(options).toEqual(made.map(() => [undefined]));
	});

	// Of members with one name, some versions of n8n take type and default of the first, whichever is shown.
	it('have one type and one default for a name', () => {
		const ambiguous = made.flatMap(({ description }) => {
			const meanings = new Map<string, Set<string>>();
			for (const { path, member } of membersOf(description.properties)) {
				const meaning = `${member.type} ${JSON.stringify(member.default)}`;
				meanings.set(path, (meanings.get(path) ?? new Set()).add(meaning));
			}
			return [...meanings].filter(([, { size }]) => size > 1).map(([path]) => `${description.name} ${path}`);
		});
		expect(ambiguous).toEqual([]);
	});
});

/** How many fields a calm form has above its options. */
const MOST = 6;

/** By what n8n's own nodes of such services and the recipes are used for; docs/decisions/calm-forms.md has the reasons. */
const MOST_USED = [
	'xCore.post.create',
	'xCore.post.searchRecent',
	'xCore.post.like',
	'xCore.post.publishDue',
	'xCore.thread.create',
	'xCore.user.get',
	'xCore.user.getMentions',
	'xCore.user.getPosts',
	'xCore.user.follow',
	'xCore.directMessage.send',
	'xCoreTrigger',
	'xChat.message.send',
	'xAdsAnalytics.report.production.get',
	'xAdsCampaigns.campaign.production.create',
	'xCatalog.product.sync',
];

/** Held to the same, since they are next. */
const NEXT = [
	'xCore.media.upload',
	'xCore.user.getFollowers',
	'xChat.message.sendAndWait',
	'xAdsAnalytics.report.production.getSpend',
	'xAdsAnalytics.report.production.estimate',
	'xAdsCampaigns.lineItem.production.create',
];

/** They choose which form it is, so they are no fields of it. */
const CHOICES = ['resource', 'operation', 'environment', 'authentication'];

const fieldsAbove = (form: Form) =>
	shown(form).filter(
		({ type, name }) => !['notice', 'hidden', 'collection'].includes(type) && !CHOICES.includes(name),
	);

it.each([...MOST_USED, ...NEXT])('%s has few fields above its options', (label) => {
	const fields = fieldsAbove(formNamed(label));
	expect(fields.length).toBeGreaterThan(0);
	expect(fields.length).toBeLessThanOrEqual(MOST);
});

it('has at most twelve fields in Sync of a file, with all that the editor shows for it', () => {
	const form = formNamed('xCatalog.product.sync');
	const values = { ...form.values, productsFrom: 'file' };
	const fields = shown({ ...form, values }).filter(({ type }) => type !== 'hidden');
	expect(fields.map(({ name }) => name)).toEqual(expect.arrayContaining(['binaryPropertyName', 'options']));
	expect(fields.length).toBeLessThanOrEqual(12);
});

// X requires eight values of a product, and an update without one of them is refused: docs/decisions/calm-forms.md.
it('xCatalog.product.upsert has its required fields above its options, and six fields for input items', () => {
	const form = formNamed('xCatalog.product.upsert');
	const [ofProduct, others] = partition(
		fieldsAbove(form),
		(field) => field.displayOptions?.show?.['productsFrom'],
	);
	expect([others.length, ofProduct.length]).toEqual([2, 8]);
	const items = fieldsAbove({ ...form, values: { ...form.values, productsFrom: 'mapping' } });
	expect(items.length).toBeGreaterThan(0);
	expect(items.length).toBeLessThanOrEqual(MOST);
});

it('says of every date in which time zone it is', () => {
	const dates = nodes()
		.flatMap(forms)
		.flatMap((form) => shown(form).filter(({ type }) => type === 'dateTime'));
	expect(dates.length).toBeGreaterThan(10);
	expect(dates.filter(({ description = '' }) => !/time zone/.test(description))).toEqual([]);
});

const CUSTOM = 'Custom API Call';

const menus = (name: string) =>
	nodes().flatMap(({ description }) =>
		description.properties
			.filter((property) => property.name === name)
			.map((menu) => ({
				node: description.name,
				resource: menu.displayOptions?.show?.resource?.[0],
				names: choices(menu).map((option) => option.name),
			})),
	);

/** Their order is that of n8n's list of actions. */
describe('the menus', () => {
	it('of resources end with Custom API Call, so that n8n adds no second one', () => {
		const having = menus('resource').filter(({ names }) => names.includes(CUSTOM));
		expect(having.map(({ node }) => node)).toEqual(['xAdsCampaigns', 'xCoreAdmin']);
		expect(having.filter(({ names }) => names.indexOf(CUSTOM) < names.length - 1)).toEqual([]);
	});

	it.each([
		['xCore', 'post', ['Create', 'Search Recent', 'Like', 'Repost']],
		['xCore', 'user', ['Get', 'Get Mentions', 'Get Posts']],
		['xCore', 'directMessage', ['Send to User', 'Get Many']],
		['xCore', 'media', ['Upload']],
		['xCoreAdmin', 'webhook', ['Create']],
		['xChat', 'message', ['Send', 'Get Events', 'Reply']],
		['xAdsCampaigns', 'campaign', ['Get Many', 'Create', 'Pause', 'Activate']],
		['xAdsAnalytics', 'report', ['Get Spend by Campaign', 'Get']],
		['xCatalog', 'product', ['Sync']],
	])('of %s begin for %s with what people use most', (node, resource, first) => {
		const menu = menus('operation').find((one) => one.node === node && one.resource === resource);
		expect(menu?.names.slice(0, first.length)).toEqual(first);
	});
});

describe('the events of the triggers', () => {
	const optionsOf = (node: string, name: string): readonly INodePropertyOptions[] =>
		choices([...nested(descriptionOf(node).properties, node)].find(([, each]) => each.name === name)?.[1]);
	const webhook = optionsOf('xWebhookTrigger', 'eventTypes');
	const polled = optionsOf('xCoreTrigger', 'event');

	it('of the activity API read the same wherever they are chosen', () => {
		expect(webhook.length).toBeGreaterThan(40);
		expect(optionsOf('xStreamTrigger', 'eventTypes')).toEqual(webhook);
		const names = new Map(webhook.map(({ value, name }) => [value, name]));
		const others = [
			...optionsOf('xWebhookTrigger', 'onlyEventTypes'),
			...optionsOf('xCoreAdmin', 'event_type'),
		].filter(({ value }) => names.has(value));
		expect(others).toHaveLength(2 * webhook.length);
		expect(others.filter(({ value, name }) => name !== names.get(value))).toEqual([]);
	});

	it.each([
		['Direct Message', /\bnot encrypted\b/i, ['Direct Message', 'Received', 'Sent']],
		['Chat', /(?<!not )\bencrypted\b/i, ['Chat Message', 'Message Received', 'Message Sent']],
	])(
		'say of %s whether it is encrypted, and where someone writes in the list of triggers',
		(kind, says, written) => {
			const about = [...polled, ...webhook].filter(({ name }) => name.startsWith(kind));
			expect(about.filter(({ description = '' }) => !says.test(description))).toEqual([]);
			const actions = about.flatMap(({ name, action = '' }) =>
				written.includes(name.replace(`${kind}: `, '')) ? [action] : [],
			);
			expect(actions).toEqual(Array(3).fill(expect.stringMatching(says)));
		},
	);
});
