/** Characters in Markdown: what may be escaped, and named characters. https://spec.commonmark.org/0.31.2/ */

/** The ASCII punctuation that a backslash makes a plain character. */
export const ESCAPABLE = '[!"#$%&\'()*+,./:;<=>?@[\\\\\\]^_`{|}~-]';

const ENTITY = '&(?:#[xX][a-fA-F0-9]{1,6}|#[0-9]{1,7}|[A-Za-z][A-Za-z0-9]{1,31});';
/** A named or numbered character at a place. */
export const ENTITY_HERE = new RegExp(ENTITY, 'y');
const ESCAPED = new RegExp(`\\\\${ESCAPABLE}|${ENTITY}`, 'g');

/** From the code 160 on, in order. */
const LATIN =
	'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
/** From the code 913 on, and in lower case from 945 on; a hyphen for a code without a name. */
const GREEK =
	'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho - sigma tau upsilon phi chi psi omega';
const OTHERS =
	'quot=" amp=& lt=< gt=> apos=\' OElig=Œ oelig=œ Scaron=Š scaron=š Yuml=Ÿ fnof=ƒ circ=ˆ tilde=˜ sigmaf=ς thetasym=ϑ upsih=ϒ piv=ϖ ndash=– mdash=— lsquo=‘ rsquo=’ sbquo=‚ ldquo=“ rdquo=” bdquo=„ dagger=† Dagger=‡ bull=• hellip=… permil=‰ prime=′ Prime=″ lsaquo=‹ rsaquo=› oline=‾ frasl=⁄ euro=€ image=ℑ weierp=℘ real=ℜ trade=™ alefsym=ℵ larr=← uarr=↑ rarr=→ darr=↓ harr=↔ crarr=↵ lArr=⇐ uArr=⇑ rArr=⇒ dArr=⇓ hArr=⇔ forall=∀ part=∂ exist=∃ empty=∅ nabla=∇ isin=∈ notin=∉ ni=∋ prod=∏ sum=∑ minus=− lowast=∗ radic=√ prop=∝ infin=∞ ang=∠ and=∧ or=∨ cap=∩ cup=∪ int=∫ there4=∴ sim=∼ cong=≅ asymp=≈ ne=≠ equiv=≡ le=≤ ge=≥ sub=⊂ sup=⊃ nsub=⊄ sube=⊆ supe=⊇ oplus=⊕ otimes=⊗ perp=⊥ sdot=⋅ lceil=⌈ rceil=⌉ lfloor=⌊ rfloor=⌋ loz=◊ spades=♠ clubs=♣ hearts=♥ diams=♦';

const capital = (name: string) => name.slice(0, 1).toUpperCase() + name.slice(1);
const listed = (names: string, from: number): [string, string][] =>
	names.split(' ').map((name, index) => [name, String.fromCodePoint(from + index)]);

/** The names of HTML 4: https://www.w3.org/TR/html401/sgml/entities.html (read on 2026-11-22). */
const NAMED: ReadonlyMap<string, string> = new Map([
	...listed(LATIN, 160),
	...listed(GREEK, 945),
	...listed(GREEK.split(' ').map(capital).join(' '), 913),
	...OTHERS.split(' ').map((pair) => pair.split('=', 2) as [string, string]),
	['ensp', '\u2002'],
	['emsp', '\u2003'],
	['thinsp', '\u2009'],
	['zwnj', '\u200C'],
	['zwj', '\u200D'],
	['lrm', '\u200E'],
	['rlm', '\u200F'],
]);

/** The character of `&amp;` or `&#38;`; undefined for a name that is not known. */
export function characterOf(entity: string): string | undefined {
	const name = entity.slice(1, -1);
	if (!name.startsWith('#')) return NAMED.get(name);
	const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : parseInt(name.slice(1), 10);
	const isValid = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
	return String.fromCodePoint(isValid ? code : 0xfffd);
}

/** A text without its escapes. */
export const unescapeText = (text: string): string =>
	text.replace(ESCAPED, (found) => (found.startsWith('\\') ? found.slice(1) : (characterOf(found) ?? found)));
