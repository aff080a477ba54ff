/**
 * The records that all children of an account have: Get Many, Get and Delete, and the start of Create and Update.
 * https://docs.x.com/x-ads-api/campaign-management/reference
 *
 *     const tags = accountChildren({ segment: 'tracking_tags', locator: trackingTag, simplified: 'id line_item_id …' });
 *     … get: tags.get('Get one tracking tag'),
 *     … update: tags.change('Change the address of a tracking tag', { tracking_tag_url: tagUrl() }),
 *     … create: tags.creation('Create a tracking tag', { line_item_id: lineItem(), … }, { check: … }),
 */
import type { INodeExecutionData } from 'n8n-workflow';
import { constant, filters } from '../fields';
import {
	cursor,
	deleted,
	many,
	one,
	user,
	type BrokenRule,
	type Call,
	type Field,
	type Fields,
	type Operation,
	type Shape,
	type ValuesOf,
	resource,
} from '../operation/operation';
import type { Blamable } from '../operation/field';
import { title, withArticle } from '../operation/labels';
import { listOptions, sort, withDeleted } from './fields';
import { adIds, inAccount, MOST_IDS } from './locators';
import { adsShape } from './micros';
import { get, mapValues } from 'lodash';
import { mayUnset } from '../engine/request';
import { isEmptyOnPurpose } from '../engine/values';

/** OAuth 1.0a of a user of the account, or OAuth 2.0 with a scope that the user must add to the credential. */
export const reads = user('ads.read');
export const writes = user('ads.write');

/** `tracking_tags` → `tracking_tag_id`, `curated_categories` → `curated_category_id`. */
type KeyOf<Segment extends string> = Segment extends `${infer Stem}ies`
	? `${Stem}y_id`
	: Segment extends `${infer Stem}s`
		? `${Stem}_id`
		: `${Segment}_id`;

interface Children<
	Segment extends string,
	Key extends string,
	Version extends number,
	Within extends Fields,
> {
	/** The version of the Ads API, for entities that only an older version has. */
	readonly version?: Version;
	readonly segment: Segment;
	readonly within?: Within;
	/** The parameter of one entity, where the path does not say it. */
	readonly key?: Key;
	readonly locator: () => Field<string>;
	/** The fields that Simplified keeps, by the names that it shows, separated by spaces; or the whole shape. */
	readonly simplified: string | Shape;
	/** Whether IDs are enough for the list, so that one request can read several entities. True by default. */
	readonly isListedById?: boolean;
	/** The parameter of the list that takes IDs; by default the key with an s. */
	readonly listedBy?: string;
	/** The singular in names of actions; by default made from the key. */
	readonly noun?: string;
	/** The plural in names of actions; by default made from the path. */
	readonly nouns?: string;
}

interface ListFields {
	/** Attributes to sort by, in addition to those of every list. */
	readonly sort?: readonly string[];
	readonly required?: Fields;
	readonly filters?: Fields;
	readonly nouns?: string;
}

type More = Partial<
	Pick<
		Operation,
		'action' | 'auth' | 'commutes' | 'environments' | 'name' | 'needsChange' | 'result' | 'resumes'
	>
>;

/** The functions of a record, which know the types of its fields, and blame no others. */
interface Functions<F extends Fields> {
	check?(values: ValuesOf<F>): Iterable<BrokenRule<Blamable<F>>>;
	warn?(values: ValuesOf<F>): Iterable<string>;
	run?(call: Call<ValuesOf<F>>): Promise<INodeExecutionData[]>;
}

/** `promoted_tweet` → "promoted post", as names of actions have it. */
const inWords = (wire: string) => title(wire).toLowerCase();

/** Returns a list of the children of an account. */
export const accountList = (
	segment: string,
	shape: Shape,
	description: string,
	{ sort: attributes = [], required, filters: own, nouns = inWords(segment) }: ListFields = {},
): Operation => ({
	route: `GET /12/accounts/{account_id}/${segment}`,
	name: 'Get Many',
	action: `Get many ${nouns}`,
	description,
	auth: reads,
	fields: { ...inAccount, ...required, ...sort(...attributes), ...(own && filters(own)), ...listOptions },
	paging: cursor(),
	result: many(shape),
});

const keyOf = (segment: string) => `${segment.replace(/ies$/, 'y').replace(/s$/, '')}_id`;

function childrenOf<
	const Segment extends string,
	const Key extends string,
	const Version extends number,
	Within extends Fields,
>(key: Key, { segment, locator, simplified, ...kind }: Children<Segment, Key, Version, Within>) {
	const { version = 12 as Version, within = {} as Within } = kind;
	const { noun = inWords(key.replace(/_id$/, '')), nouns = inWords(segment) } = kind;
	return {
		shape: typeof simplified === 'string' ? adsShape(simplified) : simplified,
		all: `/${version}/accounts/{account_id}/${segment}`,
		single: `/${version}/accounts/{account_id}/${segment}/{${key}}`,
		aNoun: withArticle(noun),
		nouns,
		parents: { ...inAccount, ...within },
		fields: { ...inAccount, ...within, [key]: locator() } as typeof inAccount &
			Within &
			Record<Key, Field<string>>,
	} as const;
}

const manyByIds = (all: `/${string}`, key: string, parameter: string): NonNullable<Operation['gather']> => ({
	route: `GET ${all}`,
	parameter,
	max: MOST_IDS,
	field: key,
	query: [['count', `${MOST_IDS}`]],
});

