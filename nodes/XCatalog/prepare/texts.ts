import { lastResult } from '../../shared/memory/pureResults';
import { trimmed } from '../../shared/util/text';
import { fieldOf, FIELDS, type FieldName } from '../product/fields';
import { looksLikeHtml } from '../product/validate';
import { change, type Draft, type Preparation } from './settings';
import { chunk } from 'lodash';

/** The names of the characters from U+00A0 to U+00FF: https://html.spec.whatwg.org/#named-character-references */
const LATIN =
	'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

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

const withoutMarks = (html: string) =>
	html.includes('<!') || html.includes(']]>')
		? html.replace(/<!--[\s\S]*?(?:-->|$)/g, '').replace(/<!\[CDATA\[|\]\]>/g, '')
		: html;

/**
 * Converts HTML to text: block elements become line breaks, and entities are decoded. Anything that only looks like a
 * tag stays, such as a size in angle brackets.
 */
const htmlToText = (html: string): string =>
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

const TEXTS = FIELDS.filter(({ kind, name }) => (kind === 'text' || kind === 'path') && name !== 'id').map(
	({ name }) => name,
);

export function prepareTexts(draft: Draft, { cleanUp }: Preparation): void {
	const { product } = draft;
	const html = cleanUp.has('html');
	const entities = cleanUp.has('entities');
	const length = cleanUp.has('length');
	for (const field of TEXTS) {
		const text = product[field];
		if (text === undefined || text === '') continue;
		// Some exports escape twice.
		for (let round = 0, last = ''; round < MOST_ROUNDS; round++) {
			const now = product[field] ?? '';
			if (now === last) break;
			last = now;
			if (html && (field === 'description' ? isHtml(now) : field === 'title' && looksLikeHtml(now)))
				change(
					draft,
					field,
					field === 'title' ? oneLine(plainTitle(now)) : plainText(now),
					'HTML became text',
				);
			else if (entities && now.includes('&'))
				change(draft, field, decodeEntities(now), 'Entities became characters');
		}
		if (length) shorten(draft, field);
	}
	const path = product.product_type ?? '';
	if (path.includes('>') && cleanUp.has('spaces') && /\S>|>\S/.test(path))
		change(draft, 'product_type', levels(path), 'Levels of categories got blanks around ">"');
}

/** How often a text may be escaped. */
const MOST_ROUNDS = 3;

/** The variants of a product share its texts. */
const isHtml = lastResult(looksLikeHtml);
const plainText = lastResult(htmlToText);
const plainTitle = lastResult(htmlToText);

const oneLine = (text: string) => text.split('\n').map(trimmed).filter(Boolean).join(' ');

const levels = (text: string) => text.split('>').map(trimmed).join(' > ');

/** Cuts a text to its maximum length, after a whole word if one ends near there. */
function shorten(draft: Draft, field: FieldName): void {
	const { maxLength } = fieldOf(field) ?? {};
	const characters = Array.from(draft.product[field] ?? '');
	if (maxLength === undefined || characters.length <= maxLength) return;
	const cut = characters.slice(0, maxLength - 1).join('');
	const lastBlank = cut.search(/\s\S*$/);
	const atWord = lastBlank === -1 ? cut : cut.slice(0, lastBlank).trimEnd();
	const kept = atWord.length > maxLength * 0.8 ? atWord : cut;
	change(draft, field, `${kept}…`, 'Texts that are too long were cut');
}
