import { get, sumBy } from 'lodash';
import { batchKind } from '../../shared/ads/batch/batchKind';
import { batchOperation } from '../../shared/ads/batch/runBatch';
import { accountChildren, adsResource, wholeList } from '../../shared/ads/children';
import { nameQuery, countOptions, sort, withDeleted } from '../../shared/ads/fields';
import { adLocator, adIds, account } from '../../shared/ads/locators';
import {
	body,
	choice,
	flag,
	formOnly,
	json,
	number,
	oneOf,
	rows,
	text,
	type RowOf,
	additional,
	options,
	update,
	filters,
} from '../../shared/fields';
import {
	broken,
	type BrokenRule,
	cursorWithoutSize,
	many,
	one,
	op,
	cursor,
	type Resource,
} from '../../shared/operation/operation';
import { audienceUsers, doNotReachUsers } from '../users/kinds';

const audience = adLocator('Audience', '1nmth', 'searchAudiences');

/**
 * Flexible audiences combine other audiences with AND and OR, in a tree with at most ten audiences as leaves
 * (https://docs.x.com/x-ads-api/audiences/reference#custom-audiences). They cannot be changed later.
 */
const MOST_AUDIENCES = 10;

const operator = (label: string, description: string) =>
	oneOf({ AND: 'And', OR: 'Or' }, { label, default: 'AND', description });

/** An audience, sorted by label, which n8n's lint requires in a form. */
const leaf = {
	custom_audience_id: audience({ description: 'Leave it empty for a group of its own' }),
	negate: flag({ label: 'Exclude', description: 'Whether to leave out the people of this audience' }),
	frequency: number({
		min: 1,
		description: 'How often they did what the audience is based on',
	}),
	frequency_comparator: choice(
		{
			NUM_EQ: 'Exactly',
			NUM_GT: 'More Than',
			NUM_GTE: 'At Least',
			NUM_LT: 'Less Than',
			NUM_LTE: 'At Most',
		},
		{ default: 'NUM_GTE', description: 'How Frequency is compared' },
	),
};

const rest = {
	child_segments: json({
		label: 'Group (JSON)',
		default: '[]',
		description: 'Segments that are combined before this one counts, under the names of the API',
	}),
	lookback_window: oneOf(
		{ '1': '1 Day', '7': '7 Days', '14': '14 Days', '30': '30 Days' },
		{ default: '30', description: 'How many days back they may have done it' },
	),
	boolean_operator: operator('Operator of the Group', 'How the segments of the group are combined'),
};

/** A segment within a group. Groups in there are given as JSON: ten audiences hardly need more levels. */
const inner = { ...leaf, ...rest };

const segment = {
	...leaf,
	group: rows(inner, {
		placeholder: 'Add Segment',
		description: 'Segments that are combined before this one counts',
	}),
	...rest,
};

type Segment = RowOf<typeof segment>;
type Wire = Readonly<Record<string, unknown>>;

/** A leaf has an audience; any other node of the tree has child segments and an operator. */
function toWire(given: RowOf<typeof inner> & Partial<Pick<Segment, 'group'>>): Wire {
	const { child_segments: children, group = [], boolean_operator: operatorOfGroup, ...own } = given;
	const { custom_audience_id: id, negate, frequency, frequency_comparator: comparator } = own;
	if (id === undefined)
		return {
			boolean_operator: operatorOfGroup,
			child_segments: [...group.map(toWire), ...(Array.isArray(children) ? (children as unknown[]) : [])],
			negate: negate === true,
		};
	return {
		custom_audience_id: id,
		frequency,
		frequency_comparator: comparator,
		lookback_window: Number(own.lookback_window ?? 30),
		negate: negate === true,
		child_segments: [],
	};
}

const childrenOf = (value: unknown): readonly unknown[] => {
	const children: unknown = get(value, 'child_segments');
	return Array.isArray(children) ? children : [];
};

const leaves = (tree: unknown): number => sumBy(childrenOf(tree), leaves) || 1;

