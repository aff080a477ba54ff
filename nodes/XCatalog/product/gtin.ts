import { quoted, violation, type Violation } from './violation';

/**
 * Finds what looks wrong about a GTIN. Spaces and hyphens only group the digits and are ignored.
 *
 * UPC, EAN and JAN have 8, 12, 13 or 14 digits, weighted 3 and 1 from the right. An ISBN of ten digits is weighted 10
 * to 2, modulo 11, and X means ten.
 *
 * @see GS1 General Specifications (check digit) and ISO 2108 (ISBN)
 */
export function gtinDoubt(text: string): Violation | undefined {
	const digits = text.replace(/[\s-]/g, '').toUpperCase();
	if (digits.length === 10 && /^\d{9}[\dX]$/.test(digits)) return checkDigit(text, digits, isbn10(digits));
	if (/^\d(?:[.,]\d+)?E\+?\d+$/.test(digits))
		return violation(
			'digits',
			`has lost its last digits (it is ${quoted(text)}), as Excel and other spreadsheets write long numbers: format the column as text and export again`,
		);
	if (!/^\d+$/.test(digits)) return violation('digits', `does not consist of digits (it is ${quoted(text)})`);
	if ([8, 12, 13, 14].includes(digits.length)) return checkDigit(text, digits, gs1(digits));
	const lost = [7, 11].includes(digits.length)
		? '; a spreadsheet such as Excel may have dropped a leading zero'
		: '';
	return violation(
		'length',
		`has ${digits.length} digits, where 8, 12, 13 or 14 are usual (10 for an ISBN)${lost} (it is ${quoted(text)})`,
	);
}

const checkDigit = (text: string, digits: string, expected: string): Violation | undefined =>
	digits.endsWith(expected)
		? undefined
		: violation(
				'checkDigit',
				`has a wrong check digit: the last place should be ${expected} (it is ${quoted(text)})`,
			);

function gs1(digits: string): string {
	let sum = 0;
	for (let i = digits.length - 2, weight = 3; i >= 0; i--, weight = 4 - weight)
		sum += Number(digits[i]) * weight;
	return String((10 - (sum % 10)) % 10);
}

function isbn10(digits: string): string {
	let sum = 0;
	for (let i = 0; i < 9; i++) sum += Number(digits[i]) * (10 - i);
	const check = (11 - (sum % 11)) % 11;
	return check === 10 ? 'X' : String(check);
}
