/** Fields that many resources of the Ads API share. Brief: conventions for list operations. */
import {
	choice,
	date,
	flag,
	formOnly,
	list,
	choicesFrom,
	optional,
	options,
	rows,
	text,
	type ListRules,
	type Appearance,
} from '../../shared/fields';
import { title } from '../../shared/operation/labels';
import type { Field } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';
import { LABELS } from '../labels';

/** IDs of the Ads API are short texts in base 36. */
export const AD_ID = /^[0-9A-Za-z_-]{1,40}$/;
export const AD_ID_SHAPE = 'an ID of letters and digits';

/** Several IDs: at most 200 in a request. */
export const adIds = (label: string, rest: ListRules = {}): Field =>
	list({
		label,
		placeholder: 'e.g. 8wku2,f4z6x',
		pattern: AD_ID,
		shape: AD_ID_SHAPE,
		max: 200,
		description: 'Only these; up to 200 IDs, separated by commas',
		...rest,
	});

/** The filter that lists of what hangs on line items share. */
export const ofLineItems = (): Field => adIds('Line Item IDs');

export const webAddress = (label: string, description: string): Field =>
	text({
		label,
		placeholder: 'e.g. https://example.com/sale',
		pattern: /^https?:\/\/[^\s/]+\S*$/,
		shape: 'a web address that begins with http:// or https://',
		description,
	});

export const countries = (rest: ListRules = {}): Field =>
	list({
		label: 'Country Codes',
		placeholder: 'e.g. US,GB',
		pattern: /^[A-Z]{2}$/,
		shape: 'a country code of two letters, such as US',
		entry: (code) => code.toUpperCase(),
		max: 200,
		description: 'Countries by their codes of two letters, separated by commas',
		...rest,
	});

export const country = (rest: Appearance = {}): Field =>
	text({
		label: 'Country Code',
		placeholder: 'e.g. US',
		pattern: /^[A-Z]{2}$/,
		shape: 'a country code of two capital letters, such as US',
		...rest,
	});

export const currency = (rest: Appearance = {}): Field =>
	text({
		label: 'Currency',
		placeholder: 'e.g. USD',
		pattern: /^[A-Z]{3}$/,
		shape: 'a currency code of three capital letters, such as USD',
		...rest,
	});

export const nameQuery = (description = 'Only those whose name holds this text'): Field =>
	text({ label: 'Name Contains', min: 1, max: 255, description });

export const startTime = (rest: Appearance = {}): Field => date({ label: LABELS.start_time, ...rest });
export const endTime = (rest: Appearance = {}): Field => date({ label: LABELS.end_time, ...rest });

export const withDeleted = options({
	with_deleted: flag({ label: 'With Deleted', description: 'Whether to include what has been deleted' }),
});

const startCursor = {
	cursor: text({
		label: 'Start Cursor',
		description: 'The page to begin with: the next_cursor of an earlier answer',
	}),
};

const totalCount = {
	with_total_count: flag({
		label: 'With Total Count',
		description: 'Whether to ask how many there are in total: Raw output holds it, and a hint shows it',
	}),
};

/** Where a list begins, for lists without further options. */
export const pageOptions = options(startCursor);

/** For lists that count, but neither sort nor show what is deleted. */
export const countOptions = options({ ...startCursor, ...totalCount });

/** The options that nearly all lists share. */
export const listOptions = { ...countOptions, ...withDeleted };

const EVERYWHERE = ['created_at', 'deleted', 'updated_at'];

const sortName = (attribute: string) => title(attribute.replace('_local_micro', '').replace('_amount', ''));

/** Sorting by the documented attributes. @param attributes Those besides creation, update and deletion. */
export const sort = (...attributes: string[]): Record<string, Field> => ({
	sort_by: optional(
		rows(
			{
				attribute: choice(choicesFrom([...EVERYWHERE, ...attributes], sortName), {
					label: 'Attribute',
					default: 'updated_at',
				}),
				direction: choice({ asc: 'Ascending', desc: 'Descending' }, { label: 'Direction', default: 'asc' }),
			},
			{
				label: 'Sort',
				placeholder: 'Add Sort Rule',
				toWire: (rules) =>
					rules.map(({ attribute, direction }) => `${asText(attribute)}-${asText(direction)}`).join(','),
			},
		),
	),
});

/** A cursor continues a list that has been counted already. */
export function* checkList({ cursor, with_total_count: total }: Readonly<Record<string, unknown>>) {
	if (cursor !== undefined && total === true)
		yield 'With Total Count: cannot be combined with Start Cursor; the platform counts on the first page only';
}

/** A switch that no request carries. */
export const formFlag = (label: string, description: string, initial = false): Field =>
	formOnly(flag({ label, description, default: initial }));