/** Makes the records of one kind of children. Long because it is a table with one entry for each record. */
export function accountChildren<
	const Segment extends string,
	const Key extends string = KeyOf<Segment>,
	const Version extends number = 12,
	Within extends Fields = Record<never, never>,
>(kind: Children<Segment, Key, Version, Within>) {
	const { segment, key = keyOf(segment) as Key, isListedById = true, listedBy = `${key}s` } = kind;
	const { shape, all, single, aNoun, nouns, parents, fields } = childrenOf(key, kind);
	const byIds = isListedById ? { [listedBy]: adIds(`${kind.locator().label ?? ''} IDs`) } : {};
	const begin = <const Route extends string, const Name extends string>(route: Route, name: Name) =>
		({ route, name, action: `${name} ${aNoun}`, auth: writes, result: one(shape) }) as const;
	const get = { ...begin(`GET ${single}`, 'Get'), auth: reads } as const;
	return {
		fields,
		shape,
		creation: <F extends Fields>(
			description: string,
			own: F,
			more: More & Functions<typeof parents & F> = {},
		): Operation => ({
			...begin(`POST ${all}`, 'Create'),
			description,
			fields: { ...parents, ...own },
			...more,
		}),
		change: <F extends Fields>(
			description: string,
			own: F,
			more: More & Functions<typeof fields & F> = {},
		): Operation => ({
			...begin(`PUT ${single}`, 'Update'),
			description,
			fields: { ...fields, ...own },
			...more,
		}),
		getOne: (description: string, more: More = {}): Operation => ({ ...get, description, fields, ...more }),
		/** A list that has other parameters than most, or another paging. */
		listOf: <F extends Fields>(
			description: string,
			own: F,
			more: Pick<Operation, 'paging'> & More & Functions<typeof parents & F>,
		): Operation => ({
			route: `GET ${all}`,
			name: 'Get Many',
			action: `Get many ${nouns}`,
			description,
			auth: reads,
			result: many(shape),
			fields: { ...parents, ...own },
			...more,
		}),
		activate: (description: string): Operation => ({
			...begin(`PUT ${single}/activate`, 'Activate'),
			description,
			fields,
		}),
		pause: (description: string): Operation => ({
			...begin(`PUT ${single}`, 'Pause'),
			description,
			fields: { ...fields, entity_status: constant('PAUSED') },
		}),
		list: (description: string, { filters: own, ...more }: ListFields = {}): Operation => ({
			...accountList(segment, shape, description, { nouns, filters: { ...own, ...byIds }, ...more }),
			route: `GET ${all}`,
		}),
		get: (description: string, options: Fields = {}): Operation => ({
			...get,
			description,
			fields: { ...fields, ...options, ...withDeleted },
			...(isListedById && { gather: manyByIds(all, key, listedBy) }),
		}),
		remove: (description: string, more: More = {}): Operation => ({
			...begin(`DELETE ${single}`, 'Delete'),
			description,
			fields,
			result: deleted(key),
			...more,
		}),
	} as const;
}

/**
 * A resource of the Ads API. A field without a place is sent in the query string for every method, as in the examples
 * of https://docs.x.com/x-ads-api/campaign-management/reference. Only batches and estimates have a body. Its default
 * operation is Get Many, if it has that.
 */
export const adsResource = (value: string, name: string, operations: Readonly<Record<string, Operation>>) =>
	resource({
		value,
		name,
		auth: [reads, writes],
		...('getMany' in operations && { defaultOperation: 'getMany' }),
		mostUsed: ['getMany', 'getSpend', 'create', 'pause', 'activate', 'update', 'get'],
		operations: mapValues(operations, (operation) => ({ ...operation, fields: inQuery(operation) })),
	});

function inQuery({ route, fields }: Operation): Operation['fields'] {
	return mapValues(fields, (field, key) => {
		const cleared = mayUnset(field) ? clearable(field) : field;
		const hasPlace = field.place !== undefined || route.includes(`{${key}}`);
		return hasPlace ? cleared : { ...cleared, place: 'query' as const };
	});
}

/**
 * In an update an empty parameter removes the setting
 * (https://docs.x.com/x-ads-api/fundamentals/making-authenticated-requests), so a list may be empty and a choice may be
 * removed.
 */
const clearable = (field: Field): Field => ({
	...field,
	encode: (value, context) => {
		if (!isEmptied(value)) return field.encode(value, context);
		return isEmptyOnPurpose(context) ? '' : undefined;
	},
});

const isEmptied = (value: unknown): boolean =>
	Array.isArray(value)
		? value.length === 0
		: typeof value === 'object' && value !== null && '__rl' in value && get(value, 'value') === '';

/** Returns the result of a list without a cursor parameter, with a hint if the answer says that X has more. */
export const wholeList = (shape?: Shape) =>
	({
		result: many(shape),
		run: async (call: Call) => {
			const { body } = await call.api.send(call.request());
			if (get(body, 'next_cursor'))
				call.hint(
					'X has more than it sent: its answer holds a next_cursor, and the documentation has no parameter for it here. A Custom API Call with the query parameter cursor may get the rest.',
				);
			return call.items(body);
		},
	}) satisfies Partial<Operation>;

type Check<V, Key extends string> = (values: V) => Iterable<BrokenRule<Key>>;

/** Combines two rules. */
export const both = <V, W, Key extends string, More extends string>(
	one: Check<V, Key>,
	other: Check<W, More>,
) =>
	function* (values: V & W): Generator<BrokenRule<Key | More>> {
		yield* one(values);
		yield* other(values);
	};
