import { join } from 'node:path';
import type { Bench } from '../support/bench';
import { startInN8n } from '../support/child';
import { addressesOf, startRemoteSimulator } from '../support/simulator';
import { inTurns, median } from '../support/statistics';
import type { LookedUp, Way } from './memory.program';

const ITEMS = 100_000;
const ROUNDS = 2;
const WAYS: readonly Way[] = ['X Core', 'nothing but the output'];
/** What our items may hold, in units of those of a node that keeps nothing else. */
const MOST_HELD = 1.25;

/** Many items hold no more than their output needs. */
export const memory: Bench = {
	name: 'core-memory',
	title: `${ITEMS.toLocaleString('en')} items, a look-up each (Get User), against a node that does nothing but ask for 100 users at a time`,
	async run(report) {
		const platform = await startRemoteSimulator({ followers: ITEMS });
		try {
			const { users } = await platform.prepare();
			const ids = users.slice(0, ITEMS);
			const found = await inTurns(ROUNDS, WAYS, async (way) => {
				const n8n = await startInN8n(join(__dirname, 'memory.program.ts'));
				try {
					const sim = addressesOf(platform);
					const done = await n8n.ask<LookedUp>('lookUp', { way, sim, ids });
					const requests = await platform.takeCount();
					if (done.right !== ids.length || done.items !== ids.length)
						report.wrong(`${way} gave ${done.right} right items of ${ids.length}`);
					return { ...done, requests };
				} finally {
					await n8n.close();
				}
			});
			const held = (way: Way) => median(found[way].map((round) => round.memory.held));
			const peak = (way: Way) => median(found[way].map((round) => round.memory.peak));
			const ratio = held('X Core') / held('nothing but the output');
			report.ratio('memory held by the items, X Core : nothing but the output', ratio, { atMost: MOST_HELD });
			report.ratio(
				'peak memory, X Core : nothing but the output',
				peak('X Core') / peak('nothing but the output'),
				{
					atMost: 2.5,
				},
			);
			if (ratio > MOST_HELD) report.wrong('The items hold more than their output needs');
			report.table(
				`${ids.length.toLocaleString('en')} items, medians of ${ROUNDS} fresh processes each`,
				['', 'peak MB', 'held MB', 'held bytes an item', 'seconds', 'requests'],
				WAYS.map((way) => [
					way,
					peak(way),
					held(way),
					Math.round((held(way) * 1e6) / ids.length),
					median(found[way].map(({ ms }) => ms)) / 1000,
					median(found[way].map(({ requests }) => requests)),
				]),
			);
			report.note(
				'Peak: resident memory above that before the run, garbage that was not collected yet included. Held: heap that the items keep afterwards.',
			);
		} finally {
			await platform.close();
		}
	},
};
