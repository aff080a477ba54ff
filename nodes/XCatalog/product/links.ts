import { compact } from 'lodash';
import { trimmed } from '../../shared/util/text';
import { quoted, violation, type Violation } from './fields';

/** A second address after a separator. An address inside a query or path does not count. */
const SECOND = /.[,;|]\s*https?:\/\//i;

/**
 * An address that is written as a URL parser would write it: a host in small letters, a path without steps back, and
 * nothing that is encoded. Most addresses are, and parsing each of them takes far longer than this.
 *
 * @see https://url.spec.whatwg.org/#concept-basic-url-parser
 */
const PLAIN =
	/^(https?):\/\/(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]{2,}(?:\/[\w~-][\w.~-]*)*\/?(?:\?[\w.~=&-]*)?$/;

/** Checks whether an address is written as a URL parser would write it. Is false for some that are. */
export const isPlainAddress = (text: string): boolean => PLAIN.test(text) && text.indexOf('/', 8) !== -1;

const several = (text: string) =>
	violation('oneAddress', `holds more than one address (it is ${quoted(text)})`);

function noAddress(text: string, example: string): Violation {
	const blank = /^https?:\/\/\S+\s/i.test(text);
	return violation(
		blank ? 'blank' : 'address',
		blank
			? `has a blank in its address, which must be written %20 (it is ${quoted(text)})`
			: `must be a complete web address like "${example}" (it is ${quoted(text)})`,
	);
}

/** Checks the address of a page. */
export function linkProblem(text: string): Violation | undefined {
	if (text.startsWith('https:') && isPlainAddress(text)) return undefined;
	const url = parse(text);
	if (url === undefined) return noAddress(text, 'https://shop.example/shoe');
	if (SECOND.test(text)) return several(text);
	if (url.protocol === 'https:') return undefined;
	return violation('https', `must start with https://, not ${url.protocol}//`);
}

/**
 * Checks the address of an image. Addresses without a known file extension pass, because image servers and
 * scripts often have none. Size and format are left for X to check.
 */
export function imageProblem(text: string): Violation | undefined {
	if (isPlainAddress(text)) return imageTypeProblem(text.replace(/\?.*/, ''));
	const url = parse(text);
	if (url === undefined) return noAddress(text, 'https://shop.example/shoe.jpg');
	if (SECOND.test(text)) return several(text);
	if (url.protocol !== 'https:' && url.protocol !== 'http:')
		return violation('https', `must start with https://, not ${url.protocol}`);
	return imageTypeProblem(url.pathname);
}

function imageTypeProblem(path: string): Violation | undefined {
	const dot = path.lastIndexOf('.');
	const ending = dot === -1 ? '' : path.slice(dot + 1);
	const extension = /^[a-z][a-z0-9]{1,4}$/i.test(ending) ? ending.toLowerCase() : undefined;
	if (extension === undefined || !OTHER_FILES.has(extension)) return undefined;
	return violation('imageType', `must be a JPG, GIF, WEBP or PNG image, not .${extension}`);
}

/** Checks a list of at most 10 image addresses. The message says which one is wrong. */
export function imagesProblem(text: string): Violation | undefined {
	const links = splitImages(text);
	if (links.length > 10) return violation('maxItems', `has ${links.length} images, at most 10 are allowed`);
	for (const [index, link] of links.entries()) {
		const problem = imageProblem(link);
		if (problem) return violation(problem.rule, `${problem.text} (image ${index + 1})`);
	}
	return undefined;
}

/** Splits a list of addresses. Only a comma before a scheme or a space separates; others are part of an address. */
export const splitImages = (text: string): string[] =>
	text === ''
		? []
		: !/[,\s]/.test(text)
			? [text]
			: compact(text.split(/,(?=\s*(?:[a-z][a-z0-9+.-]*:|$|,))|,\s+/i).map(trimmed));

/** Extensions of files that X certainly does not accept as images. Any other ending may be part of a name. */
const OTHER_FILES = new Set(
	'svg bmp tif tiff heic heif avif ico psd eps ai raw pdf mp4 mov webm avi mp3 html htm txt zip'.split(' '),
);

function parse(text: string): URL | undefined {
	if (/\s/.test(text) || !/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return undefined;
	return URL.canParse(text) ? new URL(text) : undefined;
}
