/** Rows of the tables in test/facts, one to a line, so that a change shows what it adds. */
import { isEqual } from 'lodash';

/** JSON on one line, with blanks, as the tables have it. */
export function onOneLine(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	const members = Object.entries(value).filter(([, member]) => member !== undefined);
	return `{${members.map(([key, member]) => `${JSON.stringify(key)}: ${onOneLine(member)}`).join(', ')}}`;
}

/** The part of a path that says what it is about: `/2/communities`. */
const subjectOf = (route: string): string => (route.split(' ')[1] ?? '').split('/').slice(0, 3).join('/');

/** A line of a table that is about a route, with its comma or without. */
const ROUTE = /^\t\t(?:\{"route": )?"((?:GET|POST|PUT|DELETE) [^"]+)"/;

/**
 * The table with one row more, behind those about the same things.
 *
 * @param text The table as it is written.
 * @param row The row without its comma.
 */
export function withRow(text: string, route: string, row: string): string {
	const lines = text.split('\n');
	const routes = lines.flatMap((line, index) => {
		const [, found] = ROUTE.exec(line) ?? [];
		return found === undefined ? [] : [{ index, route: found }];
	});
	const near = routes.filter((entry) => subjectOf(entry.route) === subjectOf(route));
	const after = (near.at(-1) ?? routes.at(-1))?.index;
	if (after === undefined) throw new Error('The table has no row.');
	const before = lines[after] ?? '';
	const isLast = !before.endsWith(',');
	lines.splice(after, 1, isLast ? `${before},` : before, `\t\t${row}${isLast ? '' : ','}`);
	return checked(text, lines.join('\n'));
}

/**
 * The line of a route, without its indentation and comma.
 *
 * @param text The table as it is written.
 */
export function lineOfRoute(text: string, route: string): string {
	const line = text.split('\n').find((each) => ROUTE.exec(each)?.[1] === route);
	if (line === undefined) throw new Error(`The table has no line of ${route}.`);
	return line.trim().replace(/,$/, '');
}

/** The table with another line in place of one. */
export function withLine(text: string, line: string, instead: string): string {
	if (!text.includes(line)) throw new Error(`The table has no line ${line.slice(0, 80)}.`);
	return checked(
		text,
		text.replace(line, () => instead),
	);
}

/** The new text, if it is a table and another one than before. */
function checked(before: string, after: string): string {
	if (isEqual(JSON.parse(before), JSON.parse(after))) throw new Error('The table would stay as it is.');
	return after;
}
