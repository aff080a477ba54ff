/**
 * `npm run operation`: adds an operation that X has published, or new parameters of one, to the facts and to a node.
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
import { findOperation } from '../test/facts';
import { readDescription, type Description } from './facts/description';
import { PUBLISHED } from './facts/watch';
import { additionOf, type Wishes } from './operation/add';
import { fieldsOf } from './operation/addField';
import { formatted } from './operation/format';
import { describedOperation } from './operation/published';
import { fieldReportOf, reportOf } from './operation/report';
import { writeTogether, type Changes } from './operation/write';

const ROOT = resolve(__dirname, '..');

/** Pages that follow from the records, and those that scripts/docs.ts writes beside them. */
const generated = (): string[] => [
	...readdirSync(resolve(ROOT, 'docs/reference')).map((file) => `docs/reference/${file}`),
	'docs/errors.md',
	'docs/recipes.md',
	'README.md',
	'test/simulator/README.md',
];

/** A new operation, or new fields of one that the facts have. */
function work(description: Description, route: string, wishes: Wishes): { changes: Changes; report: string } {
	const operation = describedOperation(description, route);
	const fact = findOperation(operation.row.route);
	if (fact) {
		const fields = fieldsOf(ROOT, operation, fact);
		return { changes: fields.changes, report: fieldReportOf(fields) };
	}
	const addition = additionOf(ROOT, description, operation, wishes);
	return { changes: addition.changes, report: reportOf(addition) };
}

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
	const { changes, report } = work(await readDescription(from), route, wishes);
	const files = await formatted(ROOT, changes);
	// The records of this process are those of before.
	writeTogether(ROOT, files, generated(), () => {
		execFileSync(process.execPath, [...process.execArgv, 'scripts/docs.ts'], {
			cwd: ROOT,
			stdio: ['ignore', 'ignore', 'pipe'],
		});
	});
	console.log(report);
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
