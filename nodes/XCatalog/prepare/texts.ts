import { lastResult } from '../../shared/memory/pureResults';
import { trimmed } from '../../shared/util/text';
import { fieldOf, FIELDS, type FieldName } from '../product/fields';
import { decodeEntities, htmlToText } from '../product/html';
import { looksLikeHtml } from '../product/validate';
import { change, type Draft, type Preparation } from './settings';

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
