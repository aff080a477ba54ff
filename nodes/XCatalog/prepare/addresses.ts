/** Cleans up the addresses of pages and images. */
import { compact, trimEnd } from 'lodash';
import { lastResult } from '../../shared/memory/pureResults';
import { trimmed } from '../../shared/util/text';
import { isPlainAddress, splitImages } from '../product/links';
import { decodeEntities } from './texts';
import { change, type Draft, type Preparation } from './settings';

const ADDRESSES = ['link', 'mobile_link', 'image_link', 'additional_image_link'] as const;

const MAX_IMAGES = 10;

/** The separators of the addresses in a cell. */
const BETWEEN = /[,;|](?=\s*(?:https?:|\/\/|$))|(?<!\s)\s+(?=https?:\/\/)/i;

/** The variants of a product share its addresses. */
const IS_PLAIN = {
	link: lastResult(isPlainAddress),
	mobile_link: lastResult(isPlainAddress),
	image_link: lastResult(isPlainAddress),
	additional_image_link: lastResult(isPlainAddress),
};

export function prepareAddresses(draft: Draft, preparation: Preparation): void {
	const { product } = draft;
	const tidies = preparation.cleanUp.has('images');
	if (tidies) splitLists(draft);
	for (const field of ADDRESSES) {
		const address = product[field] ?? '';
		// Of an address that is whole and plain only the scheme may change.
		const isPlain = address === '' || IS_PLAIN[field](address);
		if (!isPlain || preparation.cleanUp.has('https')) prepareAddress(draft, field, preparation, isPlain);
	}
	if (tidies && product.additional_image_link) shorten(draft);
}

function prepareAddress(
	draft: Draft,
	field: keyof typeof IS_PLAIN,
	{ cleanUp, defaults }: Preparation,
	isPlain: boolean,
): void {
	const { product } = draft;
	const { imageBase = '' } = defaults;
	const each = (edit: (address: string) => string, what: string) => {
		const before = product[field] ?? '';
		const list = field === 'additional_image_link' ? imagesIn(before) : [before];
		const edited = list.map(edit);
		if (edited.some((address, index) => address !== list[index]))
			change(draft, field, edited.join(','), what);
	};
	if (!isPlain) {
		if (cleanUp.has('entities'))
			each(
				(address) => (/&(?:amp|#38|#x26);/i.test(address) ? decodeEntities(address) : address),
				'Entities became characters',
			);
		each(
			(address) => (address.startsWith('//') ? `https:${address}` : address),
			'Addresses without https: got it',
		);
		if (field.includes('image') && imageBase !== '')
			each(
				(address) => (/^[a-z]+:/i.test(address) ? address : join(imageBase, address)),
				'Relative image addresses were completed',
			);
		if (cleanUp.has('spaces'))
			each(
				(address) => (/^https?:\/\/\S/i.test(address) ? address.replace(/[ \u00a0]/g, '%20') : address),
				'Blanks in addresses became %20',
			);
	}
	if (cleanUp.has('https')) each((address) => address.replace(/^http:/i, 'https:'), 'http became https');
}

const join = (base: string, path: string) => `${trimEnd(base, '/')}/${path.replace(/^\/+/, '')}`;

/** Any comma separates paths. In a list of addresses, only a comma before the next address does. */
const imagesIn = (list: string) =>
	/[a-z]:/i.test(list) ? splitImages(list) : list.split(/[,;|]/).map((path) => path.trim());

const addressesIn = (cell: string): string[] => compact(cell.split(BETWEEN).map(trimmed));

/** If a cell has several addresses, the first one is the main image, and the others are additional ones. */
function splitLists(draft: Draft): void {
	const { product } = draft;
	const main = product.image_link ?? '';
	if (!IS_PLAIN.image_link(main)) splitMain(draft, main);
	const list = product.additional_image_link ?? '';
	if (list === '' || IS_PLAIN.additional_image_link(list)) return;
	const parts = addressesIn(list);
	if (/[;|]|\s(?=https?:\/\/)/.test(list) && parts.length > splitImages(list).length)
		change(draft, 'additional_image_link', parts.join(','), 'Several image addresses in a cell were split');
}

function splitMain(draft: Draft, main: string): void {
	const { product } = draft;
	const [first = '', ...others] = addressesIn(main);
	if (first !== main && main !== '') {
		change(draft, 'image_link', first, 'Several image addresses in a cell were split');
		const more = [...others, ...splitImages(product.additional_image_link ?? '')].join(',');
		if (others.length > 0)
			change(draft, 'additional_image_link', more, 'Several image addresses in a cell were split');
	}
}

function shorten(draft: Draft): void {
	const { product } = draft;
	const images = product.additional_image_link ?? '';
	if (IS_PLAIN.additional_image_link(images) && images !== product.image_link) return;
	const list = splitImages(images);
	const different = [...new Set(list)].filter((address) => address !== product.image_link);
	if (different.length < list.length)
		change(draft, 'additional_image_link', different.join(','), 'Repeated images were left out');
	if (different.length > MAX_IMAGES)
		change(
			draft,
			'additional_image_link',
			different.slice(0, MAX_IMAGES).join(','),
			`Images after the first ${MAX_IMAGES} further ones were left out`,
		);
}
