/** Short pieces of TypeScript, compiled in one program: what the compiler says about each of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const ROOT = join(__dirname, '../../../..');

export interface Snippet {
	/** What it is called in the answer, the same for no other one. */
	readonly name: string;
	readonly code: string;
}

/** A program over one file that exists in memory only. */
export interface Compiled {
	readonly program: ts.Program;
	/** The compiler's messages by the name of the snippet; those that fit have none. */
	readonly messages: ReadonlyMap<string, readonly string[]>;
}

/**
 * Compiles snippets as statements of one file, by the settings of this package.
 *
 * @param path Where the file would be, from the root of the package.
 * @param head What precedes the snippets, such as their imports.
 */
export function compile(path: string, head: string, snippets: readonly Snippet[]): Compiled {
	const file = join(ROOT, path);
	const text = [head, ...snippets.map(({ code }) => code)].join('\n');
	const options = { ...settings(), noEmit: true, noUnusedLocals: false, noUnusedParameters: false };
	const host = ts.createCompilerHost(options);
	const readFile = host.readFile.bind(host);
	const fileExists = host.fileExists.bind(host);
	host.readFile = (name) => (name === file ? text : readFile(name));
	host.fileExists = (name) => name === file || fileExists(name);
	const program = ts.createProgram([file], options, host);
	const source = program.getSourceFile(file);
	const messages = new Map<string, string[]>();
	for (const found of [
		...program.getSyntacticDiagnostics(source),
		...program.getSemanticDiagnostics(source),
	]) {
		const name = snippetAt(found.start ?? 0, head, snippets);
		messages.set(name, [...(messages.get(name) ?? []), ...inWords(found)]);
	}
	return { program, messages };
}

function settings(): ts.CompilerOptions {
	const file = join(ROOT, 'tsconfig.json');
	const { config } = ts.parseConfigFileTextToJson(file, readFileSync(file, 'utf8')) as {
		config: { compilerOptions: object };
	};
	return ts.convertCompilerOptionsFromJson({ ...config.compilerOptions, types: ['node'] }, ROOT).options;
}

/** The name of the snippet that has the character at an offset. */
function snippetAt(offset: number, head: string, snippets: readonly Snippet[]): string {
	let end = head.length;
	if (offset <= end) return 'head';
	return snippets.find(({ code }) => (end += code.length + 1) > offset)?.name ?? 'end';
}

/** A message with its reasons and hints, a line each. */
const inWords = ({ messageText, relatedInformation = [] }: ts.Diagnostic): string[] =>
	[messageText, ...relatedInformation.map((related) => related.messageText)].flatMap((text) =>
		ts
			.flattenDiagnosticMessageText(text, '\n')
			.split('\n')
			.map((line) => line.trim()),
	);
