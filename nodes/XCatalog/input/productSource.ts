/** This file reads the products of a job's input, completes them and cleans them up. */
import type { SourceValues } from '../fields/productSource';
import type { Detected } from '../formats/detect';
import { cautionsOf, type Caution } from '../formats/vocabulary';
import { sourceOfIds } from '../formats/ids';
import type { SourceRow, RawRow } from '../formats/sourceRow';
import { FormatReader, type LeftOut, type SourceProduct } from '../formats/read';
import { prepareProduct } from '../prepare';
import type { Change, Preparation } from '../prepare/settings';
import { quoted, type Product, type ProductProblem } from '../product/fields';
import { Tally } from '../../shared/report/tally';
import { asText, trimmed } from '../../shared/util/text';
import { CancelledError } from '../../shared/util/wait';
import type { CatalogJob } from './catalogJobs';
import { inputsOf, type Input } from './inputs';
import { detectFormat, type DetectedFormat } from './detectFormat';
import type { IDataObject } from 'n8n-workflow';

const SEARCHED_ROWS = 3000;

const REMEMBERED_COLUMNS = 200;

/** Reads the products of a job's input items. They can be read several times, because they are never all in memory. */
export class ProductSource {
	readonly unknownColumns = new Set<string>();
	/** The formats of the input and why they were chosen. Empty until the input has been read. */
	readonly formats: Detected[] = [];
	readonly leftOut = new Tally();
	/** Values that were changed before they are sent, with advice where the user should know about it. */
	readonly changes = new Tally();
	/** Whether a file of the input is one of elements: XML or JSON leave out what is empty. */
	hasElements = false;
	private readonly inputs: readonly Input[];
	private readonly preparation: Preparation | undefined;
	private readonly detected = new Map<Input, DetectedFormat>();
	/** Whether the input has been read once. Later passes do not count again. */
	private isCounted = false;
	/** The unknown columns of the last row. All rows of a table have the same ones. */
	private seenColumns: readonly string[] = [];

	constructor(private readonly job: CatalogJob<SourceValues>) {
		this.inputs = inputsOf(job);
		this.preparation = preparationOf(job);
	}

	/** Whether the products come from another system, so that they are completed and cleaned up. */
	get isForeign(): boolean {
		return this.preparation !== undefined;
	}

	get isOfFiles(): boolean {
		return this.job.values.productsFrom === 'file';
	}

	get cleanUp(): readonly string[] {
		return this.job.values.cleanUp ?? [];
	}

	/** An example for Link Pattern that fits these products. */
	get linkPattern(): string {
		return (
			this.formats.find(({ format }) => format.linkPattern !== undefined)?.format.linkPattern ??
			'https://shop.example/products/{id}'
		);
	}

	async *rows(): AsyncGenerator<readonly InputRow[]> {
		let ordinal = 0;
		for (const input of this.inputs) {
			const { format, index } = await this.formatOf(input);
			const reader = new FormatReader(format, index);
			const add = (rows: InputRow[], found: readonly (SourceProduct | LeftOut)[]) => {
				for (const each of found)
					rows.push('given' in each ? this.product(each, ordinal++, format) : this.skipped(each, ordinal++));
				return rows;
			};
			for await (const some of input.rows()) {
				if (this.job.signal?.aborted) throw new CancelledError();
				const rows: InputRow[] = [];
				const [head] = some;
				this.hasElements ||= input.isFile && head !== undefined && head.header === undefined;
				for (const raw of some) add(rows, reader.push(raw));
				yield rows;
			}
			yield add([], reader.flush());
		}
		this.isCounted = true;
	}

	/** Finds the column whose values are among these, in more than half of the first rows that are products. */
	async columnHolding(ids: ReadonlySet<string>): Promise<string | undefined> {
		const found = new Map<string, number>();
		let rows = 0;
		for (const input of this.inputs)
			for await (const some of input.rows()) {
				for (const row of some) {
					if (row.element !== undefined || rows >= SEARCHED_ROWS) continue;
					rows++;
					const names = row.header ?? Object.keys(row.values);
					for (const [at, value] of (row.cells ?? Object.values(row.values)).entries())
						if (value !== '' && ids.has(trimmed(asText(value)))) {
							const name = names[at] ?? '';
							found.set(name, (found.get(name) ?? 0) + 1);
						}
				}
				if (rows >= SEARCHED_ROWS) break;
			}
		const [best] = [...found].sort((a, b) => b[1] - a[1]);
		return best !== undefined && best[1] * 2 > Math.min(rows, ids.size) ? best[0] : undefined;
	}

	/** Finds the choice of Product IDs From that makes these IDs of the first rows that are products. */
	async idSourceOf(ids: ReadonlySet<string>): Promise<string | undefined> {
		for (const input of this.inputs) {
			const { found, index } = await this.formatOf(input);
			const reader = new FormatReader(found, index);
			const products: SourceRow[] = [];
			for await (const some of input.rows()) {
				for (const raw of some)
					for (const each of reader.push(raw)) if ('given' in each) products.push(each.row);
				if (products.length >= SEARCHED_ROWS) break;
			}
			for (const each of reader.flush()) if ('given' in each) products.push(each.row);
			const choice = sourceOfIds(found, ids, (getter) => products.map((row) => getter(row) ?? ''));
			if (choice !== undefined) return choice;
		}
		return undefined;
	}

	private async formatOf(input: Input): Promise<DetectedFormat> {
		const known = this.detected.get(input);
		if (known) return known;
		const detected = await detectFormat(this.job, input);
		this.detected.set(input, detected);
		if (!this.formats.some(({ format }) => format.label === detected.format.label))
			this.formats.push(detected);
		return detected;
	}

