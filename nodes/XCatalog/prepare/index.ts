/** Fills in defaults and cleans up products before they are checked. Every change is recorded. */
import { encodeRfc3986 } from '../../shared/util/text';
import { lastResult } from '../../shared/memory/pureResults';
import { Columns, type SourceRow } from '../formats/sourceRow';
import type { Format } from '../formats/vocabulary';
import type { FieldName, Product } from '../product/fields';
import { prepareAddresses } from './addresses';
import { change, type Change, type Draft, type Preparation } from './settings';
import { prepareTexts } from './texts';
import { prepareChoices, prepareNumbers, preparePeriod, preparePrices } from './values';

/** Completes and cleans up a product. */
export function prepareProduct(
	given: Product,
	row: SourceRow,
	format: Format,
	preparation: Preparation,
): { product: Product; changes: readonly Change[] } {
	const draft: Draft = { product: given, changes: [] };
	if ((format.fields !== 'feed' || format.mapped) && !given.description && given.title)
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
	let link = '';
	for (const { before, name, columns } of partsOf(linkPattern)) {
		link += before;
		if (columns === undefined) continue;
		const text = row.first(columns) || (product[name as FieldName] ?? '');
		if (text === '') return;
		link += encodedPath(text);
	}
	change(draft, 'link', link, 'Links were made of Link Pattern');
}

/** The parts of a pattern: texts, and columns in braces. A run has one pattern. */
const partsOf = lastResult((pattern) =>
	pattern.split(/(?<=\})|(?=\{[^{}]+\})/).map((part) => {
		const name = /^\{([^{}]+)\}$/.exec(part)?.[1]?.trim();
		return name === undefined
			? { before: part, name: '', columns: undefined }
			: { before: '', name, columns: new Columns([name]) };
	}),
);
