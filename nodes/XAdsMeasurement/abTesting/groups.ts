/** The groups of an A/B test: https://docs.x.com/x-ads-api/measurement/ab-testing#creating */
import { pick } from 'lodash';
import { AD_ID, AD_ID_SHAPE, adId } from '../../shared/ads/locators';
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
} from '../../shared/fields';
import { broken, InvalidValue, type Field, type ValuesOf } from '../../shared/operation/operation';

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

const name = text({ label: 'Name', max: 255 });
const description = text({ label: 'Description', max: 1024 });

const newGroup = {
	entity_ids: required(entityIds()),
	size: required(size({ default: HALF, description: ofPeople })),
	name,
	description,
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

export const newGroups = {
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
export const groupsOf = ({ group_a: a, group_b: b, more_groups: more = [] }: NewGroups) => [a, b, ...more];

/** Groups with an ID are changed. If none has an ID, they replace all earlier groups. */
export const changedGroups = () =>
	rows(
		{
			description,
			entity_ids: entityIds(),
			id: adId(
				'Group ID',
				'p1bcx',
				'The group to change. Where no group has one, these replace all that were there.',
			),
			name,
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
export function* checkSizes(values: NewGroups) {
	const sum = sumOf(groupsOf(values));
	if (sum !== WHOLE) yield broken('group_b', 'sum', `with all other groups ${inAll(sum)}`);
}

/** The sizes of groups that stay unchanged are not known here, so their sum is not checked. */
export function* checkChangedSizes({
	user_groups: groups = [],
}: {
	readonly user_groups?: readonly Group[];
}) {
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
