/** The groups of an A/B test: https://docs.x.com/x-ads-api/measurement/ab-testing#creating */
import { AD_ID, AD_ID_SHAPE, adId } from '../shared/ads/locators';
import { list, required, rows, text } from '../shared/fields';
import { broken, InvalidValue, type Field } from '../shared/operation/operation';

const MOST_GROUPS = 30;
const LARGEST = 99;

const entityIds = () =>
	list({
		label: 'Entity IDs',
		placeholder: 'e.g. f2qcw,f2tht',
		pattern: AD_ID,
		shape: AD_ID_SHAPE,
		description: 'The campaigns or line items whose ads the group sees, separated by commas',
	});

const size: Field<string> = {
	...text({
		label: 'Size (Percent)',
		placeholder: 'e.g. 50',
		description: 'The share of people in the group, with at most two decimals; all groups together are 100',
	}),
	encode: (value, context) => {
		const written = text().encode(value, context)?.trim();
		if (written === undefined) return undefined;
		const isDecimal = /^\d{1,2}(\.\d{1,2})?$/.test(written);
		if (isDecimal && Number(written) >= 1 && Number(written) <= LARGEST) return Number(written).toFixed(2);
		throw new InvalidValue(
			'range',
			`must be from 1 to ${LARGEST} with at most two decimals, and is "${written.slice(0, 40)}"`,
		);
	},
};

const name = text({ label: 'Name', max: 255 });
const description = text({ label: 'Description', max: 1024 });

/** The groups of a new test. */
export const newGroups = () =>
	rows(
		{ entity_ids: required(entityIds()), size: required(size), name, description },
		{ label: 'Groups', placeholder: 'Add Group', min: 2, max: MOST_GROUPS },
	);

/** Groups with an ID are changed; without any ID the groups take the place of those that were there. */
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
			size,
		},
		{ label: 'Groups', placeholder: 'Add Group', max: MOST_GROUPS },
	);

interface Group {
	readonly id?: string | undefined;
	readonly size?: string | undefined;
	readonly entity_ids?: readonly string[] | undefined;
}

const WHOLE = 10_000;

/** All groups together are everybody. */
export function* checkSizes({ user_groups: groups = [] }: { readonly user_groups?: readonly Group[] }) {
	const sum = groups.reduce((all, { size: own }) => all + Math.round(Number(own) * 100), 0);
	if (groups.length > 0 && sum !== WHOLE)
		yield broken(
			'user_groups',
			'sum',
			`must have sizes of 100 in all, and they are ${(sum / 100).toFixed(2)}`,
		);
}

/** The sizes of groups that are left as they are are not known here. */
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
	if (groups.every(({ size: own }) => own !== undefined)) yield* checkSizes({ user_groups: groups });
}
