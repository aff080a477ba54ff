/**
 * A copy of the package in which a part of a file is replaced: the test that is named must fail there, or nothing would
 * see it if a change of the code did the same.
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

const ROOT = resolve(__dirname, '../..');
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

const outcome = z.object({ numFailedTests: z.number(), numRuntimeErrorTestSuites: z.number() });

/** A change to the source that a test must see. */
export interface TakenOut {
	readonly file: string;
	/** A part of the file that is there once, and what takes its place. */
	readonly takeOut: readonly [part: string, instead: string];
	/** The file of the test, the beginning of its name, and the case of it that is enough. */
	readonly test: readonly [file: string, name: string, oneCase?: string];
}

/** Makes a copy for the tests of a file. The function that it returns expects a test to fail in it. */
export function usePackageCopy(): (change: TakenOut) => Promise<void> {
	let copy = '';

	beforeAll(() => {
		copy = mkdtempSync(join(tmpdir(), 'x-platform-copy-'));
		for (const name of COPIED) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
		for (const name of LINKED) symlinkSync(join(ROOT, name), join(copy, name));
		mkdirSync(join(copy, 'results'));
	});

	afterAll(() => rmSync(copy, { recursive: true, force: true }));

	/** Changes a file of the copy, and what the build made of it. */
	function write(file: string, source: string): void {
		writeFileSync(join(copy, file), source);
		const built = join(copy, 'dist', file.replace(/\.ts$/, '.js'));
		if (existsSync(built)) writeFileSync(built, transformSync(source, { loader: 'ts', format: 'cjs' }).code);
	}

	/** Runs one test in the copy. */
	async function run([file, title, oneCase = title.split('%s')[0] ?? title]: TakenOut['test']) {
		const results = join(copy, 'results', 'one.json');
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

	return async ({ file, takeOut: [part, instead], test }) => {
		const whole = readFileSync(join(copy, file), 'utf8');
		// A part that is there twice would be taken out of one place only.
		expect(whole.split(part)).toHaveLength(2);
		write(
			file,
			whole.replace(part, () => instead),
		);
		try {
			const { numFailedTests, numRuntimeErrorTestSuites } = await run(test);
			expect(numRuntimeErrorTestSuites).toBe(0);
			expect(numFailedTests).toBeGreaterThan(0);
		} finally {
			write(file, whole);
		}
	};
}
