/** What new parameters of an operation change that a node offers already. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sortBy } from 'lodash';
import type { Operation, Parameter } from '../../test/facts';
import { lineOf } from '../facts/differences';
import { rowDifferences } from '../facts/operations';
import type { OperationRow } from '../facts/description';
import { Imports, withEdits } from './imports';
import { fileOf, labelOf, member, recordsOf, type RecordPlace } from './place';
import type { Published } from './published';
import { entriesOf } from './record';
import { insertions, recordIn } from './recordFields';
import { lineOfRoute, onOneLine, withLine } from './tables';
import type { Changes } from './write';

/** New fields: what is written, and what a person decides. */
export interface FieldAddition {
	/** Not formatted yet. */
	readonly changes: Changes;
	readonly operation: Published;
	readonly names: readonly string[];
	/** The operation in messages and tests, e.g. `xCore.community.search`. */
	readonly label: string;
	readonly file: string;
	/** Further operations that send the same route. */
	readonly others: readonly string[];
	/** Other differences between the facts and the description, which stay. */
	readonly left: readonly string[];
}

const CORE = 'test/facts/core.json';

/**
 * Works out what the new parameters of an operation change.
 *
 * @throws Error where it has none, or where no record can take them.
 */
export function fieldsOf(root: string, operation: Published, fact: Operation): FieldAddition {
	const { row } = operation;
	const records = recordsOf(fact.route);
	const added = addedTo(fact, row);
	refuseOthers(fact, row, records, added);
	const found = writtenRecord(root, fact, records);
	if (!found) throw new Error(`No node has a record of ${fact.route} as an object.`);
	const { record, file, object } = found;
	const path = file.fileName;
	const imports = new Imports(file);
	const entries = added.flatMap((parameter) => entriesOf(operation, parameter, imports));
	const [method = ''] = row.route.split(' ');
	const edits = insertions(object, entries, method, imports);
	const core = readFileSync(join(root, CORE), 'utf8');
	const line = lineOfRoute(core, fact.route);
	const before = JSON.parse(line) as Operation;
	const left = rowDifferences(withParameters(fact, added), row).map(lineOf);
	// A row says one version: that of the description once nothing else differs.
	const spec = left.length === 0 ? { spec: row.spec } : {};
	const changed = { ...withParameters(before, added), ...spec };
	return {
		changes: new Map([
			[CORE, withLine(core, line, onOneLine(changed))],
			[path, withEdits(file.text, [...imports.edits(), ...edits])],
		]),
		operation,
		names: added.map(({ name }) => name),
		label: labelOf(record, record.key),
		file: path,
		others: records.filter((each) => each !== record).map((each) => labelOf(each, each.key)),
		left,
	};
}

/** The record with most of the documented names: further ones make something else of the same request. */
function writtenRecord(root: string, fact: Operation, records: readonly RecordPlace[]) {
	const documented = [...fact.parameters, ...(fact.body?.fields ?? [])].map(({ name }) => name);
	const known = ({ resource, key }: RecordPlace) =>
		Object.entries(resource.operations[key]?.fields ?? {}).filter(([name, { wire = name }]) =>
			documented.includes(wire),
		).length;
	for (const record of sortBy(records, (each) => -known(each))) {
		const { file, operations } = fileOf(root, record);
		const written = recordIn(root, file, member(operations, record.key));
		if (written) return { record, ...written };
	}
	return undefined;
}

const isIn = (list: readonly Parameter[], { name, in: place }: Parameter): boolean =>
	list.some((other) => other.in === place && (other.name === name || other.alias === name));

/** Parameters, and outermost members of the body, that only the description has. */
function addedTo(fact: Operation, row: OperationRow): Parameter[] {
	const members = fact.body ? (row.body?.fields ?? []) : [];
	return [
		...row.parameters.filter((parameter) => !isIn(fact.parameters, parameter)),
		...members.filter((parameter) => !isIn(fact.body?.fields ?? [], parameter)),
	];
}

function refuseOthers(
	fact: Operation,
	row: OperationRow,
	records: readonly RecordPlace[],
	added: readonly Parameter[],
): void {
	const names = records.map((record) => labelOf(record, record.key));
	const where =
		records.length > 0
			? `${names.join(' and ')} ${records.length > 1 ? 'offer' : 'offers'} it`
			: 'no node offers it, for the reason in test/unit/tree/support/notOffered.ts';
	const known = `The facts have ${fact.route} already, and ${where}.`;
	const lines = rowDifferences(fact, row).map((difference) => `  ${lineOf(difference)}`);
	if (lines.length === 0) throw new Error(`${known} X describes it as the facts do.`);
	if (added.length > 0 && records.length > 0) return;
	throw new Error(`${known} X has changed it since, in a way that is written by hand:\n${lines.join('\n')}`);
}

/** A row, of the facts or as the table has it, with more parameters. */
function withParameters<T extends Pick<Operation, 'parameters' | 'body'>>(
	row: T,
	added: readonly Parameter[],
): T {
	const ofBody = added.filter((parameter) => parameter.in === undefined);
	const others = added.filter((parameter) => parameter.in !== undefined);
	return {
		...row,
		parameters: [...row.parameters, ...others],
		...(row.body && ofBody.length > 0 && { body: { ...row.body, fields: [...row.body.fields, ...ofBody] } }),
	};
}
