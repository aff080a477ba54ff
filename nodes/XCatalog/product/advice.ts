/** This file advises on rules that many rows of a source break, with the names of the form. */
import type { ProductProblem } from './violation';

const ADVICE: Readonly<Record<string, string>> = {
	'availability required': 'Set Availability in Defaults, or choose By Inventory there',
	'brand oneOfThree': 'Set Brand in Defaults, or fill in the brands in the shop',
	'condition required': 'Set Condition in Defaults',
	'description html': 'Switch HTML to Text on under Clean-Up',
	'description maxLength': 'Switch Cut Long Texts on under Clean-Up',
	'id required': 'Map the column that has the IDs with Source Format set to Own Mapping',
	'image_link blank': 'Switch Fix Blanks on under Clean-Up',
	'link blank': 'Switch Fix Blanks on under Clean-Up',
	'image_link address': 'For paths such as /a/shoe.jpg set Image Address in Defaults',
	'link address': 'Set Link Pattern in Defaults where the source has no complete links',
	'link https': 'Switch Http to Https on under Clean-Up if the shop answers there',
	'price ambiguous': 'Set Decimals in Defaults to how the source writes prices',
	'price decimals': 'Round the prices in the source to the decimals of their currency',
	'price price': 'Set Currency in Defaults, and Decimals where the source has commas',
	'price thousands': 'Set Decimals in Defaults to what the source means',
	'sale_price ambiguous': 'Set Decimals in Defaults to how the source writes prices',
	'sale_price decimals': 'Round the prices in the source to the decimals of their currency',
	'sale_price price': 'Set Currency in Defaults, and Decimals where the source has commas',
	'sale_price thousands': 'Set Decimals in Defaults to what the source means',
	'sale_price_effective_date dateTime': 'Set Time Zone in Defaults where dates have no offset',
	'title maxLength': 'Switch Cut Long Texts on under Clean-Up',
};

/** Advises the user on a problem. Is undefined if the form has nothing for it. */
export const adviceOn = ({ field, rule }: ProductProblem, linkPattern: string): string | undefined =>
	field === 'link' && rule === 'required'
		? `Set Link Pattern in Defaults, e.g. ${linkPattern}`
		: ADVICE[`${field} ${rule}`];

/** Removes the wrong value from a sentence, so that equal problems are counted together. */
export const kindOf = (sentence: string): string =>
	sentence
		.replace(/ \((?:it is |image )?(?:"[^"]*"|\d+)\)/g, '')
		.replace(/, not "[^"]*"$/, '')
		.replace(/ has \d+ characters,/, ' is too long:')
		.replace(/ has \d+ digits,/, ' has another number of digits,');
