/** Where a record has its fields, and what is written there for new ones. */
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';
import type { Imports } from './imports';
import { member } from './place';
import { COLLECTIONS, type Entry } from './record';

/** A record as it is written, and the file that has it. */
export interface WrittenRecord {
	/** Its name is the path from the root of the repository. */
	readonly file: ts.SourceFile;
	readonly object: ts.ObjectLiteralExpression;
}

/** Follows a record to its object: an argument of `op`, or a constant of this or another file. */
export function recordIn(
	root: string,
	file: ts.SourceFile,
	expression: ts.Expression | undefined,
): WrittenRecord | undefined {
	if (!expression) return undefined;
	if (ts.isObjectLiteralExpression(expression)) return { file, object: expression };
	if (ts.isCallExpression(expression)) return recordIn(root, file, expression.arguments[0]);
	if (!ts.isIdentifier(expression)) return undefined;
	const own = constantIn(file, expression.text);
	if (own) return recordIn(root, file, own);
	const imported = importOf(file, expression.text);
	const source = imported && openedFrom(root, file, imported.from);
	return source && recordIn(root, source, constantIn(source, imported.name));
}

function constantIn(file: ts.SourceFile, name: string): ts.Expression | undefined {
	return file.statements
		.filter(ts.isVariableStatement)
		.flatMap(({ declarationList }) => declarationList.declarations)
		.find((declaration) => declaration.name.getText(file) === name)?.initializer;
}

function importOf(file: ts.SourceFile, local: string): { from: string; name: string } | undefined {
	for (const { importClause, moduleSpecifier } of file.statements.filter(ts.isImportDeclaration)) {
		const bindings = importClause?.namedBindings;
		if (!bindings || !ts.isNamedImports(bindings) || !ts.isStringLiteral(moduleSpecifier)) continue;
		const found = bindings.elements.find(({ name }) => name.text === local);
		if (found) return { from: moduleSpecifier.text, name: (found.propertyName ?? found.name).text };
	}
	return undefined;
}

function openedFrom(root: string, file: ts.SourceFile, from: string): ts.SourceFile | undefined {
	const base = posix.join(posix.dirname(file.fileName), from);
	const path = [`${base}.ts`, `${base}/index.ts`].find((each) => existsSync(join(root, each)));
	if (path === undefined) return undefined;
	return ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true);
}

type Insertion = readonly [position: number, text: string];

/**
 * What is written into a record for new fields. Fields of a constant that others have, too, stay as they are: the
 * record spreads them beside its own.
 *
 * @param method The HTTP method, by which the collection of optional fields goes.
 */
export function insertions(
	record: ts.ObjectLiteralExpression,
	entries: readonly Entry[],
	method: string,
	imports: Imports,
): Insertion[] {
	const builder = COLLECTIONS[method] ?? 'options';
	const top = entries.filter(({ isRequired }) => isRequired).map(({ code }) => code);
	const optional = entries.filter(({ isRequired }) => !isRequired).map(({ code }) => code);
	const collected = () => `...${imports.use('fields', builder)}({ ${optional.join(', ')} })`;
	const all = () => [...top, ...(optional.length > 0 ? [collected()] : [])];
	const fields = fieldsOf(record);
	if (typeof fields === 'string')
		return [atEnd(record, [`fields: { ${[fields, ...all()].filter((code) => code !== '').join(', ')} }`])];
	const calls = ts.isObjectLiteralExpression(fields) ? spreadsOf(fields) : [fields];
	const collection = optional.length > 0 ? argumentOf(calls, builder) : undefined;
	if (collection && (ts.isObjectLiteralExpression(fields) || top.length === 0)) {
		const above = top.length > 0 && ts.isObjectLiteralExpression(fields) ? [atEnd(fields, top)] : [];
		return [...above, atEnd(collection, optional)];
	}
	if (ts.isObjectLiteralExpression(fields)) return [atEnd(fields, all())];
	return [
		[fields.getStart(), '{ ...'],
		[fields.end, `, ${all().join(', ')} }`],
	];
}

/**
 * The fields of a record: the member `fields`, or an argument of what reads an entity. Where the record spreads a
 * constant, this is the code that spreads the fields of it.
 */
function fieldsOf(record: ts.ObjectLiteralExpression): ts.Expression | string {
	const own = member(record, 'fields');
	if (own) return own;
	const spread = spreadsOf(record);
	for (const { arguments: given } of spread.filter(ts.isCallExpression)) {
		const found = given.find(ts.isObjectLiteralExpression) ?? given[1];
		if (found) return found;
	}
	return spread
		.filter(ts.isIdentifier)
		.map(({ text }) => `...${text}.fields`)
		.join(', ');
}

const spreadsOf = (object: ts.ObjectLiteralExpression): ts.Expression[] =>
	object.properties.filter(ts.isSpreadAssignment).map(({ expression }) => expression);

/** The members of a collection, where these calls make one. */
const argumentOf = (
	calls: readonly ts.Expression[],
	builder: string,
): ts.ObjectLiteralExpression | undefined =>
	calls
		.filter(ts.isCallExpression)
		.find((call) => call.expression.getText() === builder)
		?.arguments.find(ts.isObjectLiteralExpression);

function atEnd(object: ts.ObjectLiteralExpression, code: readonly string[]): Insertion {
	const { properties } = object;
	const comma = properties.length > 0 && !properties.hasTrailingComma ? ', ' : ' ';
	return [properties.end, `${comma}${code.join(', ')}`];
}
