/**
 * What is wrong with a GTIN, or undefined.
 * UPC, EAN and JAN (8, 12, 13 or 14 digits) weigh their digits 3 and 1 from the right; a ten-place ISBN weighs 10 to 2
 * and counts modulo 11, with X for ten. Spaces and hyphens are how people group the digits and do not count.
 * Source: GS1 General Specifications, check digit; ISO 2108 for ISBN; catalog brief, field `gtin`.
 */
export function gtinProblem(text: string): string | undefined {
	const digits = text.replace(/[\s-]/g, '').toUpperCase();
	if (digits.length === 10 && /^\d{9}[\dX]$/.test(digits)) return wrong(digits, isbn10(digits));
	if (!/^\d+$/.test(digits)) return 'must consist of digits';
	if (![8, 12, 13, 14].includes(digits.length)) {
		return `must have 8, 12, 13 or 14 digits (10 for an ISBN), not ${digits.length}`;
	}
	return wrong(digits, gs1(digits));
}

const wrong = (digits: string, expected: string) =>
	digits.endsWith(expected) ? undefined : `has a wrong check digit: the last place should be ${expected}`;

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
