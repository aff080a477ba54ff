/** Every table of the facts says where it is from and when that was read. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allPrices, priceRows, webhookFacts } from '../../facts';

const FOLDER = join(__dirname, '../../facts');
const tables = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));

/** An ISO date that is a day of the calendar, and not in the future. */
const isPastDay = (text: unknown) => {
	if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
	const moment = new Date(`${text}T00:00:00Z`);
	return moment.toISOString().startsWith(text) && moment.getTime() <= Date.now();
};

describe('a table of the facts', () => {
	it.each(tables)('%s says what it was read from, and when', (file) => {
		const { read, source, sources } = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Record<
			string,
			unknown
		>;
		expect(JSON.stringify(source ?? sources)).toContain('https://');
		expect([read, isPastDay(read)]).toEqual([read, true]);
	});

	it('is among those that this test reads', () => {
		expect(tables).toEqual(
			expect.arrayContaining(['core.json', 'prices.json', 'rateLimits.json', 'webhooks.json']),
		);
	});

	it('has a day and a source for every rule of webhooks', () => {
		const { headers, rules } = webhookFacts();
		for (const { read, sources, known } of [...headers, ...rules]) {
			expect([isPastDay(read), sources.length > 0, ['published', 'quoted'].includes(known)]).toEqual([
				true,
				true,
				true,
			]);
		}
	});
});

describe('prices of operations', () => {
	it('are those of their row on the price page', () => {
		const rowOf = (kind: string | undefined) => priceRows().find((row) => (row.kind ?? row.row) === kind);
		const published = allPrices().filter(({ sources, usd }) => sources.includes('pricing') && usd !== null);
		const wrong = published.filter(({ kind, usd }) => rowOf(kind) && rowOf(kind)?.usd !== usd);
		expect(wrong).toEqual([]);
		const withoutRow = published.filter(({ kind }) => !rowOf(kind)).map(({ route }) => route);
		// A stream is billed as Posts: Read.
		expect(withoutRow).toEqual(['GET /2/tweets/search/stream']);
	});
});
