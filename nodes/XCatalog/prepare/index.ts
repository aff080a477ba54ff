/** Fills in defaults and cleans up products before they are checked. Every change is recorded. */
import { encodeRfc3986, words } from '../../shared/util/text';
import { lastResult, memoized } from '../../shared/memory/pureResults';
import { Columns, type SourceRow } from '../formats/sourceRow';
import type { Format } from '../formats/vocabulary';
import type { FieldName, Product } from '../product/fields';
import { prepareAddresses } from './addresses';
import { change, type Change, type Draft, type Preparation } from './settings';
import { prepareTexts } from './texts';
import { DateTime } from 'luxon';
import { ownValue } from '../../shared/util/lenient';
import { readNumber, readPrice, compareAmounts, parsePrice, type DecimalMark } from '../product/price';
import { gtinDoubt } from '../product/validate';

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

const PRICES = ['price', 'sale_price'] as const;
const WRITTEN = /^\d+(?:\.\d+)? [A-Z]{3}$/;

function preparePrices(
	draft: Draft,
	{ defaults, cleanUp }: Preparation,
	{ currency: ofFormat = '', fields }: Format,
): void {
	const { product } = draft;
	const { decimals = 'auto' } = defaults;
	const currency = (defaults.currency ?? '').trim().toUpperCase();
	for (const field of PRICES) {
		const text = product[field] ?? '';
		if (text === '' || (WRITTEN.test(text) && decimals !== 'comma')) continue;
		const read = READERS[decimals](ofFormat || currency)(text);
		if (read !== undefined) change(draft, field, read.price, read.what);
	}
	if (!product.price || !product.sale_price) return;
	const price = parsePrice(product.price);
	const sale = parsePrice(product.sale_price);
	if ('rule' in price || 'rule' in sale || price.currency !== sale.currency) return;
	const isPaid = fields !== 'feed' && fields.sale_price?.isPaid === true;
	if (isPaid && compareAmounts(sale, price) >= 0) {
		// Not a change of the source: the column of the former price has no sale in it.
		product.price = product.sale_price ?? '';
		product.sale_price = '';
	} else if (cleanUp.has('salePrice') && compareAmounts(price, sale) === 0)
		change(draft, 'sale_price', '', 'Sale prices equal to the price were left out');
}

/** Reads the prices of a source. A catalog has many equal ones, all in one currency; others are read beside it. */
const pricesIn = (decimals: DecimalMark) =>
	lastResult(
		memoized((currency) =>
			memoized((text) => {
				const price = readPrice(text, currency, decimals);
				if (price === undefined) return undefined;
				const isCurrencyAlone = price.startsWith(`${text} `);
				return { price, what: isCurrencyAlone ? 'Prices got their currency' : 'Prices were written anew' };
			}),
		),
	);

const READERS = { auto: pricesIn('auto'), comma: pricesIn('comma'), point: pricesIn('point') };

