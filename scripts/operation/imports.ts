/** Names that a piece of code uses, and the imports that a file needs for them. */
import ts from 'typescript';

/** Where the vocabulary of records lives, as the files of resources import it. */
export const MODULES = {
	operation: '../../shared/operation/operation',
	fields: '../../shared/fields',
	locators: '../../shared/core/locators',
	selections: '../../shared/core/selections',
	common: '../../shared/core/common',
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
	private readonly constants = new Map<string, string>();

	/** @param file The file as it is. */
	constructor(private readonly file: ts.SourceFile) {
		for (const statement of file.statements) {
			if (ts.isImportDeclaration(statement)) this.recall(statement);
			if (ts.isVariableStatement(statement))
				for (const { name, initializer } of statement.declarationList.declarations) {
					this.taken.add(name.getText(file));
					if (initializer) this.constants.set(initializer.getText(file), name.getText(file));
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

	/**
	 * The name under which the file knows something; imported if it does not know it yet.
	 *
	 * @param module Where it comes from.
	 * @param name Its name there.
	 */
	use(module: Module, name: string): string {
		const from = MODULES[module];
		const found = [...this.known, ...this.added].find((entry) => entry.from === from && entry.name === name);
		if (found) return found.local;
		const local = this.taken.has(name) ? `${name}${ALIASES[module]}` : name;
		this.taken.add(local);
		this.added.push({ from, name, local });
		return local;
	}

	/** The constant of the file that has this value, or the value itself. */
	constantOf = (code: string): string => this.constants.get(code) ?? code;

	/** What changes in the file: position, and what is written there. */
	edits(): Array<readonly [position: number, text: string]> {
		const modules = [...new Set(this.added.map(({ from }) => from))];
		return modules.map((from) => {
			const names = this.added
				.filter((entry) => entry.from === from)
				.map(({ name, local }) => (name === local ? name : `${name} as ${local}`))
				.join(', ');
			const last = this.elementsOf(from)?.at(-1);
			if (last) return [last.getEnd(), `, ${names}`] as const;
			const imports = this.file.statements.filter(ts.isImportDeclaration);
			return [imports.at(-1)?.getEnd() ?? 0, `\nimport { ${names} } from '${from}';`] as const;
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
