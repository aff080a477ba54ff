/** Converts the rows of a file to products, as the table of its format describes. */
import { pickBy } from 'lodash';
import { ownValue } from '../../shared/util/lenient';
import type { FieldName, Product } from '../product/fields';
import { fieldOfColumn, ProductTable, tidierOf, toProduct, type GivenProduct } from '../product/normalize';
import { ColumnNames, SourceRow, type RawRow } from './sourceRow';
import { RowIndex, type Format, type Getter } from './vocabulary';

/** A product of the file, before its values are completed and checked. */
export interface SourceProduct {
	readonly row: SourceRow;
	readonly given: GivenProduct;
}

/** A row that is not a product to advertise. */
export interface LeftOut {
	readonly row: SourceRow;
	/** Its identifier, or '' if it has none. */
	readonly id: string;
	readonly why: string;
}

interface FieldGetter {
	readonly name: FieldName;
	readonly getter: Getter;
	readonly tidy: (text: string) => string;
}

/** The most rows of one product. A longer group means that the file is not sorted by product. */
const MAX_ROWS = 5000;

/** Reads the rows of one file, or of all input items. */
export class FormatReader {
	private readonly names: ColumnNames;
	private readonly getters: readonly FieldGetter[];
	/** Those for columns that the table has. */
	private present: readonly FieldGetter[];
	private presentAt = -1;
	/** For tables whose columns have the names of fields. */
	private table: ProductTable | undefined;
	private header: readonly string[] | undefined;
	/** A product with the fields that the last one has, and how many they are. */
	private like: Product = {};
	private fieldsAlike = 0;
	private group: SourceRow[] = [];
	private key = '';

	/** @param index The collection of an earlier pass over the file with `learn`. */
	constructor(
		private readonly format: Format,
		private readonly index: RowIndex = new RowIndex(),
	) {
		this.names = new ColumnNames(format.translated);
		const { fields, mapped } = format;
		const all = fields === 'feed' ? { ...mapped } : { ...fields, ...mapped };
		this.getters = (Object.entries(all) as [FieldName, Getter][]).map(([name, getter]) => ({
			name,
			getter,
			tidy: tidierOf(name),
		}));
		this.present = this.getters;
	}

	/** Collects what other rows need from this one. */
	learn(raw: RawRow): void {
		this.format.rows?.learn?.(this.rowOf(raw), this.index);
	}

	/** Takes a row, and returns the products that are complete: a product ends where the next one begins. */
	push(raw: RawRow): (SourceProduct | LeftOut)[] {
		if (raw.element !== undefined) return [];
		const row = this.rowOf(raw);
		const { together } = this.format.rows ?? {};
		if (together === undefined) return this.products([row]);
		const key = together(row);
		const isMore = this.group.length > 0 && this.group.length < MAX_ROWS && (key === '' || key === this.key);
		const before = isMore ? [] : this.flush();
		this.group.push(row);
		if (key !== '') this.key = key;
		return before;
	}

	/** Returns the product that the last rows form. */
	flush(): (SourceProduct | LeftOut)[] {
		const { group } = this;
		this.group = [];
		return group.length > 0 ? this.products(group) : [];
	}

	private rowOf(raw: RawRow): SourceRow {
		this.names.learn(raw);
		return new SourceRow(raw, this.names);
	}

	private products(rows: readonly SourceRow[]): (SourceProduct | LeftOut)[] {
		const { format, index } = this;
		const products = format.rows?.products?.(rows, index) ?? rows;
		return products.map((row) => {
			const why = row.raw.problem === undefined ? format.rows?.leaveOut?.(row, index) : undefined;
			if (why === undefined) return { row, given: this.given(row) };
			return { row, id: idOf(row, format), why };
		});
	}

	private given(row: SourceRow): GivenProduct {
		const { fields, mapped, aliases } = this.format;
		if (fields !== 'feed') return this.byGetters(row);
		const { header, cells } = row.raw;
		if (header !== undefined && cells !== undefined && mapped === undefined) {
			if (header !== this.header) {
				this.header = header;
				this.table = hasAlias(header, aliases) ? undefined : new ProductTable(header);
			}
			if (this.table !== undefined) return this.table.read(cells);
		}
		const columns = aliases === undefined ? row.raw.values : renamed(row.raw.values, aliases);
		if (mapped === undefined) return toProduct(columns, row.raw.repeated);
		const found = pickBy(columns, (_, name) => {
			const field = fieldOfColumn(name);
			return field !== undefined && mapped[field] === undefined;
		});
		return toProduct({ ...found, ...this.byGetters(row).product });
	}

	private byGetters(row: SourceRow): GivenProduct {
		// A copy of an object has room for all fields, and one that grows is moved again and again.
		const product: Product = { ...this.like };
		let isAlike = true;
		let count = 0;
		for (const { name, getter, tidy } of this.gettersFor(row)) {
			const text = getter(row);
			if (text !== undefined) {
				product[name] = tidy(text);
				count++;
			} else isAlike &&= product[name] === undefined;
		}
		// It lacks fields of the last one.
		if (!isAlike) {
			this.like = {};
			this.fieldsAlike = 0;
			return this.byGetters(row);
		}
		if (count > this.fieldsAlike) {
			this.like = { ...product };
			this.fieldsAlike = count;
		}
		return { product, unknown: NO_COLUMNS, problems: NO_PROBLEMS };
	}

	/** Returns the getters without those for columns that are not in the table. */
	private gettersFor({ raw: { header } }: SourceRow): readonly FieldGetter[] {
		if (header === undefined) return this.getters;
		if (this.names.version !== this.presentAt) {
			this.presentAt = this.names.version;
			this.present = this.getters.filter(
				({ getter: { columns } }) => columns === undefined || this.names.stepsTo(columns).length > 0,
			);
		}
		return this.present;
	}
}

const NO_COLUMNS: readonly string[] = [];
const NO_PROBLEMS: GivenProduct['problems'] = [];

const hasAlias = (header: readonly string[], aliases: Format['aliases'] = {}): boolean =>
	header.some((name) => ownValue(aliases, name.toLowerCase()) !== undefined);

function idOf(row: SourceRow, { fields, mapped }: Format): string {
	const getter = mapped?.id ?? (fields === 'feed' ? undefined : fields.id);
	return getter?.(row) ?? '';
}

/** Renames columns by their aliases. An alias never replaces a field that the row has under its own name. */
function renamed(values: RawRow['values'], aliases: Readonly<Record<string, FieldName>>): RawRow['values'] {
	const used = Object.keys(values).filter((name) => ownValue(aliases, name.toLowerCase()) !== undefined);
	if (used.length === 0) return values;
	const result = { ...values };
	for (const name of used) {
		const field = ownValue(aliases, name.toLowerCase()) ?? 'id';
		const isThere = Object.keys(values).some((each) => fieldOfColumn(each) === field && values[each] !== '');
		if (!isThere) result[field] = values[name];
		delete result[name];
	}
	return result;
}
