/**
 * Each mechanism of the table of promises is taken out of a copy of the package, one after the other, and the test that
 * shows the promise must fail there.
 */
import { execFile } from 'node:child_process';
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { transformSync } from 'esbuild';
import { omit } from 'lodash';
import { z } from 'zod';
import { MECHANISMS, type Mechanism } from '../../../scripts/docs/promiseMechanisms';
import { cases } from '../../support/cases';

const ROOT = resolve(__dirname, '../../..');
const COPIED = [
	'nodes',
	'dist',
	'credentials',
	'test',
	'scripts',
	'examples',
	'package.json',
	'tsconfig.json',
	'jest.config.js',
];
const LINKED = ['node_modules', 'docs', 'icons', 'README.md', 'CONTRIBUTING.md', 'tools'];

let copy = '';

beforeAll(() => {
	copy = mkdtempSync(join(tmpdir(), 'x-platform-promises-'));
	for (const name of COPIED) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
	for (const name of LINKED) symlinkSync(join(ROOT, name), join(copy, name));
	mkdirSync(join(copy, 'results'));
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

const outcome = z.object({
	numFailedTests: z.number(),
	numRuntimeErrorTestSuites: z.number(),
});

/** Runs one test in the copy. */
async function run(
	name: string,
	{ test: [file, title, oneCase = title.split('%s')[0] ?? title] }: Mechanism,
) {
	const results = join(copy, 'results', `${name}.json`);
	const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
	const exact = oneCase.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
	const env = omit(process.env, 'MANY_CASES');
	await new Promise<void>((done) => {
		execFile(
			process.execPath,
			[jest, '--runInBand', '--ci', '--json', `--outputFile=${results}`, '-t', exact, file],
			{ cwd: copy, env, maxBuffer: 1 << 28 },
			() => done(),
		);
	});
	return outcome.parse(JSON.parse(readFileSync(results, 'utf8')));
}

const all: Array<[string, Mechanism]> = Object.entries(MECHANISMS);
/** What every run of the tests tries, because it is fast. */
const few = all.filter(([name]) => name === 'cancelled' || name === 'signature');

/** Changes a file of the copy, and what the build made of it. */
function write(file: string, source: string): void {
	writeFileSync(join(copy, file), source);
	const built = join(copy, 'dist', file.replace(/\.ts$/, '.js'));
	if (existsSync(built)) writeFileSync(built, transformSync(source, { loader: 'ts', format: 'cjs' }).code);
}

it.each(cases(0, 1) === 1 ? all : few)('no promise holds without %s', async (name, mechanism) => {
	const { file, takeOut } = mechanism;
	const whole = readFileSync(join(copy, file), 'utf8');
	write(
		file,
		whole.replace(takeOut[0], () => takeOut[1]),
	);
	try {
		const { numFailedTests, numRuntimeErrorTestSuites } = await run(name, mechanism);
		expect(numRuntimeErrorTestSuites).toBe(0);
		expect(numFailedTests).toBeGreaterThan(0);
	} finally {
		write(file, whole);
	}
});
