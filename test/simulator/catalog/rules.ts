/** What X finds wrong with a submitted product; written independently of the checks of the nodes. */
import { pickBy } from 'lodash';
import { readObject } from '../frame/validate';
import { productFields } from './facts';

export type Fields = Readonly<Record<string, unknown>>;

/** Sentences for the `errors` of a batch result; none for a product that can be stored. Empty is the same as absent. */
export function productErrors(product: Fields): string[] {
	const given = pickBy(product, (value) => value !== null && value !== '');
	const { issues } = readObject(productFields, given, { contract: 'pages', isAds: true });
	const typeOf = (name: string) => productFields.find((field) => field.name === name)?.type ?? 'string';
	if (issues.length > 0)
		return issues.map(({ reason, name, message }) => {
			if (reason === 'missing') return `${name} is a required field`;
			return reason === 'type'
				? `${name} is not ${typeOf(name) === 'integer' ? 'an' : 'a'} ${typeOf(name)}`
				: message;
		});
	return crossErrors(given as Readonly<Record<string, string>>, Number(given.inventory));
}

function crossErrors(product: Readonly<Record<string, string>>, inventory: number): string[] {
	const errors: string[] = [];
	const price = /^([0-9]+(?:\.[0-9]+)?) ([A-Z]{3})$/.exec(product.price ?? '');
	const sale = /^([0-9]+(?:\.[0-9]+)?) ([A-Z]{3})$/.exec(product.sale_price ?? '');
	if (!price) errors.push('price is not in the format "100.00 USD"');
	if (product.sale_price && !sale) errors.push('sale_price is not in the format "100.00 USD"');
	if (price && sale && (sale[2] !== price[2] || Number(sale[1]) >= Number(price[1]))) {
		errors.push('sale_price must be lower than price');
	}
	for (const name of ['link', 'mobile_link']) {
		if (product[name] && !product[name].startsWith('https://')) errors.push(`${name} must be an https URL`);
	}
	if ((product.additional_image_link ?? '').split(',').length > 10)
		errors.push('additional_image_link has too many images');
	if (!product.brand && !product.gtin && !product.mpn) errors.push('one of brand, gtin or mpn is required');
	if (product.availability === 'in stock' && inventory < 1) errors.push('inventory must be at least 1');
	if (/<[a-z/]/i.test(product.description ?? '')) errors.push('description must not contain HTML');
	return errors;
}

interface Filter {
	attribute: string;
	operator: string;
	value: string;
}

/** Whether a product meets every filter of a set. Prices compare by amount within one currency. */
export function matches(product: Fields, filters: readonly Filter[]): boolean {
	return filters.every(({ attribute, operator, value }) => {
		const own = product[attribute] as string | number | null | undefined;
		if (own === undefined || own === null) return operator === 'NOT_CONTAINS';
		const [text, wanted] = [String(own).toLowerCase(), value.toLowerCase()];
		switch (operator) {
			case 'GREATER_THAN':
				return sameUnit(text, wanted) && parseFloat(text) > parseFloat(wanted);
			case 'LESS_THAN':
				return sameUnit(text, wanted) && parseFloat(text) < parseFloat(wanted);
			case 'CONTAINS':
				return text.includes(wanted);
			case 'NOT_CONTAINS':
				return !text.includes(wanted);
			default:
				return text === wanted;
		}
	});
}

const sameUnit = (a: string, b: string) => (a.split(' ')[1] ?? '') === (b.split(' ')[1] ?? '');
