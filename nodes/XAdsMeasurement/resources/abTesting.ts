import { pick, mapValues } from 'lodash';
import { accountChildren, adsResource, both } from '../../shared/ads/children';
import { endTime, startTime, sort, withDeleted } from '../../shared/ads/fields';
import { AD_ID, AD_ID_SHAPE, adId, adIds, adLocator } from '../../shared/ads/locators';
import {
	formOnly,
	group,
	list,
	number,
	optional,
	required,
	rows,
	text,
	type Appearance,
	additional,
	body,
	choice,
	filters,
	id,
	update,
} from '../../shared/fields';
import { broken, InvalidValue, type Field, type ValuesOf, cursor } from '../../shared/operation/operation';
import { checkWindow } from '../../shared/operation/window';

/** The groups of a test: https://docs.x.com/x-ads-api/measurement/ab-testing#creating */
const MOST_GROUPS = 30;
const LARGEST = 99;
/** The size of each of two equal groups. */
const HALF = 50;

const entityIds = () =>
	list({
		label: 'Entity IDs',
		placeholder: 'e.g. f2qcw,f2tht',
		pattern: AD_ID,
		shape: AD_ID_SHAPE,
		description: 'The campaigns or line items whose ads the group sees, separated by commas',
	});

const ofPeople = 'The share of people in the group, with at most two decimals; all groups together are 100';

/** A percentage. X has it as a decimal with two places. */
const size = (look: Appearance): Field<string> => ({
	...pick(number({ label: 'Size (Percent)', fraction: true, ...look }), 'property', 'label'),
	encode: (value, context) => {
		const percent = number({ fraction: true }).encode(value, context);
		if (percent === undefined || (percent === 0 && look.default === 0)) return undefined;
		if (percent >= 1 && percent <= LARGEST && percent === Number(percent.toFixed(2)))
			return percent.toFixed(2);
		throw new InvalidValue(
			'range',
			`must be from 1 to ${LARGEST} with at most two decimals, and is ${percent}`,
		);
	},
});

const groupName = text({ label: 'Name', max: 255 });
const groupDescription = text({ label: 'Description', max: 1024 });

const newGroup = {
	entity_ids: required(entityIds()),
	size: required(size({ default: HALF, description: ofPeople })),
	name: groupName,
	description: groupDescription,
};

/** A group that the form always has: a test has at least two. */
function oneGroup(label: string) {
	const field = group(newGroup, { label, placeholder: 'Add Group' });
	const values = { entity_ids: '', size: HALF, name: '', description: '' };
	return formOnly({
		...field,
		...(field.property && { property: { ...field.property, default: { values } } }),
	});
}

const newGroups = {
	group_a: oneGroup('Group A'),
	group_b: oneGroup('Group B'),
	more_groups: optional(
		formOnly(
			rows(newGroup, {
				placeholder: 'Add Group',
				max: MOST_GROUPS - 2,
				description: 'The sizes of all groups together are 100',
			}),
		),
	),
};

type NewGroups = ValuesOf<typeof newGroups>;

/** Returns the groups of a new test, in order. */
const groupsOf = ({ group_a: a, group_b: b, more_groups: more = [] }: NewGroups) => [a, b, ...more];

/** Groups with an ID are changed. If none has an ID, they replace all earlier groups. */
const changedGroups = () =>
	rows(
		{
			description: groupDescription,
			entity_ids: entityIds(),
			id: adId(
				'Group ID',
				'p1bcx',
				'The group to change. Where no group has one, these replace all that were there.',
			),
			name: groupName,
			size: size({ default: 0, description: `${ofPeople}. 0 leaves the size as it is.` }),
		},
		{ label: 'Groups', placeholder: 'Add Group', max: MOST_GROUPS },
	);

interface Group {
	readonly id?: string | undefined;
	readonly size?: string | undefined;
	readonly entity_ids?: readonly string[] | undefined;
}

const WHOLE = 10_000;

const sumOf = (groups: readonly Group[]) =>
	groups.reduce((all, { size: own }) => all + Math.round(Number(own) * 100), 0);

const inAll = (sum: number) => `must have sizes of 100 in all, and they are ${(sum / 100).toFixed(2)}`;

