/** TypeScript that plain `require` runs: compiled once per worker, and again when a file has changed in watch mode. */
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { compileFunction } from 'node:vm';
import { buildSync } from 'esbuild';

interface Source {
	readonly start: ReturnType<typeof compileFunction>;
	readonly map: string;
	readonly changed: number;
}

const PARAMETERS = ['exports', 'require', 'module', '__filename', '__dirname', 'Date'];
const texts = new Map<string, string>();
const sources = new Map<string, Source>();

/**
 * Runs a module.
 *
 * @param module It, still empty.
 * @param folder What is compiled with it: each call of esbuild starts a process.
 * @param clock What it reads as `Date`.
 */
export function run(
	module: NodeModule,
	path: string,
	folder: string,
	clock: Pick<DateConstructor, 'now'>,
): void {
	const { start } = sourceOf(path, folder);
	const own = (id: string): unknown => module.require(id);
	Reflect.apply(start, module.exports, [module.exports, own, module, path, dirname(path), clock]);
}

/** Whether a module that has run would be another one today. */
export const hasChanged = (path: string): boolean => sources.get(path)?.changed !== changeOf(path);

/** The file of a source map, as stack traces need it; undefined for what was not run here. */
export function mapOf(path: string): string | undefined {
	const source = sources.get(path);
	if (source === undefined) return undefined;
	const file = join((maps ??= temporary()), `${path.replaceAll('/', '-')}.map`);
	writeFileSync(file, source.map);
	return file;
}

function sourceOf(path: string, folder: string): Source {
	const known = sources.get(path);
	const changed = changeOf(path);
	if (known?.changed === changed) return known;
	if (known !== undefined || !texts.has(path)) compile(known === undefined ? filesOf(folder) : [path]);
	const start = compileFunction(texts.get(path) ?? '', PARAMETERS, { filename: path });
	const source = { start, map: texts.get(`${path}.map`) ?? '', changed };
	sources.set(path, source);
	return source;
}

const changeOf = (path: string): number => statSync(path).mtimeMs;

const filesOf = (folder: string): string[] =>
	readdirSync(folder, { recursive: true })
		.map((file) => join(folder, String(file)))
		.filter((file) => file.endsWith('.ts'));

function compile(files: readonly string[]): void {
	const { outputFiles } = buildSync({
		entryPoints: [...files],
		outdir: '/',
		outbase: '/',
		write: false,
		format: 'cjs',
		platform: 'node',
		target: 'node20',
		sourcemap: 'external',
	});
	for (const { path, text } of outputFiles) texts.set(path.replace(/\.js(\.map)?$/, '.ts$1'), text);
}

let maps: string | undefined;

function temporary(): string {
	const folder = mkdtempSync(join(tmpdir(), 'x-platform-maps-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	return folder;
}