	private skipped({ row: { raw }, id, why }: LeftOut, ordinal: number): InputRow {
		if (!this.isCounted) this.leftOut.add(why, () => describeRow(raw, { id }));
		return {
			ordinal,
			itemIndex: raw.itemIndex,
			line: raw.line,
			product: { id },
			problems: [],
			note: undefined,
			leftOut: why,
			changes: [],
			idUncertain: false,
		};
	}

	private product(
		{ row, given: source }: SourceProduct,
		ordinal: number,
		format: Detected['format'],
	): InputRow {
		const { raw } = row;
		const { product: given, unknown, problems } = source;
		const heeded = cautionsOf(format, row);
		const asGiven = heeded.length > 0 ? { ...given } : given;
		const prepared =
			this.preparation === undefined
				? { product: given, changes: NO_CHANGES }
				: prepareProduct(given, row, format, this.preparation);
		const { product, cautions } = this.heed(heeded, prepared.product, asGiven);
		const changes = cautions.length > 0 ? [...prepared.changes, ...cautions] : prepared.changes;
		if (!this.isCounted) this.count(unknown, changes, raw, product);
		const isBroken = raw.problem !== undefined;
		return {
			ordinal,
			itemIndex: raw.itemIndex,
			line: raw.line,
			product,
			problems: isBroken ? [...problems, { rule: 'record', text: raw.problem }] : problems,
			note: raw.note,
			leftOut: undefined,
			changes,
			idUncertain: !product.id || isBroken || problems.some(({ field }) => field === 'id'),
		};
	}

	/** Fills in what the cautions assume, and notes them as changes. */
	private heed(cautions: readonly Caution[], prepared: Product, given: Product) {
		if (cautions.length === 0) return { product: prepared, cautions: NO_CHANGES };
		let product = prepared;
		const noted: Change[] = [];
		for (const { field, what, advice, assumed } of cautions) {
			// By Inventory asks for a stock that this source does not have.
			const asks = field === 'availability' && this.preparation?.defaults.availability === 'stock';
			if (assumed !== undefined && product[field] && !asks) continue;
			if (assumed !== undefined) product = { ...product, [field]: product[field] || assumed };
			noted.push({ what, field, from: given[field] ?? '', to: product[field] ?? '' });
			this.changes.advise(what, advice);
		}
		return { product, cautions: noted };
	}

	private count(
		columns: readonly string[],
		changes: readonly Change[],
		raw: SourceRow['raw'],
		product: Product,
	): void {
		if (columns !== this.seenColumns)
			for (const column of columns)
				if (this.unknownColumns.size < REMEMBERED_COLUMNS) this.unknownColumns.add(column);
		this.seenColumns = columns;
		// One function for all of them: hardly any needs an example.
		let now: Change | undefined;
		const example = () => (now === undefined ? '' : exampleOfChange(now, raw, product));
		for (now of changes) this.changes.add(now.what, example);
	}
}

const NO_CHANGES: readonly Change[] = [];

const exampleOfChange = (change: Change, raw: SourceProduct['row']['raw'], { id = '' }: Product): string =>
	`${describeLocation(raw)} (${id}): ${sentenceOfChange(change)}`;

/** Reads how to complete and clean up the products. Is undefined for those from the form, which are sent as entered. */
function preparationOf({ batch, values }: CatalogJob<SourceValues>): Preparation | undefined {
	if (values.productsFrom === 'fields') return undefined;
	const { defaults = {}, cleanUp = [] } = values;
	return { defaults, cleanUp: new Set(cleanUp), timeZone: batch.context.getTimezone() };
}

export interface InputRow {
	/** Its number in the whole input, from 0. */
	readonly ordinal: number;
	readonly itemIndex: number;
	readonly line: number | undefined;
	readonly product: Product;
	/** The problems of the row as a whole. */
	readonly problems: readonly ProductProblem[];
	/** A note that may explain other problems, such as values missing in the line. */
	readonly note: string | undefined;
	/** The reason why it is not a product to advertise. Is undefined if it is one. */
	readonly leftOut: string | undefined;
	readonly changes: readonly Change[];
	/** Whether its ID cannot be trusted, because the line or the ID is broken. It may be any product. */
	readonly idUncertain: boolean;
}

export type InputPosition = Pick<InputRow, 'ordinal' | 'itemIndex'> & { readonly line?: number | undefined };

export type InputPlace = Pick<RawRow, 'itemIndex'> & { readonly line?: number | undefined };

/** Locates a product, for output items. */
export const location = ({ itemIndex, line }: InputPlace): IDataObject =>
	line === undefined ? { item: itemIndex } : { item: itemIndex, line };

/** Locates a product, for messages. */
export const describeLocation = ({ itemIndex, line }: InputPlace): string =>
	line === undefined ? `Item ${itemIndex + 1}` : `Line ${line}`;

/** Names the location of a product and its ID, if it has one. */
export const describeRow = (place: InputPlace, { id }: Pick<Product, 'id'>): string =>
	id ? `${describeLocation(place)} (${id})` : describeLocation(place);

/** Names a row and its wrong value, as an example of a problem that many rows have. */
export function exampleOf(row: InputRow, { field, text }: ProductProblem): string {
	const value = field === undefined ? '' : (row.product[field] ?? '');
	const isSaid = value === '' || text.includes(quoted(value));
	return `${describeRow(row, row.product)}${isSaid ? '' : `: ${quoted(value)}`}`;
}

/** Puts a change in words: `price "59,90" → "59.90 EUR"`. */
export const sentenceOfChange = ({ field, from, to }: Change): string =>
	`${field} ${from === '' ? '' : `${quoted(from)} `}→ ${quoted(to)}`;
