/** The products of a job's input, after they were read, completed and cleaned up. */
import type { SourceValues } from '../fields/productSource';
import type { Detected } from '../formats/detect';
import type { Caution } from '../formats/vocabulary';
import { FormatReader, type LeftOut, type SourceProduct } from '../formats/read';
import { prepareProduct } from '../prepare';
import type { Change, Preparation } from '../prepare/settings';
import type { Product } from '../product/fields';
import { toProduct } from '../product/normalize';
import { asText } from '../../shared/util/text';
import { CancelledError } from '../../shared/util/wait';
import type { CatalogJob } from './catalogJobs';
import { inputsOf, type Input } from './inputs';
import { describeLocation, describeRow, sentenceOfChange, type InputRow } from './row';
import { study, type Studied } from './study';
import { Tally } from './tally';

/** The most rows in which to look for the IDs of the catalog. */
const SEARCHED_ROWS = 10_000;

/** The most unknown columns to remember. */
const REMEMBERED_COLUMNS = 200;

/** Reads the products of a job's input items. They can be read several times, because they are never all in memory. */
export class ProductSource {
	/** Columns of the input that are not product fields. */
	readonly unknownColumns = new Set<string>();
	/** The formats of the input and why they were chosen. Empty until the input has been read. */
	readonly formats: Detected[] = [];
	/** Rows that are not products to advertise. */
	readonly leftOut = new Tally();
	/** Values that were changed before they are sent. */
	readonly changes = new Tally();
	/** Advice by change, for the changes that the user should know about. */
	readonly advice = new Map<string, string>();
	private readonly inputs: readonly Input[];
	private readonly preparation: Preparation | undefined;
	private readonly studied = new Map<Input, Studied>();
	/** Whether the input has been read once. Later passes do not count again. */
	private isCounted = false;

	constructor(private readonly job: CatalogJob<SourceValues>) {
		this.inputs = inputsOf(job);
		this.preparation = preparationOf(job);
	}

	/** Whether the products come from another system, so that they are completed and cleaned up. */
	get isForeign(): boolean {
		return this.preparation !== undefined;
	}

	/** An example for Link Pattern that fits these products. */
	get linkPattern(): string {
		return (
			this.formats.find(({ format }) => format.linkPattern !== undefined)?.format.linkPattern ??
			'https://shop.example/products/{id}'
		);
	}

	/** All products in order, in batches. */
	async *rows(): AsyncGenerator<readonly InputRow[]> {
		let ordinal = 0;
		for (const input of this.inputs) {
			const { format, index } = await this.study(input);
			const reader = new FormatReader(format, index);
			const rowsOf = (found: readonly (SourceProduct | LeftOut)[]) =>
				found.map((each) => {
					const read = 'columns' in each ? this.product(each, format) : this.skipped(each);
					return { ordinal: ordinal++, ...placeOf(each), ...read };
				});
			for await (const some of input.rows()) {
				if (this.job.signal?.aborted) throw new CancelledError();
				yield rowsOf(some.flatMap((raw) => reader.push(raw)));
			}
			yield rowsOf(reader.flush());
		}
		this.isCounted = true;
	}

	/** The column of the source whose values are among these, in more than half of the first rows that are products. */
	async columnHolding(ids: ReadonlySet<string>): Promise<string | undefined> {
		const found = new Map<string, number>();
		let rows = 0;
		for (const input of this.inputs)
			for await (const some of input.rows()) {
				for (const { values, element } of some) {
					if (element !== undefined) continue;
					rows++;
					for (const [name, value] of Object.entries(values))
						if (ids.has(asText(value).trim())) found.set(name, (found.get(name) ?? 0) + 1);
				}
				if (rows > SEARCHED_ROWS) break;
			}
		const [best] = [...found].sort((a, b) => b[1] - a[1]);
		return best !== undefined && best[1] * 2 > Math.min(rows, ids.size) ? best[0] : undefined;
	}

	private async study(input: Input): Promise<Studied> {
		const known = this.studied.get(input);
		if (known) return known;
		const studied = await study(this.job, input);
		this.studied.set(input, studied);
		if (!this.formats.some(({ format }) => format.label === studied.format.label)) this.formats.push(studied);
		return studied;
	}

	private skipped({ row: { raw }, id, why }: LeftOut): UnplacedRow {
		if (!this.isCounted) this.leftOut.add(why, () => describeRow(raw, { id }));
		return { product: { id }, problems: [], leftOut: why, changes: [], idUncertain: false };
	}

	private product({ row, columns }: SourceProduct, format: Detected['format']): UnplacedRow {
		const { raw } = row;
		const { product: given, unknown, problems } = toProduct(columns);
		const prepared =
			this.preparation === undefined
				? { product: given, changes: [] }
				: prepareProduct(given, row, format, this.preparation);
		const { product, cautions } = this.heed(format.cautions?.(row) ?? [], prepared.product, given);
		const all = cautions.length > 0 ? [...prepared.changes, ...cautions] : prepared.changes;
		if (!this.isCounted) this.count(unknown, all, (change) => exampleOf(change, raw, product));
		const isBroken = raw.problem !== undefined;
		return {
			product,
			problems: [...problems, ...(isBroken ? [{ rule: 'record', text: raw.problem }] : [])],
			changes: all,
			idUncertain: !product.id || isBroken || problems.some(({ field }) => field === 'id'),
			...(raw.note !== undefined && { note: raw.note }),
		};
	}

	/** Fills in what the cautions assume, and notes them as changes. */
	private heed(cautions: readonly Caution[], prepared: Product, given: Product) {
		let product = prepared;
		const noted: Change[] = [];
		for (const { field, what, advice, assumed } of cautions) {
			if (assumed !== undefined && product[field]) continue;
			if (assumed !== undefined) product = { ...product, [field]: assumed };
			noted.push({ what, field, from: given[field] ?? '', to: product[field] ?? '' });
			if (advice !== undefined) this.advice.set(what, advice);
		}
		return { product, cautions: noted };
	}

	private count(
		unknown: readonly string[],
		changes: readonly Change[],
		example: (change: Change) => string,
	): void {
		for (const column of unknown)
			if (this.unknownColumns.size < REMEMBERED_COLUMNS) this.unknownColumns.add(column);
		for (const change of changes) this.changes.add(change.what, () => example(change));
	}
}

/** A row without its position in the input. */
type UnplacedRow = Omit<InputRow, 'ordinal' | 'itemIndex' | 'line'>;

const placeOf = ({ row: { raw } }: SourceProduct | LeftOut) => ({
	itemIndex: raw.itemIndex,
	...(raw.line !== undefined && { line: raw.line }),
});

const exampleOf = (change: Change, raw: SourceProduct['row']['raw'], { id = '' }: Product): string =>
	`${describeLocation(raw)} (${id}): ${sentenceOfChange(change)}`;

/** How to complete and clean up the products. Undefined for products from the form, which are sent as entered. */
function preparationOf({ batch, values }: CatalogJob<SourceValues>): Preparation | undefined {
	if (values.productsFrom === 'fields') return undefined;
	const { defaults = {}, cleanUp = [] } = values;
	return { defaults, cleanUp: new Set(cleanUp), timeZone: batch.context.getTimezone() };
}
