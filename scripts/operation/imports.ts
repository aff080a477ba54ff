/** Names that a piece of code uses, and the imports that a file needs for them. */
import { posix } from 'node:path';
import { groupBy } from 'lodash';
import ts from 'typescript';

/** Where the vocabulary of records lives. */
const MODULES = {
	operation: 'nodes/shared/operation/operation',
	fields: 'nodes/shared/fields',
	locators: 'nodes/shared/core/locators',
	selections: 'nodes/shared/core/selections',
	common: 'nodes/shared/core/common',
} as const;

export type Module = keyof typeof MODULES;

interface Known {
	readonly from: string;
	readonly name: string;
	readonly local: string;
}

/** The imports of a file, and those that new code adds to them. */
export class Imports {
	private readonly known: Known[] = [];
	private readonly added: Known[] = [];
	private readonly taken = new Set<string>();
	private readonly constants: Array<{ readonly code: string; readonly name: string }> = [];

	/** @param file The file as it is. */
	constructor(private readonly file: ts.SourceFile) {
		for (const statement of file.statements) {
			if (ts.isImportDeclaration(statement)) this.recall(statement);
			if (ts.isVariableStatement(statement))
				for (const { name, initializer } of statement.declarationList.declarations) {
					this.taken.add(name.getText(file));
					if (initializer) this.constants.push({ code: initializer.getText(file), name: name.getText(file) });
				}
		}
	}

	private recall(statement: ts.ImportDeclaration): void {
		const bindings = statement.importClause?.namedBindings;
		if (!bindings || !ts.isNamedImports(bindings) || !ts.isStringLiteral(statement.moduleSpecifier)) return;
		for (const { name, propertyName } of bindings.elements) {
			this.taken.add(name.text);
			this.known.push({
				from: statement.moduleSpecifier.text,
				name: (propertyName ?? name).text,
				local: name.text,
			});
		}
	}

	/** The name under which the file knows something; imported if it does not know it yet. */
	use(module: Module, name: string): string {
		const from = this.pathTo(module);
		const found = [...this.known, ...this.added].find((entry) => entry.from === from && entry.name === name);
		if (found) return found.local;
		const local = this.taken.has(name) ? `${name}${ALIASES[module]}` : name;
		this.taken.add(local);
		this.added.push({ from, name, local });
		return local;
	}

	/** A module as the file imports it. */
	private pathTo(module: Module): string {
		const path = posix.relative(posix.dirname(this.file.fileName), MODULES[module]);
		return path.startsWith('.') ? path : `./${path}`;
	}

	/**
	 * The constant of the file that has this value, or the value itself.
	 *
	 * @param fits Whether its name says what the value is for.
	 */
	constantOf = (code: string, fits: (name: string) => boolean): string =>
		this.constants.find((each) => each.code === code && fits(each.name))?.name ?? code;

	/** What changes in the file: position, and what is written there. Names go where the order of the others has them. */
	edits(): Array<readonly [position: number, text: string]> {
		return Object.entries(groupBy(this.added, 'from')).flatMap(([from, added]) => {
			const names = added
				.map(({ name, local }) => (name === local ? name : `${name} as ${local}`))
				.sort((one, other) => one.localeCompare(other, 'en'));
			const elements = this.elementsOf(from);
			if (elements) return insertedAmong(elements, names);
			const imports = this.file.statements.filter(ts.isImportDeclaration);
			return [[imports.at(-1)?.getEnd() ?? 0, `\nimport { ${names.join(', ')} } from '${from}';`] as const];
		});
	}

	private elementsOf(from: string): ts.NodeArray<ts.ImportSpecifier> | undefined {
		const found = this.file.statements
			.filter(ts.isImportDeclaration)
			.find(({ moduleSpecifier }) => ts.isStringLiteral(moduleSpecifier) && moduleSpecifier.text === from);
		const bindings = found?.importClause?.namedBindings;
		return bindings && ts.isNamedImports(bindings) ? bindings.elements : undefined;
	}
}

/** Types come last in an import, behind everything else. */
function insertedAmong(
	elements: ts.NodeArray<ts.ImportSpecifier>,
	names: readonly string[],
): Array<readonly [position: number, text: string]> {
	const nextTo = (name: string) =>
		elements.find((each) => each.isTypeOnly || each.getText().localeCompare(name, 'en') > 0);
	const last = elements.at(-1)?.getEnd() ?? elements.end;
	return Object.values(groupBy(names, (name) => nextTo(name)?.getStart() ?? last)).map((group) => {
		const next = nextTo(group[0] ?? '');
		return next
			? ([next.getStart(), `${group.join(', ')}, `] as const)
			: ([last, `, ${group.join(', ')}`] as const);
	});
}

/**
 * Text with several insertions.
 *
 * @param text A file as it is.
 * @param edits Position in it, and what is written there.
 */
export const withEdits = (text: string, edits: ReadonlyArray<readonly [number, string]>): string =>
	[...edits]
		.sort(([one], [other]) => other - one)
		.reduce((result, [at, added]) => result.slice(0, at) + added + result.slice(at), text);

/** What distinguishes names of the same spelling, e.g. `userAuth` and the locator `user`. */
const ALIASES: Readonly<Record<Module, string>> = {
	operation: 'Auth',
	fields: 'Field',
	locators: 'Locator',
	selections: 'Selection',
	common: 'Fields',
};
