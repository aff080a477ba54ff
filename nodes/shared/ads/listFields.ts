/** Fields that the lists of the Ads API share: https://docs.x.com/x-ads-api/fundamentals/sorting */
import { choice, choicesFrom, flag, optional, options, rows, text } from '../fields';
import { title } from '../operation/labels';

/** Returns a field that searches by name. */
export const nameQuery = (description = 'Only those whose name contains this text') =>
	text({ label: 'Name Contains', min: 1, max: 255, description });

export const withDeleted = options({
	with_deleted: flag({ label: 'Include Deleted', description: 'Whether to include what has been deleted' }),
});

const totalCount = {
	with_total_count: flag({
		label: 'Include Total Count',
		description:
			'Whether to ask how many there are in total: Raw output holds it, and a hint shows it. X counts with the first page only, so a resumed run has no total.',
	}),
};

/** For lists that can count their entries, but neither sort them nor show deleted ones. */
export const countOptions = options(totalCount);

export const listOptions = { ...countOptions, ...withDeleted };

const ALWAYS_SORTABLE = ['created_at', 'deleted', 'updated_at'];

const sortName = (attribute: string) => title(attribute.replace('_local_micro', '').replace('_amount', ''));

/** Returns a field to sort by these attributes, besides the times of creation, update and deletion. */
export const sort = (...attributes: readonly string[]) => ({
	sort_by: optional(
		rows(
			{
				attribute: choice(choicesFrom([...ALWAYS_SORTABLE, ...attributes], sortName), {
					default: 'updated_at',
				}),
				direction: choice({ asc: 'Ascending', desc: 'Descending' }, { default: 'asc' }),
			},
			{
				label: 'Sort',
				placeholder: 'Add Sort Rule',
				toWire: (rules) => rules.map(({ attribute, direction }) => `${attribute}-${direction}`).join(','),
			},
		),
	),
});
