/**
 * Programs that texts say to run with npx: it fetches whatever npm has under a name, so a form or page may name a
 * program of this repository only after npm has it. `npx tsx scripts/commands.ts` asks npm, and fails for a name that
 * no one or someone else has there: the release workflow runs it.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sources } from './owner';
import { PROJECT_ROOT } from './runtime/package';

/** A program that a text says to run with npx. */
export interface Command {
	readonly file: string;
	readonly program: string;
}

/**
 * The programs that a text says to run with npx; those of this project's own tools are left out, because `npm ci`
 * brings them.
 *
 * @param file Where the text is, for the report.
 */
const commandsIn = (file: string, text: string): Command[] =>
	[...text.matchAll(/\bnpx (?:-\S+ )*(@?\w[\w./-]*\w)/g)]
		.map(([, program = '']) => ({ file, program }))
		.filter(({ program }) => !existsSync(join(PROJECT_ROOT, 'node_modules/.bin', program)));

/** The same for all texts of the repository. */
export const commands = (): Command[] =>
	sources().flatMap((file) => commandsIn(file, readFileSync(join(PROJECT_ROOT, file), 'utf8')));

/**
 * The commands whose program npm does not have from this repository.
 *
 * @param repositoryOf Gives the address of the repository of a package on npm; none where there is no such package.
 */
export function notOurs(
	named: readonly Command[],
	repositoryOf: (program: string) => string | undefined,
): Command[] {
	const { repository } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as {
		repository: { url: string };
	};
	return named.filter(({ program }) => repositoryOf(program) !== repository.url);
}

function onNpm(program: string): string | undefined {
	try {
		return execFileSync('npm', ['view', program, 'repository.url'], {
			encoding: 'utf8',
			stdio: 'pipe',
		}).trim();
	} catch {
		return undefined;
	}
}

if (require.main === module)
	for (const { file, program } of notOurs(commands(), onNpm)) {
		console.log(`${file}: "npx ${program}", which npm does not have from this repository`);
		process.exitCode = 1;
	}
