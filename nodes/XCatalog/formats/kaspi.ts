import { sum } from 'lodash';
import { isNo } from './oneRow';
import type { SourceRow } from './sourceRow';
import { column, defineFormat, firstOf, type Caution } from './vocabulary';

const PLACE = 'availabilities/availability';
const cityPrices = (row: SourceRow) => row.all('cityprices/cityprice');

/** The stock in all places, if each of them says it. */
function stock(row: SourceRow): string {
	const counts = row.all(`${PLACE}@stockcount`).map(Number);
	return counts.length > 0 && counts.length === row.all(`${PLACE}@available`).length
		? String(sum(counts))
		: '';
}

const BY_CITY: Caution = {
	field: 'price',
	what: 'The price of the first city was taken, and others differ',
	advice: 'Map the price of another city with Own Mapping if ads are for that one',
};

/**
 * A price list, whose images are mapped: http://kaspi.kz/kaspishopping.xsd and
 * https://www.insales.ru/collection/doc-ploschadki/product/vygruzka-tovarov-na-kaspikz (read 2026-11-27)
 */
export const kaspi = defineFormat({
	value: 'kaspi',
	label: 'Kaspi Price List',
	isOfDocumentation: true,
	roots: ['kaspi_catalog'],
	recognizedBy: [['@sku', 'model', `${PLACE}@available`]],
	currency: 'KZT',
	linkPattern: 'https://shop.example/{@sku}',
	cautions: (row) => (new Set(cityPrices(row)).size > 1 ? [BY_CITY] : []),
	fields: {
		id: column('@sku'),
		title: column('model'),
		availability: (row) => (row.all(`${PLACE}@available`).every(isNo) ? 'out of stock' : 'in stock'),
		price: firstOf(column('price'), (row) => cityPrices(row)[0]),
		brand: column('brand'),
		inventory: stock,
	},
});
