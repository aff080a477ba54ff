/** The project's TypeScript files, as the tests of its style read them. */
import { readdirSync, readFileSync } from 'fs';
import { memoize, once } from 'lodash';
import { join } from 'path';
import ts from 'typescript';

const ROOT = join(__dirname, '../../../..');

export interface SourceFile {
	/** Relative to the project. */
	readonly path: string;
	readonly text: string;
	/** Parsed when it is first asked for: a test that reads texts alone needs none. */
	readonly tree: ts.SourceFile;
}

interface Line {
	/** `path:line`. */
	readonly at: string;
	readonly text: string;
}

export function parse(path: string, text: string): SourceFile {
	const tree = once(() => ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true));
	return {
		path,
		text,
		get tree() {
			return tree();
		},
	};
}

const filesIn = memoize((top: string) =>
	readdirSync(join(ROOT, top), { recursive: true, encoding: 'utf8' })
		.filter((name) => /\.m?ts$/.test(name))
		.map((name) => `${top}/${name}`)
		.sort()
		.map((path) => parse(path, readFileSync(join(ROOT, path), 'utf8'))),
);

/** The files in folders of the project; each is parsed once. */
export const sourceFiles = (...folders: readonly string[]): SourceFile[] =>
	folders.flatMap((folder) =>
		filesIn(folder.split('/')[0] ?? '').filter(({ path }) => path.startsWith(`${folder}/`)),
	);

/** Where a node begins, as an editor opens it. */
export const placeOf = ({ path, tree }: SourceFile, node: ts.Node): string =>
	`${path}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;

/** The nodes of a file that `is` accepts. */
export function nodesOf<T extends ts.Node>(tree: ts.SourceFile, is: (node: ts.Node) => node is T): T[] {
	const found: T[] = [];
	const visit = (node: ts.Node): void => {
		if (is(node)) found.push(node);
		ts.forEachChild(node, visit);
	};
	visit(tree);
	return found;
}

const isText = (node: ts.Node): node is ts.LiteralLikeNode =>
	ts.isLiteralExpression(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);

/** The lines of all comments. Texts and patterns are blanked first, as they may contain what looks like a comment. */
export const commentLines = memoize(({ path, tree }: SourceFile): Line[] => {
	let code = '';
	for (const literal of nodesOf(tree, isText)) {
		code += tree.text.slice(code.length, literal.getStart());
		code += ' '.repeat(literal.getEnd() - code.length);
	}
	code += tree.text.slice(code.length);
	return [...code.matchAll(/\/\/.*|\/\*[^]*?\*\//g)].flatMap(({ 0: comment, index }) => {
		const first = tree.getLineAndCharacterOfPosition(index).line + 1;
		return comment.split('\n').map((text, below) => ({ at: `${path}:${first + below}`, text }));
	});
});