function* checkFlexible({ segments }: { readonly segments?: Wire | undefined }): Generator<BrokenRule> {
	if (segments === undefined) return;
	const count = leaves(segments);
	if (count > MOST_AUDIENCES)
		yield broken('segments', 'maxItems', `can hold ${MOST_AUDIENCES} audiences in all, and has ${count}`);
	for (const [place, child] of childrenOf(segments).entries()) {
		const isGroup = !(child as Wire).custom_audience_id;
		if (isGroup && childrenOf(child).length === 0)
			yield broken(`segments.${place}`, 'required', 'needs an audience, or the segments of a group');
	}
}

const flexibleBatch = batchKind({
	size: 10,
	id: 'custom_audience_id',
	operationTypes: ['Create'],
	fields: {
		name: body(text({ placeholder: 'e.g. Customers without a subscription' })),
		audience_type: body(
			choice(
				{ FLEXIBLE: 'Flexible', MOBILE_AUDIENCE: 'Mobile Audience' },
				{
					default: 'FLEXIBLE',
					description: 'In the closed beta only those that combine mobile audiences can be made',
				},
			),
		),
		boolean_operator: formOnly(operator('Operator', 'How the segments are combined')),
		segments: body(
			rows(segment, {
				placeholder: 'Add Segment',
				toWire: (given, { parameter }): Wire => ({
					boolean_operator: parameter?.('boolean_operator') ?? 'AND',
					child_segments: given.map(toWire),
				}),
			}),
		),
	},
	checkNew: checkFlexible,
	parent: () => undefined,
});

const audiences = accountChildren({
	segment: 'custom_audiences',
	locator: audience,
	// A request returns either the account's own audiences or the shared ones, so IDs alone cannot find both.
	isListedById: false,
	simplified: `
		id name description audience_type audience_size targetable reasons_not_targetable
		targetable_types permission_level is_owner owner_account_id partner_source created_at updated_at deleted`,
});

const audienceName = () =>
	text({
		label: 'Name',
		placeholder: 'e.g. Customers of 2026',
		description: 'No other audience of the account has it',
	});
const details = () => ({ description: text() });

export const audienceResource = adsResource('audience', 'Audience', {
	addUsers: audienceUsers('Update', audiences.fields, {
		name: 'Add Users',
		action: 'Add users to an audience',
		description: 'Add people by email, phone, username or other identifiers: hashed here, sent in batches',
	}),
	create: audiences.creation('Create an empty audience, to be filled with Add Users', {
		name: audienceName(),
		...additional(details()),
	}),
	createFlexible: batchOperation(flexibleBatch, {
		name: 'Create Flexible',
		route: 'POST /12/batch/accounts/{account_id}/custom_audiences',
		action: 'Create flexible audiences in batches',
		description: 'Combine audiences into new ones, 10 input items in one request: closed beta',
		result: one(audiences.shape),
	}),
	delete: audiences.remove('Delete an audience that the account owns'),
	get: audiences.get('Get one audience, with its size and whether it can be targeted'),
	getMany: audiences.list('Get the audiences of an account, or those shared with it', {
		filters: {
			custom_audience_ids: adIds('Audience IDs'),
			permission_scope: choice(
				{ OWNER: 'Own', SHARED: 'Shared With the Account' },
				{ default: 'OWNER', description: 'Whose audiences to get' },
			),
			q: nameQuery(),
		},
	}),
	getTargeted: op({
		route: 'GET /12/accounts/{account_id}/custom_audiences/{custom_audience_id}/targeted',
		name: 'Get Targeting Line Items',
		action: 'Get the line items that target an audience',
		description: 'Get the campaigns and line items that target an audience',
		fields: {
			...audiences.fields,
			...options({
				with_active: flag({
					label: 'Only Active',
					default: true,
					description: 'Whether to get only line items that can serve',
				}),
			}),
		},
		paging: cursorWithoutSize,
		result: many(),
	}),
	removeUsers: audienceUsers('Delete', audiences.fields, {
		name: 'Remove Users',
		action: 'Remove users from an audience',
		description: 'Remove people by any identifier that they were added with: hashed here, sent in batches',
	}),
	update: audiences.change(
		'Change the name or the description of an audience',
		update({ name: audienceName(), ...details() }),
	),
});

