/**
 * n8n's panel of nodes finds our nodes by plain phrases, with n8n's own search.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sublimeSearch } from '@n8n/utils/search/sublime-search';
import { host } from '../../support';
import { PHRASES } from './support/panelPhrases';
import { PROJECT_ROOT as ROOT } from '../../../scripts/runtime/package';

const entries = () =>
	host()
		.nodesOfPackage()
		.map(([file, { description }]) => {
			const codex = JSON.parse(readFileSync(join(ROOT, file.replace(/\.js$/, '.json')), 'utf8')) as object;
			return { properties: { displayName: description.displayName, codex } };
		});

/** The names of the nodes that the panel shows. It takes these two words out of what is typed. */
const shown = (phrase: string): string[] =>
	sublimeSearch(phrase.replace('trigger', '').replace('node', '').trimEnd(), entries()).map(
		({ item }) => item.properties.displayName,
	);

const phrases = Object.entries(PHRASES).flatMap(([node, all]) =>
	all.map((phrase) => [phrase, node] as const),
);

it('finds the node for 105 of 115 plain phrases and more', () => {
	const missed = phrases.filter(([phrase, node]) => !shown(phrase).includes(node));
	expect(phrases.length).toBeGreaterThanOrEqual(115);
	expect(missed).toEqual([]);
});
