const { execFileSync } = require('node:child_process');
const { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { dirname, join, resolve } = require('node:path');
const { dest, parallel, series, src } = require('gulp');
const { homepage } = require('./package.json');

const run = (command, ...args) =>
	execFileSync(command, args, { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' });

async function clean() {
	rmSync('dist', { recursive: true, force: true });
}

async function compile() {
	try {
		run(process.execPath, require.resolve('typescript/bin/tsc'), '-p', 'tsconfig.build.json');
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

exports.build = series(clean, parallel(series(compile, startup), icons, codex), size);
exports.default = exports.build;
