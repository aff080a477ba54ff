/**
 * `npm run facts`: compares test/facts with what X and n8n publish, and prints the difference.
 *
 *     npm run facts                                          everything, at their addresses
 *     npm run facts -- --description openapi.json            this source from a file or another address
 *     npm run facts -- --only description --only prices      these sources alone
 *
 * Ends with 0 where nothing differs, 1 where something does, 2 where a source could not be read.
 */
import { parseArgs } from 'node:util';
import { mapValues } from 'lodash';
import { wordsOf } from './facts/report';
import { PUBLISHED, watch, type Places, type Source } from './facts/watch';

const SOURCES = Object.keys(PUBLISHED) as Source[];

const isSource = (name: string): name is Source => SOURCES.some((source) => source === name);

function argumentsOf(args: readonly string[]): { places: Places; only: readonly Source[] } {
	const one = { type: 'string' } as const;
	const { values } = parseArgs({
		args: [...args],
		options: {
			description: one,
			changelog: one,
			prices: one,
			limits: one,
			webhooks: one,
			quickstart: one,
			verification: one,
			ux: one,
			codex: one,
			errors: one,
			rules: one,
			releases: one,
			only: { type: 'string', multiple: true },
		},
	});
	const { only = SOURCES, ...named } = values;
	const unknown = only.find((name) => !isSource(name));
	if (unknown !== undefined) throw new Error(`There is no source "${unknown}", only ${SOURCES.join(', ')}.`);
	const places = mapValues(PUBLISHED, (published, source) => {
		const place = isSource(source) ? named[source] : undefined;
		return place === undefined ? published : [place];
	});
	return { places, only: only.filter(isSource) };
}

async function main(): Promise<number> {
	const { places, only } = argumentsOf(process.argv.slice(2));
	const report = await watch(places, only);
	console.log(wordsOf(report));
	if (report.unread.length > 0) return 2;
	return report.differences.length > 0 ? 1 : 0;
}

main().then(
	(code) => {
		process.exitCode = code;
	},
	(error: unknown) => {
		console.error(error instanceof Error ? error.message : error);
		process.exitCode = 2;
	},
);
