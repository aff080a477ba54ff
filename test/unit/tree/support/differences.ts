/** Where the records differ from the documentation, as lines; and the tables that explain lines, each with a reason. */
import { findOperation, type Operation } from '../../../facts';
import { words } from '../../../../nodes/shared/util/text';
import { records, type NodeRecord } from './records';

/** Reasons by the line that they explain. */
export type Explained = Readonly<Record<string, string>>;

/** Lines that begin alike and go on with one of several words, for one reason. */
export const each = (start: string, ends: string, reason: string): Explained =>
	Object.fromEntries(words(ends).map((end) => [start + end, reason]));

/** Lines without a reason, and reasons without a line: both must be fixed. */
export function unexplained(lines: readonly string[], reasons: Explained): string[] {
	const found = new Set(lines);
	return [
		...[...found].filter((line) => !Object.hasOwn(reasons, line)),
		...Object.keys(reasons)
			.filter((line) => !found.has(line))
			.map((line) => `no longer needed: ${line}`),
	].sort();
}

/** Runs a check on every record with a documented route. */
export const differences = (check: (record: NodeRecord, operation: Operation) => string[]): string[] =>
	records().flatMap((record) => {
		const operation = findOperation(record.operation.route);
		return operation ? check(record, operation).map((line) => `${record.label}: ${line}`) : [];
	});
