import { wordForNone } from '../../shared/engine/spoiled';
import { lastResult } from '../../shared/memory/pureResults';
import { compareAmounts, parsePrice, periodProblem } from './price';
import {
	FIELDS,
	quoted,
	violation,
	type FieldName,
	type Product,
	type ProductField,
	type ProductProblem,
	type Violation,
} from './fields';
import { imageProblem, imagesProblem, linkProblem } from './links';

/**
 * Lists the documented rules that a product breaks, in the order of the form. What only X can know is left to X, such
 * as the size of an image or whether a link works.
 */
export function checkProduct(product: Product): ProductProblem[] {
	const problems: ProductProblem[] = [];
	for (const { name, required, alone, rule } of CHECKS) {
		const value = product[name] ?? '';
		let found: Violation | undefined;
		if (value === '') found = required;
		else found = alone(value) ?? rule?.(value, product);
		if (found) problems.push({ field: name, ...found });
	}
	if (!product.brand && !product.gtin && !product.mpn)
		problems.push({
			field: 'brand',
			...violation('oneOfThree', 'is required, or {gtin} or {mpn}: fill in at least one of them'),
		});
	return problems;
}

/** The check of a field. What depends on its value alone is remembered for the last value. */
interface Check {
	readonly name: FieldName;
	readonly required: Violation | undefined;
	readonly alone: (value: string) => Violation | undefined;
	readonly rule: ((value: string, product: Product) => Violation | undefined) | undefined;
}

const checkOf = (field: ProductField): Check => ({
	name: field.name,
	required: field.required ? violation('required', 'is required') : undefined,
	alone: lastResult((value: string) => spoiled(value) ?? tooLong(field, value) ?? ofKind(field, value)),
	rule: RULES[field.name],
});

/** Finds what looks wrong, although the documentation allows it. Such products are reported, but sent. */
export function doubtsAbout(product: Product): ProductProblem[] {
	const problems: ProductProblem[] = [];
	for (const [name, doubt] of DOUBTED) {
		const value = product[name] ?? '';
		const found = value === '' ? undefined : doubt(value);
		if (found) problems.push({ field: name, ...found });
	}
	return problems;
}

function spoiled(value: string): Violation | undefined {
	const word = wordForNone(value);
	return word === undefined ? undefined : violation('spoiled', `holds ${word} in place of a value`);
}

function tooLong({ maxLength }: ProductField, value: string): Violation | undefined {
	if (maxLength === undefined || value.length <= maxLength) return undefined;
	const length = Array.from(value).length;
	if (length <= maxLength) return undefined;
	return violation('maxLength', `has ${length} characters, at most ${maxLength} are allowed`);
}

function ofKind({ kind, choices = [] }: ProductField, value: string): Violation | undefined {
	switch (kind) {
		case 'choice':
			if (choices.includes(value)) return undefined;
			return violation('choice', `must be ${EITHER.format(choices.map(quoted))}, not ${quoted(value)}`);
		case 'integer':
			if (/^\d{1,15}$/.test(value)) return undefined;
			return violation('integer', `must be a whole number of 0 or more, not ${quoted(value)}`);
		case 'price': {
			const price = parsePrice(value);
			return 'rule' in price ? price : undefined;
		}
		case 'url':
			return linkProblem(value);
		case 'image':
			return imageProblem(value);
		case 'images':
			return imagesProblem(value);
		case 'interval':
			return periodProblem(value);
		case 'path':
		case 'text':
			return undefined;
	}
}

const ELEMENT =
	/<(?:a|article|b|big|blockquote|br|center|div|em|font|h[1-6]|hr|i|iframe|img|li|link|meta|ol|p|pre|s|script|section|small|span|strike|strong|style|su[bp]|table|tbody|t[dhr]|u|ul|video)(?:\s+[a-z-]+\s*=[^>]*)?\s*\/?>/i;
