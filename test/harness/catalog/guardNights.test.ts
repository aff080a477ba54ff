/** @jest-environment ./test/support/environment.ts */
/**
 * Random nights of shops, ordinary and bad. In a bad night each value of the catalog stays as it was or is what the shop
 * has, what is sold out is not advertised, and a person hears of it. In an ordinary night no one does. What is ordinary
 * and what is bad was written down before a limit was measured, without a look at the node.
 */
import type { IDataObject } from 'n8n-workflow';
import { asText } from '../../../nodes/shared/util/text';
import { cases } from '../../support/cases';
import { useSkippedWaits } from '../../support/waits';
import { csv, fileItems, useCatalog } from './support';

type Row = Record<string, string>;

/** Random numbers that are the same in each run (mulberry32). */
class Chance {
	constructor(private state: number) {}

	next(): number {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	}

	between(from: number, to: number): number {
		return from + this.next() * (to - from);
	}

	whole(from: number, to: number): number {
		return Math.floor(this.between(from, to + 1));
	}

	one<T>(list: readonly T[]): T {
		return list[Math.floor(this.next() * list.length)] as T;
	}
}

const WORDS =
	'Trail River Größe Café Nordic Urban Lined Felt Wool Storm Amber Olive Field Harbor Würzburg'.split(' ');
const THINGS = 'Shoe Boot Jacket Cap Mug Lamp Chair Scarf Glove Bag Belt Plate'.split(' ');
const BRANDS = ['Acme', 'Nord', 'Holz & Co', 'Müller', 'Kjær', 'Lumen'];
const COLORS = ['red', 'blue', 'green', 'black', 'grün'];
const SIZES = ['S', 'M', 'L', 'XL', '40', '42'];

const euros = (amount: number) => `${Math.max(0.01, amount).toFixed(2)} EUR`;
const amountOf = (row: Row, field = 'price') => Number((row[field] ?? '').split(' ')[0]);

/** A shop: what it sells tonight. */
class Shop {
	rows: Row[] = [];
	private nextId = 0;

	constructor(
		private readonly chance: Chance,
		size: number,
	) {
		while (this.rows.length < size) this.rows.push(...this.made());
	}

	/** One product, or the variants of one. */
	private made(): Row[] {
		const { chance } = this;
		const number = this.nextId++;
		const thing = chance.one(THINGS);
		const title = `${chance.one(WORDS)} ${thing} ${number}`;
		const price = Math.exp(chance.between(1.5, 6));
		const isGroup = chance.next() < 0.2;
		return Array.from({ length: isGroup ? chance.whole(2, 5) : 1 }, (_, at) => {
			const inventory = chance.next() < 0.1 ? 0 : chance.whole(1, 60);
			return {
				id: isGroup ? `p${number}-${at}` : `p${number}`,
				title,
				description: `A ${thing.toLowerCase()} for ${chance.one(WORDS)} days, number ${number}. Schön & leicht.`,
				availability: inventory > 0 ? 'in stock' : 'out of stock',
				condition: 'new',
				price: euros(price),
				sale_price: chance.next() < 0.1 ? euros(price * 0.8) : '',
				link: `https://shop.example/p/${number}${isGroup ? `?v=${at}` : ''}`,
				image_link: `https://img.shop.example/${number}-${at}.jpg`,
				brand: chance.one(BRANDS),
				gtin: '',
				mpn: `M-${number}-${at}`,
				product_type: `Shop > ${thing}`,
				inventory: String(inventory),
				item_group_id: isGroup ? `g${number}` : '',
				color: isGroup ? chance.one(COLORS) : '',
				size: isGroup ? (SIZES[at] ?? '') : '',
				custom_label_0: '',
			};
		});
	}

	/** Changes some of the products. The variants of a product change together if `byGroup`. */
	edit(share: number, change: (row: Row) => Row, byGroup = false): void {
		const { chance } = this;
		const chosen = new Map<string, boolean>();
		this.rows = this.rows.map((row) => {
			const unit = byGroup && row.item_group_id ? row.item_group_id : (row.id ?? '');
			const isChosen = chosen.get(unit) ?? chance.next() < share;
			chosen.set(unit, isChosen);
			return isChosen ? { ...row, ...change(row) } : row;
		});
	}

	add(count: number): void {
		for (let made = 0; made < count; made++) this.rows.push(...this.made());
	}

	remove(share: number): void {
		this.rows = this.rows.filter(() => this.chance.next() >= share);
	}
}

