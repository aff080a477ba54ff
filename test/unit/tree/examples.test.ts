/** The examples in the comments of the vocabulary compile, and a mistake in a record is explained in words. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import * as fields from '../../../nodes/shared/fields';
import * as operation from '../../../nodes/shared/operation/operation';

const ROOT = join(__dirname, '../../..');
const FIELDS = ['basic', 'entity', 'modify', 'nested'].map((name) => `nodes/shared/fields/${name}.ts`);
const OPERATION = 'nodes/shared/operation/operation.ts';

const HEAD = `
import { ${Object.keys(fields).join(', ')} } from '../fields';
import { ${Object.keys(operation).join(', ')}, type Fields } from './operation';
import { entities } from '../model/entities';
const record = {
	route: 'GET /2/lists/{id}' as const,
	name: 'Get',
	action: 'Get a list',
	description: 'Get a list',
	auth: user('list.read'),
	fields: { id: id() },
};
`;

/** Something that is documented by an example: a builder of fields, or a member of a record. */
interface Documented {
	readonly name: string;
	readonly example: string | undefined;
}

const exampleOf = (node: ts.Node): string | undefined => {
	const tag = ts.getJSDocTags(node).find(({ tagName }) => tagName.text === 'example');
	return ts.getTextOfJSDocComment(tag?.comment);
};

const parsed = (path: string) =>
	ts.createSourceFile(path, readFileSync(join(ROOT, path), 'utf8'), ts.ScriptTarget.ES2022, true);

/** What a file exports. */
const exported = (path: string): Documented[] =>
	parsed(path).statements.flatMap((statement) => {
		const isExported =
			ts.canHaveModifiers(statement) &&
			ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
		if (!isExported) return [];
		const declared = ts.isVariableStatement(statement)
			? [...statement.declarationList.declarations]
			: ts.isFunctionDeclaration(statement)
				? [statement]
				: [];
		return declared.map((node) => ({
			name: `${path} ${node.name?.getText() ?? ''}`,
			example: exampleOf(node),
		}));
	});

/** What a record may have. */
function members(): Documented[] {
	const record = parsed(OPERATION)
		.statements.filter(ts.isInterfaceDeclaration)
		.find(({ name }) => name.text === 'OperationRecord');
	return (record?.members ?? []).map((member) => ({
		name: `${OPERATION} ${member.name?.getText() ?? ''}`,
		example: exampleOf(member),
	}));
}

/** Records with one mistake each, and what the compiler has to say about it. */
const MISTAKES: Readonly<Record<string, readonly [code: string, says: string]>> = {
	'a name of the route that is no field': [
		"op({ ...record, route: 'GET /2/lists/{id}/members/{user_id}' });",
		`Type '{ id: Field<string>; }' is not assignable to type '"The route names {user_id}, but fields has no member user_id"'.`,
	],
	'a check that blames what is no field': [
		"op({ ...record, *check() { yield broken('title', 'required', 'is required'); } });",
		`"check blames title, but fields has no member title"'.`,
	],
	'a check that reads what is no field': [
		'op({ ...record, *check({ title }) {} });',
		"Property 'title' does not exist on type",
	],
	'a member that no record has': ['op({ ...record, pagin: token(100) });', "Did you mean to write 'paging'?"],
	'a member that is left out': [
		"op({ route: 'GET /2/lists', name: 'Get', description: 'Get', auth: any(), fields: {} });",
		"Property 'action' is missing in type",
	],
	'a builder that is not called': [
		'op({ ...record, fields: { id: id } });',
		'Did you mean to call this expression?',
	],
	'a method that X does not have': [
		"op({ ...record, route: 'PATCH /2/lists/{id}' });",
		'Type \'"PATCH /2/lists/{id}"\' is not assignable to type',
	],
};

const mistakes: Snippet[] = Object.entries(MISTAKES).map(([name, [code]]) => ({ name, code }));

const snippet =
	(before: string, after: string) =>
	({ name, example }: Documented): Snippet[] =>
		example === undefined ? [] : [{ name, code: `${before}\n${example}\n${after}` }];

interface Snippet {
	/** What it is called in the answer, the same for no other one. */
	readonly name: string;
	readonly code: string;
}

/**
 * Compiles snippets, each in a file that exists in memory only, by the settings of this package.
 *
 * @returns The compiler's messages by the name of the snippet.
 */
function compile(snippets: readonly Snippet[]): ReadonlyMap<string, readonly string[]> {
	const texts = new Map(
		snippets.map(({ code }, index) => [join(ROOT, dirname(OPERATION), `${index}.ts`), HEAD + code]),
	);
	const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile.bind(ts.sys)) as {
		config: { compilerOptions: object };
	};
	const { options } = ts.convertCompilerOptionsFromJson(
		{
			...config.compilerOptions,
			types: ['node'],
			noEmit: true,
			noUnusedLocals: false,
			noUnusedParameters: false,
		},
		ROOT,
	);
	const host = ts.createCompilerHost(options);
	const readFile = host.readFile.bind(host);
	const fileExists = host.fileExists.bind(host);
	host.readFile = (file) => texts.get(file) ?? readFile(file);
	host.fileExists = (file) => texts.has(file) || fileExists(file);
	const program = ts.createProgram([...texts.keys()], options, host);
	return new Map(
		[...texts.keys()].map((file, index) => {
			const source = program.getSourceFile(file);
			const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
			return [snippets[index]?.name ?? '', found.flatMap(inWords)];
		}),
	);
}

/** A message with its reasons and hints, a line each. */
const inWords = ({ messageText, relatedInformation = [] }: ts.Diagnostic): string[] =>
	[messageText, ...relatedInformation.map((related) => related.messageText)].flatMap((text) =>
		ts
			.flattenDiagnosticMessageText(text, '\n')
			.split('\n')
			.map((line) => line.trim()),
	);

describe('the vocabulary of records', () => {
	const ofFields = FIELDS.flatMap(exported).flatMap(snippet('({', '}) satisfies Fields;'));
	const ofRecord = members().flatMap(snippet('op({ ...record,', '});'));
	const records = exported(OPERATION).flatMap(snippet('', ''));
	const examples = [...ofFields, ...ofRecord, ...records];
	let compiled: ReadonlyMap<string, readonly string[]>;

	beforeAll(() => {
		compiled = compile([...examples, ...mistakes]);
	});

	it('has examples that compile', () => {
		expect(examples.length).toBeGreaterThan(45);
		const messages = examples.flatMap(({ name }) =>
			(compiled.get(name) ?? ['not compiled']).map((message) => `${name}: ${message}`),
		);
		expect(messages).toEqual([]);
	});

	it.each(Object.entries(MISTAKES))('explains %s', (name, [, says]) => {
		expect(compiled.get(name)?.join('\n') ?? '').toContain(says);
	});
});
