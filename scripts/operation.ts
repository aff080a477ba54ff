/**
 * `npm run operation`: adds an operation that X has published to the facts and to a node.
 *
 *     npm run operation -- "GET /2/communities/{id}/members"                       from X's own description
 *     npm run operation -- "GET /2/communities/{id}/members" --from openapi.json   from a file or another address
 *
 *     --resource xCore.community   where it goes, if another place than the proposed one
 *     --name "Get Members"         its name
 *     --price "User: Read"         its row on the price page, or none
 *     --docs https://docs.x.com/…  its page, where the description names none
 *
 * Writes everything or, where something is wrong, nothing. The advertising API has no published description: an
 * operation of it is written by hand.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { additionOf } from './operation/add';
import { formatted } from './operation/format';
import { reportOf } from './operation/report';
import { writeTogether } from './operation/write';
import { readDescription } from './facts/description';
import { PUBLISHED } from './facts/watch';

const ROOT = resolve(__dirname, '..');

/** Pages that follow from the records, and those that scripts/docs.ts writes beside them. */
const generated = (): string[] => [
	...readdirSync(resolve(ROOT, 'docs/reference')).map((file) => `docs/reference/${file}`),
	'docs/errors.md',
	'docs/recipes.md',
	'README.md',
];

async function main(): Promise<void> {
	const one = { type: 'string' } as const;
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: { from: one, resource: one, name: one, price: one, docs: one },
	});
	const [route, ...more] = positionals;
	if (route === undefined || more.length > 0) {
		throw new Error('Name one route in quotation marks, e.g. "GET /2/communities/{id}/members".');
	}
	if (/^\S+ \/12\//.test(route)) {
		throw new Error('The advertising API has no published description: write its operations by hand.');
	}
	const { from = PUBLISHED.description[0], ...wishes } = values;
	const addition = additionOf(ROOT, await readDescription(from), route, wishes);
	const changes = await formatted(ROOT, addition.changes);
	// The records of this process are those of before.
	writeTogether(ROOT, changes, generated(), () => {
		execFileSync(process.execPath, [...process.execArgv, 'scripts/docs.ts'], {
			cwd: ROOT,
			stdio: ['ignore', 'ignore', 'pipe'],
		});
	});
	console.log(reportOf(addition));
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
