/** Converts HTML to plain text. */
import { chunk } from 'lodash';

/** The names of the characters from U+00A0 to U+00FF: https://html.spec.whatwg.org/#named-character-references */
const LATIN =
	'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

/** Other common characters, each with its code. */
const MORE =
	'amp 26 lt 3c gt 3e quot 22 apos 27 ndash 2013 mdash 2014 lsquo 2018 rsquo 2019 sbquo 201a ldquo 201c rdquo 201d bdquo 201e bull 2022 hellip 2026 euro 20ac trade 2122 minus 2212 scaron 161 Scaron 160 oelig 153 OElig 152 zwj 200d zwnj 200c thinsp 2009 ensp 2002 emsp 2003';

const NAMED: ReadonlyMap<string, string> = new Map([
	...LATIN.split(' ').map((name, index): [string, string] => [name, String.fromCodePoint(160 + index)]),
	...chunk(MORE.split(' '), 2).map(([name = '', code = '']): [string, string] => [
		name,
		String.fromCodePoint(parseInt(code, 16)),
	]),
]);

/** Decodes entities. Unknown ones stay as they are. */
export const decodeEntities = (text: string): string =>
	text.includes('&')
		? text.replace(
				/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,30}));/gi,
				(whole, decimal, hex, name) => {
					if (name !== undefined) return NAMED.get(name as string) ?? whole;
					const point = decimal === undefined ? parseInt(hex as string, 16) : parseInt(decimal as string, 10);
					const isCharacter = point > 8 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
					return isCharacter ? String.fromCodePoint(point) : whole;
				},
			)
		: text;

const HIDDEN = /<(script|style|iframe|video|template|svg)\b[^<>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi;
const BLOCKS =
	/<\/?(?:address|article|aside|blockquote|br|center|dd|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|tbody|td|tfoot|th|thead|tr|ul)\b[^<>]*>/gi;
const INLINE =
	/<\/?(?:a|abbr|b|big|button|cite|code|col|colgroup|del|em|font|form|i|img|input|ins|kbd|label|link|mark|meta|o:p|q|s|small|source|span|strike|strong|su[bp]|tt|u|var|wbr)\b[^<>]*>/gi;

/** Removes comments, and the marks around CDATA. */
const withoutMarks = (html: string) =>
	html.includes('<!') || html.includes(']]>')
		? html.replace(/<!--[\s\S]*?(?:-->|$)/g, '').replace(/<!\[CDATA\[|\]\]>/g, '')
		: html;

/**
 * Converts HTML to text: block elements become line breaks, and entities are decoded. Anything that only looks like a
 * tag stays, such as a size in angle brackets.
 */
export const htmlToText = (html: string): string =>
	decodeEntities(
		withoutMarks(html)
			.replace(HIDDEN, '')
			.replace(BLOCKS, '\n')
			.replace(INLINE, '')
			.replace(/<\/[a-z][a-z0-9:-]*\s*>/gi, ''),
	)
		.replace(/[^\S\n]+/g, ' ')
		.replace(/ ?\n ?/g, '\n')
		.replace(/\n{3,}/g, '\n\n')
		.trim();