const MARKUP = /<\/[a-z][a-z0-9]*\s*>|<!--|&(?:#\d+|#x[\da-f]+|[a-z]{2,8});/i;

export const looksLikeHtml = (text: string): boolean =>
	(text.includes('<') && (MARKUP.test(text) || ELEMENT.test(text))) ||
	(text.includes('&') && MARKUP.test(text));

const unspacedLevels = (value: string) =>
	value.includes('>') && /\S>|>\S/.test(value)
		? violation('levels', 'must have spaces around every ">" between its levels')
		: undefined;

const RULES: Partial<Record<FieldName, (value: string, product: Product) => Violation | undefined>> = {
	description: lastResult((value) =>
		looksLikeHtml(value)
			? violation('html', 'must be plain text: HTML tags and entities are not allowed')
			: undefined,
	),
	product_type: unspacedLevels,
	color: (value) =>
		/^#|^0x[\da-f]+$|^rgba?\s*\(|^hsla?\s*\(/i.test(value)
			? violation('colorName', `must be the name of a color, not a code such as ${quoted(value)}`)
			: undefined,
	inventory: (value, { availability }) =>
		availability === 'in stock' && Number(value) < 1
			? violation('inStock', 'must be at least 1 while {availability} is "in stock"')
			: undefined,
	sale_price: (value, product) => {
		const sale = parsePrice(value);
		const price = parsePrice(product.price ?? '');
		if ('rule' in sale || 'rule' in price) return undefined;
		if (sale.currency !== price.currency)
			return violation('sameCurrency', `is in ${sale.currency}, but {price} is in ${price.currency}`);
		if (compareAmounts(sale, price) < 0) return undefined;
		return violation('belowPrice', `must be lower than {price} (${product.price})`);
	},
};

function freeOfCharge(value: string): Violation | undefined {
	const price = parsePrice(value);
	if ('rule' in price || price.digits > 0n) return undefined;
	return violation(
		'zero',
		`is 0 (it is ${quoted(value)}): free gifts and hidden helpers of a shop are best left out`,
	);
}

const DOUBTS: Partial<Record<FieldName, (value: string) => Violation | undefined>> = {
	description: (value) =>
		value.includes('<') && /<[a-z][^<>]*>/i.test(value)
			? violation(
					'html',
					`seems to hold HTML, which X does not take (${quoted(/<[a-z][^<>]*>/i.exec(value)?.[0] ?? '')})`,
				)
			: undefined,
	price: freeOfCharge,
	sale_price: freeOfCharge,
	id: (value) =>
		/^\d[.,]\d+E\+?\d+$/i.test(value)
			? violation(
					'exponent',
					`looks like a number that Excel or another spreadsheet has shortened (it is ${quoted(value)})`,
				)
			: undefined,
	gtin: gtinDoubt,
	google_product_category: (value) =>
		unspacedLevels(value) && violation('levels', 'usually has spaces around every ">" between its levels'),
	color: (value) =>
		/^[\da-f]{6}$/i.test(value)
			? violation(
					'colorName',
					`may be a hex code, where the name of a color is expected (it is ${quoted(value)})`,
				)
			: undefined,
};

const CHECKS: readonly Check[] = FIELDS.map(checkOf);

const DOUBTED = FIELDS.flatMap(({ name }) => {
	const doubt = DOUBTS[name];
	return doubt === undefined ? [] : [[name, lastResult(doubt)] as const];
});

/** British English has no comma before the last entry. */
const EITHER = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/**
 * Finds what looks wrong about a GTIN. Spaces and hyphens only group the digits and are ignored.
 *
 * UPC, EAN and JAN have 8, 12, 13 or 14 digits, weighted 3 and 1 from the right. An ISBN of ten digits is weighted 10
 * to 2, modulo 11, and X means ten.
 *
 * @see GS1 General Specifications (check digit) and ISO 2108 (ISBN)
 */
export function gtinDoubt(text: string): Violation | undefined {
	const digits = text.replace(/[\s-]/g, '').toUpperCase();
	if (digits.length === 10 && /^\d{9}[\dX]$/.test(digits)) return checkDigit(text, digits, isbn10(digits));
	if (/^\d(?:[.,]\d+)?E\+?\d+$/.test(digits))
		return violation(
			'digits',
			`has lost its last digits (it is ${quoted(text)}), as Excel and other spreadsheets write long numbers: format the column as text and export again`,
		);
	if (!/^\d+$/.test(digits)) return violation('digits', `does not consist of digits (it is ${quoted(text)})`);
	if ([8, 12, 13, 14].includes(digits.length)) return checkDigit(text, digits, gs1(digits));
	const lost = [7, 11].includes(digits.length)
		? '; a spreadsheet such as Excel may have dropped a leading zero'
		: '';
	return violation(
		'length',
		`has ${digits.length} digits, where 8, 12, 13 or 14 are usual (10 for an ISBN)${lost} (it is ${quoted(text)})`,
	);
}

const checkDigit = (text: string, digits: string, expected: string): Violation | undefined =>
	digits.endsWith(expected)
		? undefined
		: violation(
				'checkDigit',
				`has a wrong check digit: the last place should be ${expected} (it is ${quoted(text)})`,
			);

function gs1(digits: string): string {
	let sum = 0;
	for (let i = digits.length - 2, weight = 3; i >= 0; i--, weight = 4 - weight)
		sum += Number(digits[i]) * weight;
	return String((10 - (sum % 10)) % 10);
}

function isbn10(digits: string): string {
	let sum = 0;
	for (let i = 0; i < 9; i++) sum += Number(digits[i]) * (10 - i);
	const check = (11 - (sum % 11)) % 11;
	return check === 10 ? 'X' : String(check);
}
