/**
 * Takes out of the build what no one reads: modules that no node loads, because they made what the build stores
 * (startup.js) or have types alone, and three of four spaces of each indentation. Runs with the build.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';

const ROOT = resolve(__dirname, '..');
const DIST = join(ROOT, 'dist');

/** Bundled libraries keep their own form. */
const BUNDLES = join(DIST, 'nodes/shared/vendor');

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
	n8n: { nodes: string[]; credentials: string[] };
};

/** The files that a file of the build loads, at once or later. */
function loadedBy(file: string): string[] {
	const text = readFileSync(file, 'utf8');
	return [...text.matchAll(/\brequire\(["'](\.[^"']+)["']\)/g)].map(([, name = '']) => {
		const path = resolve(dirname(file), name);
		const found = [path, `${path}.js`, join(path, 'index.js')].find(
			(each) => /\.\w+$/.test(each) && existsSync(each),
		);
		if (found === undefined) throw new Error(`${file} loads ${name}, which is not there`);
		return found;
	});
}

/** Every file that n8n loads, from the nodes and credentials on. */
function loaded(): Set<string> {
	const found = new Set<string>();
	const next = [...manifest.n8n.nodes, ...manifest.n8n.credentials].map((file) => join(ROOT, file));
	for (const file of next) {
		if (found.has(file)) continue;
		found.add(file);
		next.push(...loadedBy(file));
	}
	return found;
}

/** Code with tabs in place of four spaces, as in the source; lines within texts stay as they are. */
function indented(code: string): string {
	const file = ts.createSourceFile('built.js', code, ts.ScriptTarget.ES2022);
	const withinText = new Set<number>();
	const visit = (node: ts.Node): void => {
		if (ts.isTemplateLiteralToken(node)) {
			const [first, last] = [node.getStart(file), node.end].map(
				(at) => file.getLineAndCharacterOfPosition(at).line,
			);
			for (let line = (first ?? 0) + 1; line <= (last ?? 0); line += 1) withinText.add(line);
		}
		ts.forEachChild(node, visit);
	};
	visit(file);
	return code
		.split('\n')
		.map((line, at) =>
			withinText.has(at) ? line : line.replace(/^(?: {4})+/, (spaces) => '\t'.repeat(spaces.length / 4)),
		)
		.join('\n');
}

if (require.main === module) {
	const read = loaded();
	const built = readdirSync(DIST, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.js'))
		.map((file) => join(DIST, file));
	for (const file of built)
		if (!read.has(file)) rmSync(file);
		else if (!file.startsWith(BUNDLES)) writeFileSync(file, indented(readFileSync(file, 'utf8')));
	console.log(`tidy: ${built.length - read.size} of ${built.length} modules taken out`);
}
