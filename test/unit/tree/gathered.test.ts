/** Which look-ups are gathered, against the documentation: every one whose collection takes a list of identifiers. */
import { operations, type Operation, type Parameter } from '../../facts';
import { records } from './support/records';
import { unexplained, type Explained } from './support/differences';

/** The nodes whose items are look-ups of one entity each. */
const NODES = /^(xCore|xCoreAdmin|xLive|xAdsCampaigns|xAdsCreatives)\./;

/** Look-ups that are not gathered though their collection takes identifiers, each with its reason. */
const ASKED_ONE_BY_ONE: Explained = {
	'xLive.broadcast.get': 'a broadcast has two IDs, and no page says by which of them the list answers',
	'xAdsCampaigns.targetingCriterion.get':
		'the collection demands the line items as well, which the form of one does not know',
};

const LAST_NAME = /\/\{(\w+)\}$/;

/** Names that a list of identifiers may have: `ids`, `campaign_ids`, `usernames`, `media_keys`. */
const listNames = (name: string) => ['ids', `${name}s`, name.replace(/^id$/, 'ids')];

/** The documented requests that answer several of what a route answers one of, with the parameter of the identifiers. */
function collectionsOf(route: string): { operation: Operation; parameter: Parameter }[] {
	const [, name] = LAST_NAME.exec(route) ?? [];
	if (!route.startsWith('GET ') || name === undefined) return [];
	const collection = route.replace(LAST_NAME, '');
	// `/2/users/by/username/{username}` belongs to `/2/users/by?usernames=`.
	const addresses = [collection, collection.replace(new RegExp(`/${name}$`), '')].map(withoutNames);
	return operations()
		.filter((operation) => addresses.includes(withoutNames(operation.route)))
		.flatMap((operation) =>
			operation.parameters
				.filter((parameter) => parameter.list && listNames(name).includes(parameter.name))
				.map((parameter) => ({ operation, parameter })),
		);
}

const withoutNames = (route: string) => route.replace(/\{\w+\}/g, '{}');

const lookUps = () =>
	records()
		.filter(({ label }) => NODES.test(label))
		.map((record) => ({ ...record, collections: collectionsOf(record.operation.route) }));

it('gathers every look-up of which X answers many at once', () => {
	const lines = lookUps()
		.filter(({ operation, collections }) => collections.length > 0 && !operation.gather)
		.map(({ label }) => label);
	expect(unexplained(lines, ASKED_ONE_BY_ONE)).toEqual([]);
});

it('gathers by the documented parameter, up to the documented bound', () => {
	const lines = lookUps().flatMap(({ label, operation: { gather: many }, collections }) => {
		if (!many) return [];
		const isSame = ({ operation, parameter }: (typeof collections)[number]) =>
			withoutNames(operation.route) === withoutNames(many.route) && parameter.name === many.parameter;
		const documented = collections.find(isSame);
		if (!documented) return [`${label}: ${many.route} with ${many.parameter} is not documented`];
		const { maxItems } = documented.parameter;
		return many.max === maxItems ? [] : [`${label}: ${many.max} at once instead of ${maxItems}`];
	});
	expect(lines).toEqual([]);
});

it('gathers usernames by the documented parameter as well', () => {
	const lines = lookUps().flatMap(({ operation: { gather } }) => {
		if (!gather?.byName) return [];
		const { route, parameter, max } = gather.byName;
		const documented = operations()
			.find((operation) => operation.route === route)
			?.parameters.find(({ name }) => name === parameter);
		return [`${route} ${parameter}: ${max} of ${documented?.maxItems}`];
	});
	expect(lines).toEqual(['GET /2/users/by usernames: 100 of 100']);
});

it('finds the identifier among the fields of its own form', () => {
	const lines = lookUps()
		.filter(({ operation: { gather: many, fields } }) => many && !(many.field in fields))
		.map(({ label }) => label);
	expect(lines).toEqual([]);
});