/** The sizes of all groups must add up to 100 %. */
function* checkSizes(values: NewGroups) {
	const sum = sumOf(groupsOf(values));
	if (sum !== WHOLE) yield broken('group_b', 'sum', `with all other groups ${inAll(sum)}`);
}

/** The sizes of groups that stay unchanged are not known here, so their sum is not checked. */
function* checkChangedSizes({ user_groups: groups = [] }: { readonly user_groups?: readonly Group[] }) {
	const named = groups.filter(({ id }) => id !== undefined).length;
	if (named > 0 && named < groups.length)
		yield broken(
			'user_groups',
			'id',
			'must all have a Group ID, or none of them: with IDs groups are changed, without they are replaced',
		);
	if (named > 0) return;
	for (const [index, { size: own, entity_ids: entities }] of groups.entries()) {
		if (own === undefined)
			yield broken(`user_groups.${index}.size`, 'required', 'is required without a Group ID');
		if (entities === undefined)
			yield broken(`user_groups.${index}.entity_ids`, 'required', 'is required without a Group ID');
	}
	const sum = sumOf(groups);
	if (groups.length > 0 && groups.every(({ size: own }) => own !== undefined) && sum !== WHOLE)
		yield broken('user_groups', 'sum', inAll(sum));
}

const tests = accountChildren({
	segment: 'ab_tests',
	noun: 'A/B test',
	nouns: 'A/B tests',
	locator: adLocator('A/B Test', 'hr7l0', 'searchAbTests'),
	simplified:
		'id name description status entity_type start_time end_time user_groups entities created_at updated_at deleted',
});

const name = () => body(text({ label: 'Name', max: 255 }));
const description = () => body(text({ label: 'Description', max: 1024 }));

export const abTestResource = adsResource('abTest', 'A/B Test', {
	create: tests.creation(
		'Split people into groups that each see the ads of different campaigns or line items',
		{
			entity_type: body(
				choice(
					{
						CAMPAIGN: 'Campaign',
						LINE_ITEM: ['Line Item', 'Up to five groups of one line item each, equal in size'],
					},
					{ default: 'CAMPAIGN', description: 'What is compared' },
				),
			),
			start_time: body(startTime()),
			end_time: body(endTime({ description: 'At least a day after the start; five days for ads of apps' })),
			...newGroups,
			...additional({ description: description(), name: name() }),
		},
		{
			check: both(checkWindow, checkSizes),
			run: async (call) => {
				const request = call.request();
				const body = { ...request.body, user_groups: groupsOf(call.values) };
				return await call.sendAndOutput({ ...request, body });
			},
		},
	),
	delete: tests.remove('Delete an A/B test'),
	getMany: tests.listOf(
		'Get the A/B tests of an account',
		{
			...sort(),
			...filters({
				ab_test_ids: adIds('A/B Test IDs'),
				live_during: group(
					{ after: required(startTime({ label: 'After' })), before: required(endTime({ label: 'Before' })) },
					{
						placeholder: 'Add Time',
						description: 'Only those that are live at some point in this period',
						toWire: ({ after, before }) => `${after},${before}`,
					},
				),
				q: text({
					label: 'Name Contains',
					min: 1,
					max: 80,
					description: 'Only those whose name contains this text',
				}),
				status: choice({ COMPLETED: 'Completed', LIVE: 'Live', SCHEDULED: 'Scheduled' }, { default: 'LIVE' }),
				user_id: id({ description: 'Only those that this user created' }),
				username: text({ description: 'Only those that this user created' }),
			}),
			...withDeleted,
		},
		{
			paging: cursor(),
			*check({ user_id: user, username }) {
				if (user !== undefined && username !== undefined)
					yield broken('username', 'exclusive', 'cannot be combined with {user_id}');
			},
		},
	),
	update: tests.change(
		'Change an A/B test that has not begun; of one that is live only its end',
		{
			user_groups: body(changedGroups()),
			...update({
				description: description(),
				end_time: body(endTime()),
				name: name(),
				start_time: body(startTime()),
			}),
		},
		{
			needsChange: false,
			check: both(checkWindow, checkChangedSizes),
			// In a JSON body null removes a value. Other updates use the query string, where an empty text does that.
			run: async (call) => {
				const request = call.request();
				const body = mapValues(request.body, (value: unknown) => (value === '' ? null : value));
				return await call.sendAndOutput({ ...request, body });
			},
		},
	),
});