const SOLD_OUT = { availability: 'out of stock', inventory: '0' };
const scaled = (row: Row, factor: number): Row => ({
	price: euros(amountOf(row) * factor),
	...(row.sale_price && { sale_price: euros(amountOf(row, 'sale_price') * factor) }),
});

/** What happens in a shop of a night: one to four of these. */
const ORDINARY: Readonly<Record<string, (shop: Shop, chance: Chance) => void>> = {
	'prices are set anew': (shop, chance) =>
		shop.edit(chance.between(0, 0.25), (row) => scaled(row, chance.between(0.75, 1.3))),
	'all prices rise a little': (shop, chance) => {
		const factor = chance.between(1.02, 1.08);
		shop.edit(1, (row) => scaled(row, factor));
	},
	'a weekend of good sales': (shop, chance) => shop.edit(chance.between(0, 0.4), () => SOLD_OUT),
	'a delivery': (shop, chance) =>
		shop.edit(chance.between(0, 0.3), () => ({
			availability: 'in stock',
			inventory: String(chance.whole(1, 60)),
		})),
	'stock moves': (shop, chance) =>
		shop.edit(1, (row) =>
			row.availability === 'in stock' ? { inventory: String(chance.whole(1, 60)) } : {},
		),
	'a clearance by sale prices': (shop, chance) => {
		const factor = chance.between(0.3, 0.6);
		shop.edit(chance.between(0.1, 0.4), (row) => ({ sale_price: euros(amountOf(row) * factor) }), true);
	},
	'a clearance by prices': (shop, chance) => {
		const factor = chance.between(0.3, 0.6);
		shop.edit(
			chance.between(0.1, 0.4),
			(row) => ({ price: euros(amountOf(row) * factor), sale_price: '' }),
			true,
		);
	},
	'all sales end': (shop) => shop.edit(1, () => ({ sale_price: '' })),
	'a price point': (shop, chance) => {
		const price = euros(chance.whole(9, 40) + 0.99);
		shop.edit(chance.between(0, 0.2), (row) => {
			const factor = amountOf({ price }) / amountOf(row);
			return factor < 2 && factor > 0.3 ? { price, sale_price: '' } : {};
		});
	},
	'a new season': (shop, chance) =>
		shop.edit(
			chance.between(0, 0.15),
			(row) => ({ title: `${row.title} ${chance.whole(2027, 2031)}` }),
			true,
		),
	'new pictures': (shop, chance) =>
		shop.edit(
			chance.between(0, 0.2),
			(row) => ({ image_link: `https://img.shop.example/${row.id}-v${chance.whole(2, 999)}.jpg` }),
			true,
		),
	'new texts': (shop, chance) =>
		shop.edit(
			chance.between(0, 0.25),
			(row) => ({ description: `${row.description} Neu, ${chance.whole(1, 99)}.` }),
			true,
		),
	'a category gets another name': (shop, chance) => {
		const from = chance.one(shop.rows)?.product_type ?? '';
		const to = `Shop > ${chance.one(WORDS)} ${chance.whole(1, 99)}`;
		shop.edit(1, (row) => (row.product_type === from ? { product_type: to } : {}));
	},
	'a brand gets another name': (shop, chance) => {
		const from = chance.one(shop.rows)?.brand ?? '';
		const to = `${from} ${chance.whole(1, 9)}`;
		shop.edit(1, (row) => (row.brand === from ? { brand: to } : {}));
	},
	'a campaign begins': (shop, chance) =>
		shop.edit(chance.between(0.1, 1), () => ({ custom_label_0: `c${chance.whole(1, 4)}` })),
	'new addresses of some pages': (shop, chance) =>
		shop.edit(
			chance.between(0, 0.1),
			(row) => ({ link: `https://shop.example/p/${row.id}-${chance.whole(1, 99)}` }),
			true,
		),
	'barcodes are filled in': (shop, chance) =>
		shop.edit(chance.between(0, 0.5), (row) => ({ gtin: row.gtin || barcode(chance.whole(1, 99_999_999)) })),
	'many new products': (shop, chance) => shop.add(chance.whole(5, 15)),
	'some products are gone': (shop, chance) => shop.remove(chance.between(0, 0.06)),
	nothing: () => undefined,
};

