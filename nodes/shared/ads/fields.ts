/** Fields that many operations and lists of the Ads API share: https://docs.x.com/x-ads-api/fundamentals/sorting */
import {
	date,
	formChoice,
	list,
	options,
	text,
	type Appearance,
	type ListRules,
	choice,
	choicesFrom,
	flag,
	optional,
	rows,
} from '../fields';
import { title } from '../operation/labels';
import type { Field } from '../operation/operation';
import { words } from '../util/text';

/** The choice of what a wrong identifier of a person does: nothing is sent, or the rest without it. */
export const onWrongIdentifier = (fail: string, leaveOut: string) =>
	options({
		on_invalid: formChoice(
			{ fail: ['Fail', fail], leaveOut: ['Leave It Out', leaveOut] },
			{
				label: 'If an Identifier Is Wrong',
				default: 'fail',
				description: 'What to do with invalid values',
			},
		),
	});

/** Options from values of the API. */
export const titled = (values: string, name = title): Readonly<Record<string, string>> =>
	Object.fromEntries(words(values).map((value) => [value, name(value)]));

export const webAddress = (label: string, description: string) =>
	text({
		label,
		placeholder: 'e.g. https://example.com/sale',
		pattern: /^https?:\/\/[^\s/]+\S*$/,
		shape: 'a web address that begins with http:// or https://',
		description,
	});

export const countries = (rest: ListRules = {}) =>
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

const code =
	(label: string, example: string, pattern: RegExp, kind: string) =>
	(rest: Appearance = {}) =>
		text({ label, placeholder: `e.g. ${example}`, pattern, shape: `a ${kind}, such as ${example}`, ...rest });

export const country = code('Country Code', 'US', /^[A-Z]{2}$/, 'country code of two capital letters');

const currencyCode = code('Currency', 'USD', /^[A-Za-z]{3}$/, 'currency code of three letters');

/** Payment systems write codes of currencies in small letters; X takes capital ones. */
export function currency(rest: Appearance = {}): Field<string> {
	const field = currencyCode(rest);
	return { ...field, encode: (value, context) => field.encode(value, context)?.toUpperCase() };
}

const languageCode = code('Language', 'en', /^[a-z]{2}$/, 'language code of two small letters');
export const language = () => languageCode({ description: 'The language of the names' });

export const startTime = (rest: Appearance = {}) => date({ label: 'Start Time', ...rest });
export const endTime = (rest: Appearance = {}) => date({ label: 'End Time', ...rest });

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
