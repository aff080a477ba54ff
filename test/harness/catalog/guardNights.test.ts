/** @jest-environment ./test/support/environment.ts */
/**
 * Random nights of shops, ordinary and bad (guardNights.ts). In a bad night each value of the catalog stays as it was or
 * is what the shop has, what is sold out is not advertised, and a person hears of it. In an ordinary night no one does.
 */
import type { IDataObject } from 'n8n-workflow';
import { asText } from '../../../nodes/shared/util/text';
import { cases } from '../../support/cases';
import { useSkippedWaits } from '../../support/waits';
import { BAD, Chance, ORDINARY, Shop, type Row } from './guardNights';
import { csv, fileItems, useCatalog } from './support';

const { sim, run, seed, stored } = useCatalog();
useSkippedWaits(sim);

const SHOPS = cases(1, 10, 42);
const NIGHTS = 12;

/** Nights in which the stock of the file is wrong, or belongs to other products. */
const STOCK_IS_WRONG = new Set([
	'everything sold out',
	'everything in stock, inventory empty',
	'rows out of step',
	'half a file',
	'IDs made in another way',
	'IDs twice, with another price',
]);

type Stored = Awaited<ReturnType<typeof stored>>;

/** Values that are neither what the catalog had nor what the shop has. */
const wrongIn = (is: Stored, was: Stored, shop: ReadonlyMap<string, Row>): string[] =>
	Object.entries(is).flatMap(([id, fields]) => {
		const [before, right] = [was[id], shop.get(id)];
		if (before === undefined && right === undefined) return [`${id} is not of the shop`];
		return Object.keys(right ?? before ?? {}).flatMap((field) => {
			const value = asText(fields[field]);
			const allowed = [before && asText(before[field]), right?.[field]];
			return allowed.includes(value) ? [] : [`${id}: ${field} is ${value}, not ${allowed.join(' or ')}`];
		});
	});

const advertised = (is: Stored, rows: readonly Row[]): string[] =>
	rows.flatMap(({ id = '', availability }) =>
		availability === 'out of stock' && is[id]?.availability === 'in stock' ? [`${id} is sold out`] : [],
	);

const keys = Object.keys(ORDINARY);

it(`holds what is wrong and nothing else: ${SHOPS * NIGHTS} nights`, async () => {
	const alarms: string[] = [];
	const missed: string[] = [];
	const counts = { ordinary: 0, bad: 0 };
	const kinds = Object.keys(BAD);
	for (let number = 0; number < SHOPS; number++) {
		const chance = new Chance(number + 1);
		const shop = new Shop(chance, chance.whole(50, 140));
		await seed();
		let staticData: IDataObject = {};
		const sync = async (rows: readonly Row[]) => {
			const night = await run(
				'product',
				'sync',
				{ productsFrom: 'file', deleteMissing: true },
				{ items: await fileItems(csv(rows), 'feed.csv'), continueOnFail: true, mode: 'trigger', staticData },
			);
			staticData = night.staticData;
			return (night.outputs[1] ?? []).map(({ json }) => json.text as string);
		};
		await sync(shop.rows);
		for (let at = 0; at < NIGHTS; at++) {
			const happened = Array.from({ length: chance.whole(1, 4) }, () => chance.one(keys));
			for (const name of happened) ORDINARY[name]?.(shop, chance);
			const right = new Map(shop.rows.map((row) => [row.id ?? '', row]));
			const was = await stored();
			if (at % 2 === 1) {
				counts.bad++;
				const name = kinds[counts.bad % kinds.length] ?? '';
				const said = await sync(BAD[name]?.(shop.rows, chance) ?? []);
				const is = await stored();
				const wrong = wrongIn(is, was, right);
				if (!STOCK_IS_WRONG.has(name)) wrong.push(...advertised(is, shop.rows));
				if (said.length === 0) wrong.push('nothing was said');
				if (wrong.length > 0)
					missed.push(`shop ${number}, night ${at}, ${name}: ${wrong.length}, ${wrong[0]}`);
			} else {
				counts.ordinary++;
				const said = await sync(shop.rows);
				const wrong = wrongIn(await stored(), {}, right);
				if (said.length > 0) alarms.push(`shop ${number}, night ${at}, ${happened.join(', ')}: ${said[0]}`);
				else if (wrong.length > 0) missed.push(`shop ${number}, night ${at}, ordinary: ${wrong[0]}`);
			}
		}
	}
	expect(missed).toEqual([]);
	expect(alarms.length * 100 > counts.ordinary ? alarms : []).toEqual([]);
});
