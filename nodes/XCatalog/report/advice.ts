/** This file advises on rules that many rows of a source break, with the names of the form. */
import { nearestColumns } from '../formats/ownMapping';
import { labelOf, type ProductProblem } from '../product/fields';

const ADVICE: Readonly<Record<string, string>> = {
	'availability required': 'Set Availability in Defaults, or choose By Inventory there',
	'brand oneOfThree': 'Set Brand in Defaults, or fill in the brands in the shop',
	'condition required': 'Set Condition in Defaults',
	'id maxLength': 'Give these products SKUs in the shop, or set Options → Product IDs From to shorter ones',
	'id required':
		'Give these products SKUs in the shop, or map the column that has the IDs with Source Format set to Own Mapping',
	'item_group_id required':
		'Give them different titles in the shop, or map Item Group ID with Source Format set to Own Mapping',
	'image_link address': 'For paths such as /a/shoe.jpg set Image Address in Defaults',
	'inventory integer': 'Set Decimals in Defaults where the source writes thousands or decimals',
	'link address': 'Set Link Pattern in Defaults where the source has no complete links',
	'price ambiguous': 'Set Decimals in Defaults to how the source writes prices',
	'price decimals': 'Round the prices in the source to the decimals of their currency',
	'price form': 'Correct these prices in the source: an amount, and a currency code of three letters',
	'price price': 'Set Currency in Defaults, and Decimals where the source has commas',
	'price thousands': 'Set Decimals in Defaults to what the source means',
	'sale_price_effective_date dateTime': 'Set Time Zone in Defaults where dates have no offset',
};

/** The choices of Clean-Up, with the rules that they help to keep. */
const CLEAN_UP: Readonly<Record<string, readonly [label: string, ...rules: string[]]>> = {
	html: ['HTML to Text', 'description html'],
	https: ['Http to Https', 'link https'],
	length: ['Cut Long Texts', 'description maxLength', 'title maxLength'],
	spaces: ['Fix Blanks', 'image_link blank', 'link blank'],
};

/** What the advice depends on: it must not lead where the source already is. */
export interface AdviceContext {
	/** An example for Link Pattern that fits the source. */
	readonly linkPattern: string;
	readonly cleanUp: readonly string[];
	readonly unknownColumns: ReadonlySet<string>;
}

/** Advises the user on a problem. Is undefined if the form has nothing for it. */
export function adviceOn({ field, rule }: ProductProblem, source: AdviceContext): string | undefined {
	const name = `${field} ${rule}`;
	const nearest = /^(?:required|oneOfThree)$/.test(rule) ? nearestColumns([...source.unknownColumns]) : {};
	const column = nearest[field ?? 'id'];
	if (column !== undefined && field !== undefined)
		return nearest.id === undefined
			? `The source has ${labelOf(field)} under another name, it seems (${column}): set Source Format to Own Mapping and map it`
			: 'The columns have other names, it seems: set Source Format to Take the Nearest Fields';
	if (name === 'link required') return `Set Link Pattern in Defaults, e.g. ${source.linkPattern}`;
	const choice = Object.keys(CLEAN_UP).find((each) => CLEAN_UP[each]?.slice(1).includes(name));
	if (choice === undefined) return ADVICE[name.replace('sale_price ', 'price ')];
	const more = choice === 'https' ? ' if the shop answers there' : '';
	return source.cleanUp.includes(choice)
		? undefined
		: `Switch ${CLEAN_UP[choice]?.[0]} on under Options → Clean-Up${more}`;
}

/** Removes the wrong value from a sentence, so that equal problems are counted together. */
export const kindOf = (sentence: string): string =>
	sentence
		.replace(/ \((?:it is |image )?(?:"[^"]*"|\d+)\)/g, '')
		.replace(/, not "[^"]*"$/, '')
		.replace(/ has \d+ characters,/, ' is too long:')
		.replace(/ has \d+ digits,/, ' has another number of digits,');
