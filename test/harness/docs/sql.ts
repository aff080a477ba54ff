/** SQL of the documentation, on a PostgreSQL server of its own where the machine has one. */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Block } from './pages';

const INSTALLED = '/usr/lib/postgresql';
const DAY = 86_400_000;

/** The statement that empties the memory of seen events takes the old ones and leaves the others. */
export function checkSql({ page, code }: Block): void {
	expect(page).toBe('docs/webhook-trigger.md');
	expect(code.match(/;/g)).toHaveLength(1);
	const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED) : [];
	const programs = versions
		.map((version) => join(INSTALLED, version, 'bin'))
		.findLast((folder) => existsSync(join(folder, 'initdb')));
	if (programs === undefined) return;
	expect(remaining(programs, code)).toBe('a day\nnow');
}

/** What is left of events of now, a day and three days ago, in a table as n8n's Postgres Chat Memory makes it. */
function remaining(programs: string, statement: string): string {
	const folder = mkdtempSync(join(tmpdir(), 'docs-sql-'));
	const row = (name: string, at: number) =>
		`insert into x_seen_events (session_id, message) values ('${name}', '${JSON.stringify({
			type: 'ai',
			content: JSON.stringify({ state: 'done', id: '1', at }),
		})}');`;
	const now = Date.now();
	try {
		return asPostgres(folder, [
			`${programs}/initdb -D ${folder}/data -U n8n -A trust --no-sync >/dev/null`,
			`${programs}/pg_ctl -D ${folder}/data -o "-k ${folder} -h ''" -w start >/dev/null`,
			`trap '${programs}/pg_ctl -D ${folder}/data -m immediate stop >/dev/null' EXIT`,
			`${programs}/psql -h ${folder} -U n8n -d postgres -XqAt -v ON_ERROR_STOP=1 <<'END'`,
			'create table x_seen_events (id serial primary key, session_id varchar(255), message jsonb not null);',
			row('three days', now - 3 * DAY),
			row('a day', now - DAY),
			row('now', now),
			statement,
			'select session_id from x_seen_events order by id;',
			'END',
		]);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** The server refuses to run as root. */
function asPostgres(folder: string, lines: readonly string[]): string {
	const input = lines.join('\n');
	if (process.getuid?.() !== 0) return execFileSync('bash', ['-eu'], { input, encoding: 'utf8' }).trim();
	const id = Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' }));
	chmodSync(folder, 0o700);
	chownSync(folder, id, id);
	const as = ['--reuid=postgres', '--regid=postgres', '--clear-groups', 'bash', '-eu'];
	return execFileSync('setpriv', as, { input, cwd: folder, encoding: 'utf8' }).trim();
}
