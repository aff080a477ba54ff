import { asText } from './text';

/** A line of CSV by RFC 4180 (https://www.rfc-editor.org/rfc/rfc4180): commas, CRLF, quotation marks where needed. */
export const csvLine = (cells: readonly unknown[]): string => `${cells.map(cell).join(',')}\r\n`;

const cell = (value: unknown): string => {
	const text = asText(value);
	return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
