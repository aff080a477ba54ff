/** Reads what a person has entered on the page of a question. */
import { castArray } from 'lodash';
import { DateTime } from 'luxon';
import { isObject } from '../../shared/util/lenient';
import { nameOf, type Entered } from './page';
import type { Input } from './question';

/** The longest answer to one field. */
const MOST = 10_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** Reads the inputs of a page from a request. Everything else in it is ignored. */
export function enteredIn(body: unknown, inputs: readonly Input[]): Entered {
	if (!isObject(body)) return {};
	return Object.fromEntries(
		inputs.map((_input, index) => {
			const given = castArray(body[nameOf(index)] ?? []);
			const texts = given.filter((each): each is string => typeof each === 'string');
			return [nameOf(index), texts.map((each) => each.slice(0, MOST + 1))];
		}),
	);
}

/** Returns the answers by the labels of their fields, or what is wrong with the first one that is not valid. */
export function answersOf(
	inputs: readonly Input[],
	entered: Entered,
): { readonly answers: Record<string, unknown> } | { readonly wrong: string } {
	const answers: Array<[label: string, value: unknown]> = [];
	for (const [index, input] of inputs.entries()) {
		const given = (entered[nameOf(index)] ?? []).map((each) => each.trim()).filter((each) => each !== '');
		const wrong = wrongWith(input, given);
		if (wrong !== undefined) return { wrong: `${input.label} ${wrong}` };
		answers.push([input.label, valueOf(input, given)]);
	}
	return { answers: Object.fromEntries(answers) };
}

function wrongWith({ type, choices, isRequired }: Input, given: readonly string[]): string | undefined {
	const [first] = given;
	if (first === undefined) return isRequired ? 'is required' : undefined;
	if (given.length > 1 && type !== 'checkbox') return 'takes one answer';
	if (given.some((each) => each.length > MOST))
		return `takes ${MOST.toLocaleString('en')} characters at most`;
	const isChoice = type === 'checkbox' || type === 'dropdown';
	if (isChoice && given.some((each) => !choices.includes(each))) return 'takes one of its choices only';
	if (type === 'number' && !Number.isFinite(Number(first))) return 'must be a number';
	const isDay = DAY.test(first) && DateTime.fromISO(first).isValid;
	if (type === 'date' && !isDay) return 'must be a date such as 2026-01-31';
	return type === 'email' && !EMAIL.test(first) ? 'must be an email address' : undefined;
}

function valueOf({ type }: Input, given: readonly string[]): unknown {
	if (type === 'checkbox') return given;
	const [first] = given;
	if (first === undefined) return null;
	return type === 'number' ? Number(first) : first;
}
