/** Where the records differ from the documentation, as lines; and the tables that explain lines, each with a reason. */
import { findOperation, type Operation, type Parameter } from '../../../facts';
import { records, type NodeRecord } from './records';

/** Reasons by the line that they explain. */
export type Explained = Readonly<Record<string, string>>;

/** Lines that no reason explains, and reasons that explain no line: both are to be mended. */
export function unexplained(lines: readonly string[], reasons: Explained): string[] {
	const found = new Set(lines);
	return [
		...[...found].filter((line) => !Object.hasOwn(reasons, line)),
		...Object.keys(reasons)
			.filter((line) => !found.has(line))
			.map((line) => `no longer needed: ${line}`),
	].sort();
}

/** A documented parameter, with its place; members of a body have the place `body`. */
export interface Placed {
	readonly place: 'path' | 'query' | 'header' | 'body';
	readonly parameter: Parameter;
}

/**
 * Every parameter of an operation, the outermost members of its body among them. Of a batch, the members that its
 * entries can have: the entries themselves are made of the input items.
 */
export const parametersOf = ({ parameters, body }: Operation): Placed[] => {
	const fields = body?.fields ?? [];
	const ofEntries = fields.flatMap(({ fieldsBy }) =>
		Object.values(fieldsBy ?? {}).flatMap((byValue) => Object.values(byValue).flat()),
	);
	return [
		...parameters.map((parameter) => ({ place: parameter.in ?? ('query' as const), parameter })),
		...(ofEntries.length > 0 ? ofEntries : fields).map((parameter) => ({
			place: 'body' as const,
			parameter,
		})),
	];
};

/**
 * Runs a check on every record with a documented route.
 *
 * @param check Gives a line for each difference.
 */
export const differences = (check: (record: NodeRecord, operation: Operation) => string[]): string[] =>
	records().flatMap((record) => {
		const operation = findOperation(record.operation.route);
		return operation ? check(record, operation).map((line) => `${record.label}: ${line}`) : [];
	});
