import { violation, type Violation } from './violation';

/** What is wrong with the address of a page, or undefined. */
export function linkProblem(text: string): Violation | undefined {
	const url = parse(text);
	if (url === undefined)
		return violation('address', 'must be a complete web address like "https://shop.example/shoe"');
	if (url.protocol === 'https:') return undefined;
	return violation('https', `must start with https://, not ${url.protocol}//`);
}

/**
 * What is wrong with the address of an image, or undefined. An address without a file extension passes, as image
 * servers often have none, and so do those of scripts; size and format are then for the service to see.
 */
export function imageProblem(text: string): Violation | undefined {
	const url = parse(text);
	if (url === undefined)
		return violation('address', 'must be a complete web address like "https://shop.example/shoe.jpg"');
	if (url.protocol !== 'https:' && url.protocol !== 'http:')
		return violation('https', `must start with https://, not ${url.protocol}`);
	const extension = /\.([a-z][a-z0-9]{1,4})$/i.exec(url.pathname)?.[1]?.toLowerCase();
	if (extension === undefined || EXTENSIONS.has(extension)) return undefined;
	return violation('imageType', `must be a JPG, GIF, WEBP or PNG image, not .${extension}`);
}

/** The same for a comma list of at most 10 images; names the place of the wrong one. */
export function imagesProblem(text: string): Violation | undefined {
	const links = splitImages(text);
	if (links.length > 10) return violation('maxItems', `has ${links.length} images, at most 10 are allowed`);
	for (const [index, link] of links.entries()) {
		const problem = imageProblem(link);
		if (problem) return violation(problem.rule, `${problem.text} (image ${index + 1})`);
	}
	return undefined;
}

/** The addresses of a comma list. A comma inside an address stays: only one before a scheme, or a blank, separates. */
export const splitImages = (text: string): string[] =>
	text
		.split(/\s*,\s*(?=[a-z][a-z0-9+.-]*:|\s*$|,)|,\s+/i)
		.map((link) => link.trim())
		.filter((link) => link !== '');

/** Of images, and of scripts that may answer with one. */
const EXTENSIONS = new Set('jpg jpeg gif webp png php asp aspx ashx jsp cgi do axd'.split(' '));

function parse(text: string): URL | undefined {
	if (/\s/.test(text) || !/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return undefined;
	return URL.canParse(text) ? new URL(text) : undefined;
}
