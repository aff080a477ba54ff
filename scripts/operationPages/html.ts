/** Texts inside of HTML, on one line: an empty line would end the HTML of a page in Markdown. */

/** Any text. */
export const escape = (text: string): string =>
	text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;')
		.replace(/\s*\n\s*/g, '<br>');

const ANCHOR = /&lt;a href=&quot;([^&]+)&quot;[^;]*?&gt;(.*?)&lt;\/a&gt;/g;
const MARK = /&lt;(\/?)(b|i|code)&gt;|&lt;br ?\/?&gt;/g;

/** A description of n8n's, which is HTML: it may have links, marks and characters by their names. */
export const described = (text: string): string =>
	escape(text)
		.replace(/&amp;(#?\w+;)/g, '&$1')
		.replace(ANCHOR, '<a href="$1">$2</a>')
		.replace(MARK, (_, end: string | undefined, name: string | undefined) =>
			name === undefined ? '<br>' : `<${end ?? ''}${name}>`,
		);

/** A text between its tags. */
export const tag = (name: string, kind: string, content: string): string =>
	`<${name} class="${kind}">${content}</${name}>`;
