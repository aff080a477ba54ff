/** Fills in defaults and cleans up products before they are checked. Every change is recorded. */
import { encodeRfc3986 } from '../../shared/util/encode';
import { lastResult } from '../../shared/util/remembered';
import type { SourceRow } from '../formats/sourceRow';
import { fill, type Format } from '../formats/vocabulary';
import type { FieldName, Product } from '../product/fields';
import { prepareAddresses } from './addresses';
import { change, type Change, type Draft, type Preparation } from './settings';
import { prepareTexts } from './texts';
import { prepareChoices, prepareNumbers, preparePeriod, preparePrices } from './values';

/**
 * Completes and cleans up a product.
 *
 * @param given The product as its source has it.
 * @param row The row of the product, for the link pattern.
 * @param format The format of the source.
 * @param preparation The user's settings.
 */
export function prepareProduct(
	given: Product,
	row: SourceRow,
	format: Format,
	preparation: Preparation,
): { product: Product; changes: readonly Change[] } {
	const draft: Draft = { product: { ...given }, changes: [] };
	if (format.titleDescribes && !given.description && given.title)
		change(draft, 'description', given.title, 'Titles stand in for missing descriptions');
	prepareTexts(draft, preparation);
	prepareChoices(draft, preparation);
	prepareNumbers(draft, preparation, format.fields === 'feed');
	preparePrices(draft, preparation, format);
	preparePeriod(draft, preparation, format.fields === 'feed');
	prepareLink(draft, row, preparation);
	prepareAddresses(draft, preparation);
	return draft;
}

/** The variants of a product share what its address is made of. */
const encodedPath = lastResult((text) => text.split('/').map(encodeRfc3986).join('/'));

/** Builds a missing address of the page from columns of the row or fields of the product. */
function prepareLink(draft: Draft, row: SourceRow, { defaults: { linkPattern = '' } }: Preparation): void {
	const { product } = draft;
	if (product.link || linkPattern === '') return;
	let isWhole = true;
	const link = fill(linkPattern, (name) => {
		const text = row.text(name) || (product[name as FieldName] ?? '');
		if (text === '') isWhole = false;
		return encodedPath(text);
	});
	if (isWhole) change(draft, 'link', link, 'Links were made of Link Pattern');
}
