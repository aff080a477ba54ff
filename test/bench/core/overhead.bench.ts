import { join } from 'node:path';
import type { Bench } from '../support/bench';
import { startInN8n } from '../support/child';
import { addressesOf, startRemoteSimulator } from '../support/simulator';
import { inTurns, median, medianRatio } from '../support/statistics';
import type { Sent, Way } from './overhead.program';

const ITEMS = 300;
const ROUNDS = 7;
const WAYS: readonly Way[] = ['X Core', 'httpRequestWithAuthentication', 'httpRequest'];

/** What a request costs beyond sending it: form, credential, checks, errors, output. */
export const overhead: Bench = {
	name: 'core-overhead',
	title: `${ITEMS} items, a request each (Get Me) one after the other, against a bare loop of n8n's request helpers`,
	async run(report) {
		const platform = await startRemoteSimulator({ followers: 50 });
		const sim = addressesOf(platform);
		const n8n = await startInN8n(join(__dirname, 'overhead.program.ts'));
		try {
			await platform.allow('GET /2/users/me', 1_000_000);
			const once = async (way: Way) => {
				await platform.takeCount();
				const sent = await n8n.ask<Sent>('send', { way, sim, count: ITEMS });
				const requests = await platform.takeCount();
				if (sent.right !== ITEMS) report.wrong(`${way} gave ${sent.right} right items of ${ITEMS}`);
				if (requests !== ITEMS) report.wrong(`${way} sent ${requests} requests for ${ITEMS} items`);
				return sent;
			};
			await inTurns(1, WAYS, once);
			const found = await inTurns(ROUNDS, WAYS, once);
			const ms = (way: Way) => found[way].map((round) => round.ms / ITEMS);
			const cpu = (way: Way) => found[way].map((round) => round.cpu / ITEMS);
			for (const other of ['httpRequest', 'httpRequestWithAuthentication'] as const) {
				const goal = other === 'httpRequestWithAuthentication' ? { atMost: 1.25 } : { atMost: 3 };
				report.ratio(
					`time of a request, X Core : helpers.${other}`,
					medianRatio(ms('X Core'), ms(other)),
					goal,
				);
				report.ratio(
					`processor time, X Core : helpers.${other}`,
					medianRatio(cpu('X Core'), cpu(other)),
					goal,
				);
			}
			const plain = median(ms('httpRequest'));
			const plainCpu = median(cpu('httpRequest'));
			report.table(
				`ms per request, medians of ${ROUNDS} rounds of ${ITEMS} in turns in one process`,
				['', 'time', 'more than bare', 'CPU', 'more than bare'],
				WAYS.map((way) => [
					way,
					median(ms(way)),
					median(ms(way)) - plain,
					median(cpu(way)),
					median(cpu(way)) - plainCpu,
				]),
			);
		} finally {
			await n8n.close();
			await platform.close();
		}
	},
};
