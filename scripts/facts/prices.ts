/** The prices of the facts against the tables of the price page. */
import { allPrices, eventPrices, keyOf, priceRows, type PriceRow } from '../../test/facts';
import { listDifferences, type Difference } from './differences';
import { plain, sectionOf, tablesOf } from './markdown';
import { Unreadable } from './source';

const SUBJECT = 'Prices';

const usd = (amount: number | null): string => (amount === null ? 'no price' : `$${amount}`);

/** The table heads of the page, by what they list. */
const HEADS = { row: ['Resource', 'Action'], cost: 'Unit cost', event: 'Event', eventCost: 'Cost per event' };

/** Compares the tables of the price page with the facts. */
export function priceDifferences(page: string): Difference[] {
	const rows = publishedRows(page);
	const events = publishedEvents(page);
	const owned = ownedReads(page);
	if (rows.length === 0 || events.length === 0 || owned.routes.length === 0) {
		throw new Unreadable('The price page has no table of prices, of events or of owned reads any more.');
	}
	return [...rowDifferences(rows), ...eventDifferences(events), ...ownedDifferences(owned)];
}

function publishedRows(page: string): PriceRow[] {
	return tablesOf(page).flatMap((rows) =>
		rows.flatMap((cells): PriceRow[] => {
			const name = HEADS.row.map((head) => cells[head]).find((cell) => cell !== undefined);
			const [, amount, per] = /^\$([\d.,]+) per (resource|request)$/.exec(cells[HEADS.cost] ?? '') ?? [];
			if (name === undefined || cells[HEADS.cost] === undefined) return [];
			if (amount === undefined || (per !== 'resource' && per !== 'request')) {
				throw new Unreadable(`The price page has a cost that cannot be read: ${cells[HEADS.cost] ?? ''}.`);
			}
			return [{ row: name, usd: Number(amount.replaceAll(',', '')), per }];
		}),
	);
}

const rowDifferences = (rows: readonly PriceRow[]): Difference[] =>
	listDifferences(priceRows(), rows, {
		subject: SUBJECT,
		factKey: ({ row }) => row,
		publishedKey: ({ row }) => row,
		added: ({ row, usd: amount, per }) => `${row} at ${usd(amount)} per ${per}`,
		gone: ({ row }) => `${row}${operationsOf(row)}`,
		compare: (fact, { row, usd: amount, per }) =>
			fact.usd === amount && fact.per === per
				? []
				: [
						`${row} costs ${usd(amount)} per ${per}; the facts have ${usd(fact.usd)} per ${fact.per}${operationsOf(row)}`,
					],
	});

/** How many operations a row prices, so that a change shows what it touches. */
function operationsOf(row: string): string {
	const name = priceRows().find((fact) => fact.row === row)?.kind ?? row;
	const count = allPrices().filter(
		({ kind, sources }) => kind === name && sources.includes('pricing'),
	).length;
	return count === 0 ? '' : ` (${count} ${count === 1 ? 'operation' : 'operations'})`;
}

interface PublishedEvent {
	readonly event: string;
	readonly usd: number;
}

function publishedEvents(page: string): PublishedEvent[] {
	return tablesOf(page).flatMap((rows) =>
		rows.flatMap((cells): PublishedEvent[] => {
			const [event, cost] = [cells[HEADS.event], cells[HEADS.eventCost]];
			if (event === undefined || cost === undefined) return [];
			const amount = cost === 'Not billed' ? '0' : /^\$([\d.]+)$/.exec(cost)?.[1];
			if (amount === undefined)
				throw new Unreadable(`The price page has a cost that cannot be read: ${cost}.`);
			return [{ event, usd: Number(amount) }];
		}),
	);
}

function eventDifferences(published: readonly PublishedEvent[]): Difference[] {
	// Some rows of the facts add another name of the event in parentheses.
	const nameOf = ({ event }: { event: string }) => event.split(' ')[0] ?? event;
	const isListed = (name: string) => published.some(({ event }) => event === name);
	const facts = eventPrices().filter((fact) => fact.sources.includes('pricing') || isListed(nameOf(fact)));
	return listDifferences(facts, published, {
		subject: SUBJECT,
		factKey: nameOf,
		publishedKey: nameOf,
		added: ({ event, usd: amount }) => `event ${event} at ${usd(amount)}`,
		gone: (fact) => `event ${nameOf(fact)}`,
		compare: (fact, { event, usd: amount }) =>
			fact.usd === amount ? [] : [`event ${event} costs ${usd(amount)}; the facts have ${usd(fact.usd)}`],
	});
}

function ownedReads(page: string): { readonly usd: number | undefined; readonly routes: readonly string[] } {
	const section = sectionOf(page, 'Owned Reads');
	const amount = /\$([\d.]+) per resource/.exec(plain(section))?.[1];
	const routes = tablesOf(section).flatMap((rows) => rows.flatMap(({ Endpoint: route }) => route ?? []));
	return { usd: amount === undefined ? undefined : Number(amount), routes };
}

function ownedDifferences(published: ReturnType<typeof ownedReads>): Difference[] {
	const facts = allPrices().filter(({ ownedUsd }) => ownedUsd !== undefined);
	const price = published.usd ?? null;
	return listDifferences(facts, published.routes, {
		subject: SUBJECT,
		factKey: ({ route }) => keyOf(route),
		publishedKey: keyOf,
		added: (route) => `${route} as an owned read`,
		gone: ({ route }) => `${route} as an owned read`,
		compare: ({ route, ownedUsd = null }) =>
			ownedUsd === price
				? []
				: [`${route} as an owned read costs ${usd(price)}; the facts have ${usd(ownedUsd)}`],
	});
}
