/** Finds the changes that usually mean a broken export, by field and product. The others go through. */
import { lastResult } from '../../shared/memory/pureResults';
import { counted } from '../../shared/report/wording';
import { FIELDS, labelOf, type FieldName, type Product } from '../product/fields';
import { parsePrice, type CurrencyAmount } from '../product/price';
import * as limits from './limits';
import type { KindName } from './limits';
import { hashOf, maskOfNames, type FieldMask, type ProductValues } from './values';

/** What is known of a product of the input while the catalog is read. */
export interface Watched {
	/** Its number among the values. */
	readonly at: number;
	/** Is undefined if it cannot be read. */
	readonly price: CurrencyAmount | undefined;
	/** What a buyer pays: the sale price or the price. */
	readonly paid: CurrencyAmount | undefined;
	readonly isSellable: boolean;
	readonly linkHost: string;
	readonly imageHost: string;
	/** The kinds of suspicious changes that the product has, as bits. */
	marks: number;
	changed: FieldMask;
}

const amountOf = (text = ''): CurrencyAmount | undefined => {
	const amount = parsePrice(text);
	return 'rule' in amount ? undefined : amount;
};

const isSellable = ({ availability }: Product) =>
	availability !== 'out of stock' && availability !== 'discontinued';

const hostOf = lastResult((address) => /^https?:\/\/([^/?#]*)/i.exec(address)?.[1]?.toLowerCase() ?? '');
const imageHostOf = lastResult((address) => hostOf(address));

/** Texts that become valid UTF-8 when their characters are read as bytes of Windows-1252, in the common scripts. */
const GARBLED = /[ÂÃÄÅÎÏÐÑØÙ][\u0080-\u00BF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â€|ã[\u0080-\u0083]/;

const NAMES = Object.keys(limits.KINDS) as KindName[];
const MARK = Object.fromEntries(NAMES.map((name, bit) => [name, 1 << bit])) as Record<KindName, number>;
const SOLD_OUT = 1 << NAMES.length;
const GROUP = FIELDS.findIndex(({ name }) => name === 'item_group_id');
const [STOCK, WORDS] = [['availability', 'inventory'], limits.TEXTS].map((names) =>
	maskOfNames(names as FieldName[]),
) as [number, number];
const TIED = limits.TOGETHER.map(maskOfNames);
/** The most values of a field that are counted. One that many products get is among the first. */
const COUNTED_VALUES = 20_000;

class FieldChanges {
	/** Products of the catalog that have a value, and those of them that lose it. */
	filled = 0;
	lost = 0;
	count = 0;
	filledIn = 0;
	/** The variants of a group count as one. */
	alone = 0;
	readonly groups = new Set<number>();
	/** The products that get a value, and up to three groups of theirs. */
	readonly byValue = new Map<number, { count: number; readonly groups: Set<number> }>();
	/** Whether each of few values becomes one other: a brand or category that got another name. */
	isRenamed = true;
	private readonly names = new Map<number, number>();

	add(from: number, to: number, unit: number, isAlone: boolean): void {
		this.count++;
		// A column that is filled in for the first time takes nothing away.
		if (from === 0) this.filledIn++;
		else if (isAlone) this.alone++;
		else this.groups.add(unit);
		this.isRenamed &&= from !== 0 && to !== 0 && this.isName(from, to);
		if (to === 0) return void this.lost++;
		const known = this.byValue.get(to);
		if (known === undefined) {
			if (this.byValue.size < COUNTED_VALUES) this.byValue.set(to, { count: 1, groups: new Set([unit]) });
			return;
		}
		known.count++;
		if (known.groups.size < 3) known.groups.add(unit);
	}

	private isName(from: number, to: number): boolean {
		const { names } = this;
		if (names.has(from)) return names.get(from) === to;
		names.set(from, to);
		return names.size <= limits.MAY_RENAME && new Set(names.values()).size === names.size;
	}

	get units(): number {
		return this.alone + this.groups.size;
	}
}

/** What is held, once the whole catalog was compared. */
class Verdict {
	/** Fields whose changes are not sent. */
	wide: FieldMask = 0;
	/** Fields that may not be cleared. */
	cleared: FieldMask = 0;
	readonly kinds: KindName[] = [];
	/** Values that no product may get, by the bit of the field. */
	readonly values = new Map<number, Set<number>>();
	holdsSoldOut = false;
	readonly reasons: string[] = [];
}

export class Guard {
	private verdict = new Verdict();
	private compared = 0;
	private sellable = 0;
	private soldOut = 0;
	private comesBack = 0;
	/** Whether the whole input can be bought. */
	private allSellable = true;
	private alone = 0;
	private readonly groups = new Set<number>();
	private readonly byField = FIELDS.map(() => new FieldChanges());
	private readonly byKind = new Map<KindName, number>();

	/** @param factor The factor by which a price may rise. */
	constructor(
		private readonly values: ProductValues,
		private readonly factor: number,
		private readonly limit: number,
	) {}

	/** First pass: takes the next product of the input. */
	watch(product: Product, at: number): Watched {
		const price = amountOf(product.price);
		const canBeBought = isSellable(product);
		this.allSellable &&= canBeBought;
		const isGarbled = limits.TEXTS.some((name) => GARBLED.test(product[name] ?? ''));
		if (isGarbled) this.count('garbled', 1);
		return {
			at,
			price,
			paid: product.sale_price ? amountOf(product.sale_price) : price,
			isSellable: canBeBought,
			linkHost: hostOf(product.link ?? ''),
			imageHost: imageHostOf(product.image_link ?? ''),
			marks: isGarbled ? MARK.garbled : 0,
			changed: 0,
		};
	}

	/** Second pass: compares a product of the catalog, and returns the fields in which it differs. */
	compare(wanted: Watched, current: Product, mask: FieldMask): FieldMask {
		const { values } = this;
		const changed = values.differing(wanted.at, mask, current);
		wanted.changed = changed;
		this.compared++;
		const group = values.valueAt(wanted.at, GROUP);
		if (group === 0) this.alone++;
		else this.groups.add(group);
		const unit = group === 0 ? -wanted.at - 1 : group;
		for (let bit = 1; bit < FIELDS.length; bit++) {
			const isChanged = (changed & (1 << bit)) !== 0;
			const field = FIELDS[bit];
			const before = (field && current[field.name]) ?? '';
			const changes = this.byField[bit];
			if (changes === undefined) continue;
			if (before !== '') changes.filled++;
			if (isChanged) changes.add(hashOf(bit, before), values.valueAt(wanted.at, bit), unit, group === 0);
		}
		this.compareStock(wanted, isSellable(current));
		if ((wanted.marks & MARK.garbled) !== 0 && (changed & WORDS) === 0) this.count('garbled', -1);
		if (changed !== 0) this.comparePrices(wanted, current);
		this.mark('linkHost', wanted, !isOneOf(wanted.linkHost, hostOf(current.link ?? '')));
		this.mark('imageHost', wanted, !isOneOf(wanted.imageHost, imageHostOf(current.image_link ?? '')));
		return changed;
	}

	private compareStock(wanted: Watched, wasSellable: boolean): void {
		if (!wasSellable) {
			if (wanted.isSellable) this.comesBack++;
			return;
		}
		this.sellable++;
		if (wanted.isSellable) return;
		this.soldOut++;
		wanted.marks |= SOLD_OUT;
	}

	private comparePrices(wanted: Watched, current: Product): void {
		const price = amountOf(current.price);
		const paid = current.sale_price ? amountOf(current.sale_price) : price;
		const [own, reduced] = [ratio(price, wanted.price), ratio(paid, wanted.paid)];
		const [rise, fall] = [this.factor * ROUNDING, this.factor * limits.FALL * ROUNDING];
		const isZero = own === 0 || (reduced === 0 && wanted.price !== wanted.paid);
		this.mark('zero', wanted, isZero);
		// A sale that ends may raise what is paid by any factor.
		this.mark('jump', wanted, own > rise || own * fall < 1 || reduced * fall < 1);
		this.mark(
			'farOff',
			wanted,
			own > limits.FAR_OFF / ROUNDING ||
				own * limits.FAR_OFF <= ROUNDING ||
				reduced * limits.FAR_OFF <= ROUNDING,
		);
	}

	private mark(kind: KindName, wanted: Watched, isSo: boolean): void {
		if (!isSo) return;
		wanted.marks |= MARK[kind];
		this.count(kind, 1);
	}

	private count(kind: KindName, by: number): void {
		this.byKind.set(kind, (this.byKind.get(kind) ?? 0) + by);
	}

	/** After the second pass: decides what is held. */
	settle(): void {
		if (this.limit >= 100) return;
		const verdict = new Verdict();
		this.verdict = verdict;
		this.judgeKinds(verdict);
		this.judgeStock(verdict);
		for (const [bit, changes] of this.byField.entries())
			if (changes.count > 0) this.judge(bit, changes, verdict);
		if ((verdict.cleared & STOCK) !== 0 && this.allSellable) verdict.wide |= STOCK;
		const identity = maskOfNames(limits.IDENTITY);
		if ((verdict.wide & identity) === identity) {
			verdict.wide = -1;
			verdict.holdsSoldOut = true;
		}
	}

	private isMuch(count: number, all: number, share: number, least: number = limits.FEWEST): boolean {
		return count >= least && count * 100 > Math.min(99, (share * this.limit) / limits.USUAL_LIMIT) * all;
	}

	private judgeKinds(verdict: Verdict): void {
		const { compared } = this;
		for (const name of NAMES) {
			const { fields, isWide, says, share, least } = limits.KINDS[name];
			const count = this.byKind.get(name) ?? 0;
			const all = name === 'garbled' ? this.values.count : compared;
			if (!this.isMuch(count, all, share, least)) continue;
			verdict.kinds.push(name);
			if (isWide) verdict.wide |= maskOfNames(fields);
			verdict.reasons.push(
				`${fields.map(labelOf).join(', ')} of ${count} of ${counted(all, 'product')} ${says}`,
			);
		}
	}

	private judgeStock(verdict: Verdict): void {
		const { compared, sellable, soldOut, comesBack } = this;
		if (soldOut >= limits.FEWEST && soldOut === sellable) {
			verdict.holdsSoldOut = true;
			verdict.wide |= STOCK;
			verdict.reasons.push(`All ${soldOut} products that can be bought now would be out of stock`);
		}
		if (this.allSellable && this.isMuch(comesBack, compared, limits.MAY_COME_BACK)) {
			verdict.wide |= STOCK;
			verdict.reasons.push(
				`The whole input is in stock, and ${counted(comesBack, 'product')} of the catalog are not`,
			);
		}
	}

	private judge(bit: number, changes: FieldChanges, verdict: Verdict): void {
		const { compared } = this;
		const units = this.alone + this.groups.size;
		const name = FIELDS[bit]?.name as FieldName;
		const label = labelOf(name);
		const { count, filled, filledIn, lost } = changes;
		const isRenamed = changes.isRenamed && limits.RENAMED.has(name);
		const one = limits.MAY_BECOME_ONE[name];
		if (one !== undefined && !isRenamed)
			for (const [value, { count: times, groups }] of changes.byValue)
				if (groups.size >= 3 && this.isMuch(times, compared, one)) {
					const known = verdict.values.get(bit) ?? new Set();
					verdict.values.set(bit, known.add(value));
					verdict.reasons.push(`${label} of ${counted(times, 'product')} would become one and the same`);
				}
		if (
			!limits.MAY_END.has(name) &&
			this.isMuch(lost, limits.LABELS.has(name) ? compared : filled, limits.MAY_LOSE)
		) {
			verdict.cleared |= 1 << bit;
			verdict.reasons.push(`${label} of ${lost} of ${counted(filled, 'product')} would be cleared`);
		}
		const share = limits.MAY_CHANGE[name];
		if (share === undefined || isRenamed || !this.isMuch(changes.units, units, share)) return;
		verdict.wide |= 1 << bit;
		verdict.reasons.push(`${label} of ${count - filledIn} of ${counted(compared, 'product')} would change`);
	}

	get holds(): boolean {
		return this.verdict.reasons.length > 0;
	}

	/** Why something is held: one sentence for each reason, without a full stop. */
	get reasons(): readonly string[] {
		return this.verdict.reasons;
	}

	/** The fields of a product of the catalog that stay as they are. */
	heldOf(product: Watched): FieldMask {
		const { verdict } = this;
		let held = product.changed & (verdict.wide | this.lostOf(product));
		for (const name of verdict.kinds)
			if ((product.marks & MARK[name]) !== 0)
				held |= product.changed & maskOfNames(limits.KINDS[name].fields);
		for (const [bit, values] of verdict.values)
			if (values.has(this.values.valueAt(product.at, bit))) held |= product.changed & (1 << bit);
		for (const together of TIED) if ((held & together) !== 0) held |= product.changed & together;
		// Whatever else is wrong: what is sold out is not advertised.
		return (product.marks & SOLD_OUT) !== 0 && !verdict.holdsSoldOut ? held & ~STOCK : held;
	}

	private lostOf({ at, changed }: Watched): FieldMask {
		let lost = 0;
		for (let bit = 0; this.verdict.cleared >> bit !== 0; bit++)
			if ((this.verdict.cleared & changed & (1 << bit)) !== 0 && this.values.valueAt(at, bit) === 0)
				lost |= 1 << bit;
		return lost;
	}

	/** Whether a new product waits: nothing says whether its value in a doubtful column is right. */
	holdsNew({ marks, at, price }: Watched): boolean {
		const { wide, cleared, kinds, values } = this.verdict;
		return (
			(wide | cleared) !== 0 ||
			this.isMuch(this.byKind.get('farOff') ?? 0, this.compared, limits.NEW_WAIT) ||
			(kinds.includes('zero') && price?.digits === 0n) ||
			(kinds.includes('garbled') && (marks & MARK.garbled) !== 0) ||
			[...values].some(([bit, held]) => held.has(this.values.valueAt(at, bit)))
		);
	}
}

/** A host that is the same, or that one of the two lacks. */
const isOneOf = (wanted: string, current: string) => wanted === '' || current === '' || wanted === current;

/** How many times as high a price becomes. Another currency is infinitely far away, and a price of 0 before counts as none. */
function ratio(before: CurrencyAmount | undefined, after: CurrencyAmount | undefined): number {
	if (before === undefined || after === undefined || before.digits === 0n) return 1;
	if (before.currency !== after.currency) return Infinity;
	return Number(after.digits) / 10 ** after.scale / (Number(before.digits) / 10 ** before.scale);
}

/** A change by exactly the factor must not count, whatever the last digit of a product of two numbers is. */
const ROUNDING = 1 + 1e-9;
