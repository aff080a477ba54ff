/**
 * The operations that the children of an account have in common (https://docs.x.com/x-ads-api/campaign-management/reference):
 * a list, one of them, its removal, and what a creation and an update begin with.
 *
 *     const tags = accountChildren({ segment: 'tracking_tags', key: 'tracking_tag_id', locator: trackingTag, … });
 *     … get: tags.get('Get one tracking tag'),
 *     … create: op({ ...tags.create, description: '…', fields: { ...inAccount, … } }),
 */
import { filters } from '../fields';
import { cursor, deleted, many, one, user, type Fields, type Field } from '../operation/operation';
import type { Operation, Shape } from '../operation/operation';
import { title, withArticle } from '../operation/labels';
import { listOptions, sort, withDeleted } from './listFields';
import { inAccount } from './locators';
import { checkList } from './rules';
import { adsShape } from './shape';

/** OAuth 1.0a of a user of the account, or OAuth 2.0 with a scope that the credential has to ask for. */
export const reads = user('ads.read');
export const writes = user('ads.write');

interface Children<Segment extends string, Key extends string, Version extends number> {
	/** Of the Ads API, where these entities are only in an older one. */
	readonly version?: Version;
	/** Path of the collection below the account. */
	readonly segment: Segment;
	/** Name of the ID in the path. */
	readonly key: Key;
	readonly locator: () => Field<string>;
	/** Names of the fields that Simplified keeps, as it shows them, with blanks between them. */
	readonly simplified: string;
	/** Whether the list takes IDs alone, so that it answers for several at once; true unless said. */
	readonly isListedById?: boolean;
	/** One of them as the name of an action says it; made from the key unless said. */
	readonly noun?: string;
	/** Several of them; made from the path unless said. */
	readonly nouns?: string;
}

/** Most IDs in the filter of a list: https://docs.x.com/x-ads-api/campaign-management/reference */
const MOST_IDS = 200;

interface ListFields {
	/** Attributes to sort by, besides those that every list has. */
	readonly sort?: readonly string[];
	/** Fields that the list cannot do without. */
	readonly required?: Fields;
	readonly filters?: Fields;
	/** The action's name for them; made from the path unless said. */
	readonly nouns?: string;
}

/** The parts of a record that an operation adds to those of its kind. */
type More = Partial<Pick<Operation, 'action' | 'environments'>>;

/** `promoted_tweet` → "promoted post", as one says it in the name of an action. */
const inWords = (wire: string) => title(wire).toLowerCase();

/**
 * A list of the children of an account.
 *
 * @param segment Path of the list below the account.
 * @param shape What each of them looks like.
 * @param description What the form says of it.
 */
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
	check: checkList,
});

/** What the operations of one kind of children begin with. */
export function accountChildren<
	const Segment extends string,
	const Key extends string,
	const Version extends number = 12,
>({
	segment,
	key,
	locator,
	simplified,
	isListedById = true,
	version = 12 as Version,
	noun = inWords(key.replace(/_id$/, '')),
	nouns = inWords(segment),
}: Children<Segment, Key, Version>) {
	const shape = adsShape(simplified);
	const all = `/${version}/accounts/{account_id}/${segment}` as const;
	const single = `/${version}/accounts/{account_id}/${segment}/{${key}}` as const;
	const aNoun = withArticle(noun);
	const ofOne = { ...inAccount, [key]: locator() } as typeof inAccount & Record<Key, Field<string>>;
	return {
		/** The account and the ID: the fields of an operation on one of them. */
		fields: ofOne,
		shape,
		activate: (description: string): Operation => ({
			route: `PUT ${single}/activate`,
			name: 'Activate',
			action: `Activate ${aNoun}`,
			description,
			docs: 'https://docs.x.com/x-ads-api/mcp/reference#api-reference-guide',
			auth: writes,
			fields: ofOne,
			result: one(shape),
		}),
		create: {
			route: `POST ${all}`,
			name: 'Create',
			action: `Create ${aNoun}`,
			auth: writes,
			result: one(shape),
		},
		update: {
			route: `PUT ${single}`,
			name: 'Update',
			action: `Update ${aNoun}`,
			auth: writes,
			result: one(shape),
		},
		list: (description: string, fields?: ListFields): Operation => ({
			...accountList(segment, shape, description, { nouns, ...fields }),
			route: `GET ${all}`,
		}),
		/** @param options Options besides Include Deleted. */
		get: (description: string, options: Fields = {}): Operation => ({
			route: `GET ${single}`,
			name: 'Get',
			action: `Get ${aNoun}`,
			description,
			auth: reads,
			fields: { ...ofOne, ...options, ...withDeleted },
			result: one(shape),
			...(isListedById && {
				many: {
					route: `GET ${all}`,
					parameter: `${key}s`,
					max: MOST_IDS,
					field: key,
					query: [['count', `${MOST_IDS}`]],
				},
			}),
		}),
		remove: (description: string, more: More = {}): Operation => ({
			route: `DELETE ${single}`,
			name: 'Delete',
			action: `Delete ${aNoun}`,
			description,
			auth: writes,
			fields: ofOne,
			result: deleted(key),
			...more,
		}),
	} as const;
}
