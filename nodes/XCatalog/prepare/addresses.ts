/** Clean-up of addresses: of pages and of images. */
import { splitImages } from '../product/links';
import { decodeEntities } from '../product/html';
import { change, type Draft, type Preparation } from './settings';

const PAGES = ['link', 'mobile_link'] as const;
const IMAGES = ['image_link', 'additional_image_link'] as const;

/** As many as X takes beside the main one. */
const MAX_IMAGES = 10;

/** Several addresses in one cell, whatever separates them. */
const BETWEEN = /\s*[,;|]\s*(?=https?:|\/\/|$)|\s+(?=https?:\/\/)/i;

export function prepareAddresses(draft: Draft, { cleanUp, defaults }: Preparation): void {
	const { product } = draft;
	if (cleanUp.has('images')) splitLists(draft);
	for (const field of [...PAGES, ...IMAGES]) {
		if (!product[field]) continue;
		const each = (edit: (address: string) => string, what: string) => {
			const before = product[field] ?? '';
			const list = field === 'additional_image_link' ? imagesIn(before) : [before];
			const edited = list.map(edit);
			if (edited.some((address, index) => address !== list[index]))
				change(draft, field, edited.join(','), what);
		};
		if (cleanUp.has('entities'))
			each(
				(address) => (/&(?:amp|#38|#x26);/i.test(address) ? decodeEntities(address) : address),
				'Entities became characters',
			);
		each(
			(address) => (address.startsWith('//') ? `https:${address}` : address),
			'Addresses without https: got it',
		);
		const { imageBase = '' } = defaults;
		if (imageBase !== '' && field !== 'link' && field !== 'mobile_link')
			each(
				(address) => (/^[a-z]+:/i.test(address) ? address : join(imageBase, address)),
				'Relative image addresses were completed',
			);
		if (cleanUp.has('spaces'))
			each(
				(address) => (/^https?:\/\/\S/i.test(address) ? address.replace(/[ \u00a0]/g, '%20') : address),
				'Blanks in addresses became %20',
			);
		if (cleanUp.has('https')) each((address) => address.replace(/^http:/i, 'https:'), 'http became https');
	}
	if (cleanUp.has('images')) shorten(draft);
}

const join = (base: string, path: string) => `${base.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;

/** Paths may be separated by any comma, addresses only by one before the next address. */
const imagesIn = (list: string) => (/[a-z]:/i.test(list) ? splitImages(list) : list.split(/\s*[,;|]\s*/));

/** The first of several addresses is the main image, the others are further ones. */
function splitLists(draft: Draft): void {
	const { product } = draft;
	const main = product.image_link ?? '';
	const [first = '', ...others] = main.split(BETWEEN).filter((address) => address !== '');
	if (first !== main && main !== '') {
		change(draft, 'image_link', first, 'Several image addresses in a cell were split');
		const more = [...others, ...splitImages(product.additional_image_link ?? '')].join(',');
		if (others.length > 0)
			change(draft, 'additional_image_link', more, 'Several image addresses in a cell were split');
	}
	const list = product.additional_image_link ?? '';
	if (list === '') return;
	const parts = list
		.split(BETWEEN)
		.map((address) => address.trim())
		.filter((address) => address !== '');
	if (/[;|]|\s(?=https?:\/\/)/.test(list) && parts.length > splitImages(list).length)
		change(draft, 'additional_image_link', parts.join(','), 'Several image addresses in a cell were split');
}

/** Leaves out what is there twice and what is too many. */
function shorten(draft: Draft): void {
	const { product } = draft;
	const list = splitImages(product.additional_image_link ?? '');
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