/** The fields that Simplified keeps, under the present and the former name of audiences. */
const SIMPLIFIED =
	'id custom_audience_id tailored_audience_id granted_account_id permission_level created_at updated_at deleted';

const granted = {
	granted_account_id: account({
		label: 'Granted Account',
		description: 'The account to share the audience with',
	}),
	permission_level: choice(
		{ READ_ONLY: 'Read Only', READ_WRITE: 'Read and Write' },
		{
			default: 'READ_ONLY',
			description: 'What the granted account may do with the audience',
		},
	),
};

const listFields = (ids: Parameters<typeof filters>[0]) => ({
	...sort(),
	...filters({ granted_account_ids: adIds('Granted Account IDs'), ...ids }),
	...countOptions,
});

const pages = { paging: cursor() };

const permissions = accountChildren({
	segment: 'custom_audiences/{custom_audience_id}/permissions',
	within: { custom_audience_id: audience() },
	key: 'custom_audience_permission_id',
	locator: adLocator('Permission', 'ri', 'searchAudiencePermissions'),
	simplified: SIMPLIFIED,
	noun: 'audience permission',
	nouns: 'audience permissions',
});

/** The accounts that may use an audience in addition to its owner. */
export const audiencePermissionResource: Resource = adsResource('audiencePermission', 'Audience Permission', {
	create: permissions.creation(
		'Share an audience that the account owns with another account of the same business',
		granted,
	),
	delete: permissions.remove('Stop sharing an audience; campaigns that already target it continue'),
	getMany: permissions.listOf(
		'Get the accounts that an audience is shared with',
		listFields({ custom_audience_permission_ids: adIds('Permission IDs') }),
		pages,
	),
});

/** The permissions under the former name of audiences, which only version 5 of the documentation has. */
const tailored = accountChildren({
	version: 5,
	segment: 'tailored_audiences/{tailored_audience_id}/permissions',
	within: { tailored_audience_id: adLocator('Tailored Audience', '1nmth', 'searchAudiences')() },
	key: 'tailored_audience_permission_id',
	locator: adLocator('Permission', 'ri', 'searchTailoredAudiencePermissions'),
	simplified: SIMPLIFIED,
	nouns: 'tailored audience permissions',
});

export const tailoredAudiencePermissionResource: Resource = adsResource(
	'tailoredAudiencePermission',
	'Tailored Audience Permission',
	{
		create: tailored.creation('Share a tailored audience, as version 5 of the Ads API calls it', granted),
		delete: tailored.remove('Stop sharing a tailored audience; campaigns that already target it continue'),
		getMany: tailored.listOf(
			'Get the accounts that a tailored audience is shared with',
			listFields({ tailored_audience_permission_ids: adIds('Permission IDs') }),
			pages,
		),
	},
);

const lists = accountChildren({
	segment: 'do_not_reach_lists',
	locator: adLocator('Do Not Reach List', '4kzrq', 'searchDoNotReachLists'),
	simplified: 'id name description list_size targetable reasons_not_targetable created_at updated_at deleted',
});

/** People who see no campaign of the account. An account has one such list. */
export const doNotReachListResource = adsResource('doNotReachList', 'Do Not Reach List', {
	addUsers: doNotReachUsers('Update', lists.fields, {
		name: 'Add Users',
		action: 'Add users to a do not reach list',
		description: 'Keep the campaigns of the account from reaching people: hashed here, sent in batches',
	}),
	create: lists.creation(
		'Create the Do Not Reach List of an account, which can have one',
		additional({ description: text() }),
	),
	delete: lists.remove('Delete the Do Not Reach List of an account: campaigns reach its people again'),
	getMany: lists.listOf(
		'Get the Do Not Reach List of an account, with its size',
		withDeleted,
		wholeList(lists.shape),
	),
	removeUsers: doNotReachUsers('Delete', lists.fields, {
		name: 'Remove Users',
		action: 'Remove users from a do not reach list',
		description: 'Let campaigns reach people again: hashed here, sent in batches',
	}),
});
