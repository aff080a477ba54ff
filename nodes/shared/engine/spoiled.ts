/** This file finds texts that an expression spoiled: "Hi undefined", "Hi , you won", "Ends Invalid DateTime". */
import { broken, type BrokenRule } from '../operation/operation';
import { isNothing } from '../util/text';

/** Gives the value of a part of an expression, in its braces. */
export type Evaluate = (part: string) => unknown;

/** An expression, as it is written and what came of it. */
interface Expressed {
	readonly written: string;
	readonly value: unknown;
	/** Absent where there are no items, as in triggers. */
	readonly evaluate: Evaluate | undefined;
	/** JSON may hold null. */
	readonly isJson: boolean;
}

/** The words that JavaScript writes for a value that is missing or none. */
const WORD = /(?<![\w-])(?:undefined|null|NaN|Invalid DateTime|Invalid Date)(?![\w-])/;
const WORD_OF_JSON = /(?<![\w-])(?:undefined|NaN|Invalid DateTime|Invalid Date)(?![\w-])/;

const PART = /\{\{[\s\S]*?\}\}/g;
/** What a model fills in, in any case, as n8n takes it. */
export const BY_MODEL = /\$fromai\s*\(/i;
const LITERAL = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`/g;

/** A part that makes one text of several values. Others pass on what the data have. */
const JOINS = /[+`]|\b(?:join|concat|replace\w*|String)\b/;

/** A part that names an empty text has no value on purpose. */
const MAY_BE_EMPTY = /''|""|``/;

/** The same as the whole of a cell or an identifier; a text with an object in it is meant by no one. */
const WHOLE = /^(?:undefined|null|NaN|Invalid DateTime|Invalid Date)$|\[object Object\]/;

/** Returns the word in place of a value that the data do not have, in a text by anyone. */
export const wordForNone = (text: string): string | undefined => WHOLE.exec(text)?.[0];

/** The parts of a text that the user has written. An answer of a model may be empty, which means "not set". */
const partsOf = (text: string): string[] => (text.match(PART) ?? []).filter((part) => !BY_MODEL.test(part));

/** Checks whether a model fills in all of a value that is not written. */
export const isByModel = (text: string): boolean => BY_MODEL.test(text) && partsOf(text).length === 0;

/** Returns the broken rule of a text with a part that has no value, or that holds a word which no one wrote. */
export function spoiledRule(key: string, expressed: Expressed): BrokenRule | undefined {
	const { written, value, evaluate } = expressed;
	const text = written.slice(1);
	const parts = partsOf(text);
	const isWhole = parts[0] === text.trim();
	if (!isWhole && !evaluate) return undefined;
	for (const part of parts) {
		const given = isWhole ? value : evaluate?.(part);
		if (isNothing(given) && !MAY_BE_EMPTY.test(part))
			return broken(key, 'empty', `has an empty part: ${asWritten(`=${part}`)} has no value`);
		const word = [given].flat().flatMap((each) => spoiledWord(each, part, expressed) ?? [])[0];
		if (word !== undefined)
			return broken(key, 'spoiled', `holds ${word}, which ${asWritten(`=${part}`)} left in it`);
	}
	return undefined;
}

function spoiledWord(given: unknown, part: string, { evaluate, isJson }: Expressed): string | undefined {
	if (typeof given === 'number' && !Number.isFinite(given)) return String(given);
	if (typeof given !== 'string') return undefined;
	const word = (isJson ? WORD_OF_JSON : WORD).exec(given)?.[0];
	if (word === undefined || given.trim() === word) return word;
	const isWritten = part.match(LITERAL)?.some((literal) => literal.includes(word));
	return !JOINS.test(part) || isWritten === true || isOfData(evaluate?.('{{ $json }}'), word)
		? undefined
		: word;
}

/** Checks whether a text of the item's data has the word beside others: someone wrote it. */
const isOfData = (data: unknown, word: string): boolean =>
	typeof data === 'string'
		? data.trim() !== word && data.includes(word)
		: typeof data === 'object' && data !== null && Object.values(data).some((each) => isOfData(each, word));

/** Returns an expression as the editor shows it, without its mark. */
export function asWritten(expression: string): string {
	const text = expression.slice(1).trim();
	return text.length > 100 ? `${text.slice(0, 99)}…` : text;
}
