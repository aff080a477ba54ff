/**
 * Keeps a question that waits for its answer, builds its pages and reads what a person enters there. Everything that the
 * pages need is stored when the question is sent: expressions of the form may have other values by then.
 */
import { randomBytes } from 'node:crypto';
import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { escape, castArray } from 'lodash';
import { DateTime } from 'luxon';
import { isObject } from '../../shared/util/lenient';

const inputSchema = z.object({
	label: z.string(),
	type: z.enum(['checkbox', 'date', 'dropdown', 'email', 'number', 'text', 'textarea']),
	choices: z.array(z.string()).default([]),
	placeholder: z.string().default(''),
	isRequired: z.boolean(),
});

const questionSchema = z.object({
	/** Names this question in its links, so that a link of an earlier question of the same node answers nothing. */
	key: z.string(),
	kind: z.enum(['approval', 'freeText', 'customForm']),
	title: z.string(),
	message: z.string(),
	/** Labels of the buttons. */
	approve: z.string(),
	disapprove: z.string(),
	submit: z.string(),
	inputs: z.array(inputSchema),
	/** The end of the wait, in milliseconds; undefined for a wait without a limit. */
	expiresAt: z.number().optional(),
	/** The place and time of the question, which the output repeats. */
	asked: z.record(z.string()),
});

/** A field of the page. */
export type Input = z.infer<typeof inputSchema>;
export type Question = z.infer<typeof questionSchema>;

/** Makes what every output has beside the answer. The time of the answer is null if none came. */
export const outcomeOf = ({ asked }: Pick<Question, 'asked'>, respondedAt: string | null) => ({
	asked,
	respondedAt,
	expired: respondedAt === null,
});

/** Characters that no one sees: they begin lines, hide words or turn them round. Three belong to words and emoji. */
const UNSEEN = /(?!\u200c|\u200d|\ufe0f)[\x7f-\x9f\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/gu;

/** Writes the input of a tool as JSON, so that no line of it can pass for a line of the message. */
export const inputAsText = (input: unknown): string =>
	JSON.stringify(input, null, 2).replace(UNSEEN, (each) =>
		each.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
	);

export const newKey = (): string => randomBytes(9).toString('base64url');

/** The member of the node's context, which n8n stores with the execution. */
const MEMBER = 'question';

export function keepQuestion(context: Pick<IExecuteFunctions, 'getContext'>, question: Question): void {
	context.getContext('node')[MEMBER] = JSON.stringify(question);
}

/** Reads the question that the execution waits with. Returns undefined if it waits somewhere else. */
export function keptQuestion(context: IWebhookFunctions): Question | undefined {
	// A webhook reads the context of a node by an expression only. Braces in a name would end the expression.
	const name = JSON.stringify(context.getNode().name).replace(/[{}]/g, (brace) =>
		brace === '{' ? '\\u007b' : '\\u007d',
	);
	const stored = context.evaluateExpression(`{{ $node[${name}].context.${MEMBER} }}`);
	if (typeof stored !== 'string') return undefined;
	return questionSchema.safeParse(JSON.parse(stored)).data;
}

const STYLE = `
*{box-sizing:border-box}
body{margin:0;background:#fbfcfe;color:#525356;font:16px/1.5 "Open Sans",system-ui,sans-serif}
main{max-width:480px;margin:24px auto;padding:24px;background:#fff;border:1px solid #dbdfe7;border-radius:8px}
h1{margin:0 0 12px;font-size:20px;font-weight:400}
p{margin:0 0 16px;white-space:pre-wrap;overflow-wrap:anywhere}
label,legend{display:block;margin:12px 0 4px;font-weight:600}
fieldset{margin:0;padding:0;border:0}
fieldset label{font-weight:400;margin:4px 0}
input:not([type=checkbox]),select,textarea{width:100%;padding:8px;border:1px solid #dbdfe7;border-radius:6px;font:inherit}
button{margin-top:20px;padding:12px 24px;border:0;border-radius:6px;background:#c63c2a;color:#fff;font:inherit;font-weight:600;cursor:pointer}
.wrong{color:#b3261e}`;

const page = (title: string, content: string): string =>
	`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escape(title)}</title><style>${STYLE}</style></head>
<body><main><h1>${escape(title)}</h1>${content}</main></body></html>`;

const paragraph = (text: string, look = ''): string => (text === '' ? '' : `<p${look}>${escape(text)}</p>`);

/** The headers of a page: nothing of it runs, is framed, is stored, or gives another site its address. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
	'Cache-Control': 'no-store',
	'Content-Security-Policy':
		"default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; sandbox allow-forms",
	'Content-Type': 'text/html; charset=utf-8',
	'Referrer-Policy': 'no-referrer',
	'X-Content-Type-Options': 'nosniff',
	'X-Frame-Options': 'DENY',
};

/** Builds the page for an answer that was taken, in n8n's own words. */
export const thanksPage = (): string => page('Got it, thanks', paragraph('This page can be closed now'));

export const endedPage = (): string =>
	page(
		'No action required',
		paragraph('This question was answered already, its time is over, or a newer one has taken its place.'),
	);

/** Builds the page of an approval: one button for what the link stands for. Only pressing it decides. */
export const approvalPage = ({ title, message, approve, disapprove }: Question, approved: boolean): string =>
	page(
		title,
		`${paragraph(message)}<form method="post"><button>${escape(approved ? approve : disapprove)}</button></form>`,
	);

/** The answers of a person, by the names of the inputs. */
type Entered = Readonly<Record<string, readonly string[]>>;

/** Names an input in the request: labels may be anything. */
const nameOf = (index: number): string => `field-${index}`;

/** Builds the page of a text or a form. */
export const formPage = (
	{ title, message, inputs, submit }: Question,
	entered: Entered = {},
	wrong = '',
): string => {
	const fields = inputs.map((input, index) => fieldOf(input, nameOf(index), entered[nameOf(index)] ?? []));
	return page(
		title,
		`${paragraph(message)}${paragraph(wrong, ' class="wrong" role="alert"')}<form method="post">${fields.join('')}<button>${escape(submit)}</button></form>`,
	);
};

function fieldOf(input: Input, name: string, values: readonly string[]): string {
	const { label, type, choices, placeholder, isRequired } = input;
	const title = `${escape(label)}${isRequired ? ' *' : ''}`;
	const needed = isRequired ? ' required' : '';
	const [value = ''] = values;
	if (type === 'checkbox') {
		const boxes = choices.map((choice) => {
			const isChecked = values.includes(choice) ? ' checked' : '';
			return `<label><input type="checkbox" name="${name}" value="${escape(choice)}"${isChecked}> ${escape(choice)}</label>`;
		});
		return `<fieldset><legend>${title}</legend>${boxes.join('')}</fieldset>`;
	}
	const rest = `id="${name}" name="${name}"${needed}`;
	const look = placeholder === '' ? '' : ` placeholder="${escape(placeholder)}"`;
	if (type === 'dropdown') {
		const menu = ['', ...choices].map(
			(choice) =>
				`<option value="${escape(choice)}"${choice === value ? ' selected' : ''}>${escape(choice)}</option>`,
		);
		return `<label for="${name}">${title}</label><select ${rest}>${menu.join('')}</select>`;
	}
	if (type === 'textarea')
		return `<label for="${name}">${title}</label><textarea rows="4" ${rest}${look}>${escape(value)}</textarea>`;
	const step = type === 'number' ? ' step="any"' : '';
	return `<label for="${name}">${title}</label><input type="${type}" ${rest}${look}${step} value="${escape(value)}">`;
}

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
