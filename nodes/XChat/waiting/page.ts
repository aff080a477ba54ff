/** Builds the pages of a question. They have no scripts, and everything that is not of the package is escaped. */
import { escape } from 'lodash';
import type { Input, Question } from './question';

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
export type Entered = Readonly<Record<string, readonly string[]>>;

/** Names an input in the request: labels may be anything. */
export const nameOf = (index: number): string => `field-${index}`;

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