const spelled = (rows: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
	Object.fromEntries(Object.entries(rows).flatMap(([value, all]) => words(all).map((word) => [word, value])));

/** The words for availability of https://schema.org/ItemAvailability and of shops, without spaces and punctuation. */
const AVAILABILITY = spelled({
	'in stock':
		'instock limitedavailability onlineonly instoreonly available true yes y 1 auflager lieferbar sofortlieferbar verfügbar enstock disponible disponibile disponível opvoorraad leverbaar dostępny wmagazynie skladem ilager pålager stoktavar вналичии внаявності євнаявності естьвналичии',
	'out of stock':
		'outofstock soldout unavailable notavailable false no n 0 ausverkauft nichtlieferbar nichtverfügbar vergriffen rupturedestock épuisé agotado sinstock esaurito nondisponibile esgotado uitverkocht nietopvoorraad niedostępny brak vyprodáno nenískladem slutsåld slutilager tükendi нетвналичии немаєвнаявності',
	preorder: 'preorder presale vorbestellbar',
	'available for order':
		'backorder backordered onbackorder availablefororder madetoorder aufbestellung naobjednávku подзаказ підзамовлення',
	discontinued: 'discontinued',
});

/** The names of conditions in other systems and languages, without spaces and punctuation. */
const CONDITION = spelled({
	new: 'new brandnew neu neuware neuf neuve nuevo nueva nuovo nuova nieuw novo nova nowy nowa nowe nový nová nové ny nytt nya yeni sıfır новый новая новое новые новий нова нове нові',
	used: 'used likenew usedlikenew usedgood usedfair preowned showcasesample gebraucht occasion doccasion usagé usado usada segundamano usato usata gebruikt tweedehands używany używana używane použitý použitá použité bazar begagnad begagnat ikinciel kullanılmış бу вживаний вживана вживане',
	refurbished:
		'refurbished openboxnew cpo certifiedpreowned reduction generalüberholt wiederaufbereitet reconditionné reconditionnée reacondicionado reacondicionada ricondizionato ricondizionata recondicionado recondicionada odnowiony odnowiona odnowione repasovaný repasovaná repasované renoverad renoverat rekonditionerad yenilenmiş восстановленный восстановленная відновлений відновлена',
});

/** Letters and digits alone, with the sign of a number, without the address that schema.org puts before its words. */
const letters = (text: string) =>
	text
		.replace(/^https?:\/\/schema\.org\//i, '')
		.toLowerCase()
		.replace(/(?!-\d)[^\p{L}\p{N}]/gu, '');

/** The availability as X spells it, or '' if it is not known. */
const availabilityOf = (text: string) => (SPELLED.has(text) ? text : availabilityIn(text));

const SPELLED = new Set(['', ...Object.values(AVAILABILITY)]);

const availabilityIn = lastResult((text) => ownValue(AVAILABILITY, letters(text)) ?? '');

const conditionOf = lastResult((text) => ownValue(CONDITION, letters(text).replace(/condition$/, '')) ?? '');

/** Fills in missing values, and translates other spellings to those of X. */
function prepareChoices(draft: Draft, { defaults }: Preparation): void {
	const { product } = draft;
	const available = availabilityOf(product.availability ?? '');
	if (available !== '') change(draft, 'availability', available, 'Availability was spelled as X has it');
	const condition = conditionOf(product.condition ?? '');
	if (condition !== '') change(draft, 'condition', condition, 'Condition was spelled as X has it');
	const { availability = '', brand = '', condition: usual = '' } = defaults;
	if (!product.availability && availability !== '')
		change(
			draft,
			'availability',
			availability === 'stock' ? byInventory(product.inventory) : availability,
			'Defaults were filled in',
		);
	if (!product.brand && brand !== '') change(draft, 'brand', brand, 'Defaults were filled in');
	if (!product.condition && usual !== '') change(draft, 'condition', usual, 'Defaults were filled in');
}

const byInventory = (inventory = '') =>
	inventory === '' || Number(inventory) > 0 ? 'in stock' : 'out of stock';

/** @param isFeed Whether the source is a feed, whose IDs are as they should be. */
function prepareNumbers(draft: Draft, { cleanUp, defaults }: Preparation, isFeed: boolean): void {
	const { product } = draft;
	const { id = '', gtin = '', inventory = '' } = product;
	if (inventory !== '' && !/^\d+$/.test(inventory)) prepareInventory(draft, inventory, defaults.decimals);
	if (!isFeed && id.startsWith("'") && /^'\d+$/.test(id))
		change(draft, 'id', id.slice(1), 'IDs lost the apostrophe that a spreadsheet keeps digits with');
	if (gtin !== '' && /^['`]\d/.test(gtin))
		change(draft, 'gtin', gtin.slice(1), 'GTINs lost the apostrophe that a spreadsheet keeps digits with');
	const isBroken = gtin !== '' && cleanUp.has('gtin') && gtinDoubt(product.gtin ?? '') !== undefined;
	if (isBroken) change(draft, 'gtin', '', 'GTINs that cannot be right were left out');
}

function prepareInventory(draft: Draft, inventory: string, mark: DecimalMark = 'auto'): void {
	// As in prices, one mark before three digits may separate thousands.
	const isUnclear = mark === 'auto' && /^\d{1,3}\.000$/.test(inventory);
	const number = isUnclear ? undefined : (readNumber(inventory, mark) ?? readNumber(inventory, 'auto'));
	const [, whole] = /^(\d+)(?:\.0*)?$/.exec(number ?? '') ?? [];
	if (whole !== undefined) change(draft, 'inventory', whole, 'Quantities were written anew');
	if (availabilityIn(inventory) === draft.product.availability)
		change(draft, 'inventory', '', 'Words in the inventory are the availability');
	if (/^-\d+(?:[.,]\d*)?$/.test(inventory)) change(draft, 'inventory', '0', 'Quantities below zero became 0');
}

const EARLIEST = '2000-01-01T00:00:00Z';
const LATEST = '2099-12-31T23:59:59Z';

/**
 * Adds a time zone to the dates of a sale: the one that the user names, or for shop systems that of the workflow. X
 * requires both dates, so an open start or end is replaced by a distant date.
 */
function preparePeriod(draft: Draft, { defaults, timeZone }: Preparation, isFeed: boolean): void {
	const text = draft.product.sale_price_effective_date ?? '';
	if (text === '') return;
	const zone = defaults.timeZone || (isFeed ? '' : timeZone);
	const parts = text.split('/').map((part) => part.trim());
	if (parts.length !== 2) return;
	const [start = '', end = ''] = parts;
	if (zone === '')
		return change(draft, 'sale_price_effective_date', parts.join('/'), 'Blanks in periods were left out');
	const from = start === '' ? EARLIEST : withOffset(start, zone, false);
	const to = end === '' ? LATEST : withOffset(end, zone, true);
	const what =
		start === '' || end === '' ? 'Open ends of sales were written out' : 'Dates of sales got their time zone';
	change(draft, 'sale_price_effective_date', `${from}/${to}`, what);
}

/** Adds the offset. A date without a time means its first second, or its last second at the end of a period. */
function withOffset(text: string, zone: string, isEnd: boolean): string {
	if (!/^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?$/.test(text)) return text;
	const moment = DateTime.fromISO(text.replace(' ', 'T'), { zone });
	const exact = isEnd && text.length === 10 ? moment.endOf('day').startOf('second') : moment;
	return exact.isValid ? (exact.toISO({ suppressMilliseconds: true }) ?? text) : text;
}