function barcode(number: number): string {
	const digits = `40000${String(number).padStart(7, '0')}`.slice(0, 12);
	const sum = [...digits].reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
	return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** UTF-8 that was read as Windows-1252 and written as UTF-8 once more. */
const garbled = (text = '') =>
	[...Buffer.from(text, 'utf8')]
		.map((byte) => (byte < 128 || byte > 159 ? String.fromCharCode(byte) : '\u20ac'))
		.join('');

const some =
	(from: number, to: number, damage: (row: Row, chance: Chance) => Row) =>
	(rows: readonly Row[], chance: Chance): Row[] => {
		const share = chance.between(from, to);
		return rows.map((row) => (chance.next() < share ? { ...row, ...damage(row, chance) } : row));
	};
const every = (damage: (row: Row, chance: Chance) => Row) => some(1, 1, damage);
/** The values of another row: rows or columns got out of step. */
const shifted = (fields: readonly string[]) => (rows: readonly Row[]) =>
	rows.map((row, at) => ({
		...row,
		...Object.fromEntries(fields.map((field) => [field, rows[(at + 7) % rows.length]?.[field] ?? ''])),
	}));

/** What a broken makes of the file of a night. Those below the line are in no list but this one. */
const BAD: Readonly<Record<string, (rows: readonly Row[], chance: Chance) => Row[]>> = {
	'prices times a hundred': every((row) => scaled(row, 100)),
	'prices of some divided by a hundred': some(0.12, 0.5, (row) => scaled(row, 0.01)),
	'prices of zero': every(() => ({ price: '0.00 EUR', sale_price: '' })),
	'prices of zero in some': some(0.1, 0.3, () => ({ price: '0.00 EUR', sale_price: '' })),
	'another currency': every((row) => ({
		price: (row.price ?? '').replace('EUR', 'USD'),
		sale_price: (row.sale_price ?? '').replace('EUR', 'USD'),
	})),
	'everything sold out': every(() => SOLD_OUT),
	'everything in stock, inventory empty': every(() => ({ availability: 'in stock', inventory: '' })),
	'product types are empty': every(() => ({ product_type: '' })),
	'links lead to a test host': every((row) => ({
		link: (row.link ?? '').replace('shop.example', 'staging.example'),
	})),
	'a placeholder picture': some(0.35, 0.6, () => ({
		image_link: 'https://img.shop.example/placeholder.jpg',
	})),
	'titles with a prefix': every((row) => ({ title: `NEW! ${row.title}` })),
	'texts decoded twice': every((row) => ({
		title: garbled(row.title),
		description: garbled(row.description),
		brand: garbled(row.brand),
	})),
	'texts of some decoded twice': some(0.3, 0.6, (row) => ({ description: garbled(row.description) })),
	'one title': every(() => ({ title: 'Product' })),
	'brands are empty': every(() => ({ brand: '' })),
	'one price for many': some(0.35, 0.6, () => ({ price: '1.00 EUR', sale_price: '' })),
	'IDs twice, with another price': (rows, chance) =>
		rows.flatMap((row) =>
			chance.next() < 0.2 ? [row, { ...row, title: 'Old title', price: '1.00 EUR', sale_price: '' }] : [row],
		),
	'half a file': (rows) => rows.slice(0, Math.ceil(rows.length / 2)),
	'IDs made in another way': every((row) => ({ id: `EU-${row.id}` })),
	// The following are in no list.
	'rows out of step': (rows) => shifted(Object.keys(rows[0] ?? {}).filter((field) => field !== 'id'))(rows),
	'prices of other rows': shifted(['price', 'sale_price']),
	'pictures of other rows': shifted(['image_link']),
	'titles and descriptions change places': every((row) => ({
		title: (row.description ?? '').slice(0, 150),
		description: row.title ?? '',
	})),
	'titles are cut': every((row) => ({ title: (row.title ?? '').slice(0, 5) })),
	'all links lead to the first page': every(() => ({ link: 'https://shop.example/' })),
	'texts of another language': every((row) => ({
		title: `Produit ${row.id}`,
		description: `Un produit, numéro ${row.id}`,
	})),
	'decimal points are lost': some(0.3, 1, (row) => scaled(row, 100)),
	'an error message as description': some(0.6, 0.9, () => ({
		description: 'Warning: mysqli_connect(): (HY000/1040): Too many connections',
	})),
	'everything is used': every(() => ({ condition: 'used' })),
	'sale prices of one euro': every((row) => (amountOf(row) > 12 ? { sale_price: '1.00 EUR' } : {})),
	'colors are empty': every(() => ({ color: '' })),
	'article numbers of one product': every(() => ({ mpn: 'M-1' })),
};

const { sim, run, seed, stored } = useCatalog();
useSkippedWaits(sim);

const SHOPS = cases(1, 10, 42);
const NIGHTS = cases(8, 12);

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
