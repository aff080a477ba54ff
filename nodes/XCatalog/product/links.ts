/**
 * What is wrong with the address of a page, or undefined. Source: catalog brief, `link` and `mobile_link`.
 */
export function linkProblem(text: string): string | undefined {
	const url = parse(text);
	if (url === undefined) return 'must be a complete web address like "https://shop.example/shoe"';
	if (url.protocol !== 'https:') return `must start with https://, not ${url.protocol}//`;
	return undefined;
}

/**
 * What is wrong with the address of an image, or undefined. An address without a file extension passes, as image
 * servers often have none, and so do those of scripts; size and format are then for the service to see.
 * Source: catalog brief, `image_link`.
 */
export function imageProblem(text: string): string | undefined {
	const url = parse(text);
	if (url === undefined) return 'must be a complete web address like "https://shop.example/shoe.jpg"';
	if (url.protocol !== 'https:' && url.protocol !== 'http:')
		return `must start with https://, not ${url.protocol}`;
	const extension = /\.([a-z][a-z0-9]{1,4})$/i.exec(url.pathname)?.[1]?.toLowerCase();
	if (extension === undefined || allowed.has(extension) || scripts.has(extension)) return undefined;
	return `must be a JPG, GIF, WEBP or PNG image, not .${extension}`;
}

/** The same for a comma list of at most 10 images; names the place of the wrong one. Source: `additional_image_link`. */
export function imagesProblem(text: string): string | undefined {
	const links = splitImages(text);
	if (links.length > 10) return `has ${links.length} images, at most 10 are allowed`;
	for (const [index, link] of links.entries()) {
		const problem = imageProblem(link);
		if (problem !== undefined) return `${problem} (image ${index + 1})`;
	}
	return undefined;
}

/** The addresses of a comma list. A comma inside an address stays: only one before a scheme, or a blank, separates. */
export const splitImages = (text: string) =>
	text
		.split(/\s*,\s*(?=[a-z][a-z0-9+.-]*:|\s*$|,)|,\s+/i)
		.map((link) => link.trim())
		.filter((link) => link !== '');

const allowed = new Set(['jpg', 'jpeg', 'gif', 'webp', 'png']);
const scripts = new Set(['php', 'asp', 'aspx', 'ashx', 'jsp', 'cgi', 'do', 'axd']);

function parse(text: string): URL | undefined {
	if (/\s/.test(text) || !/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return undefined;
	return URL.canParse(text) ? new URL(text) : undefined;
}
