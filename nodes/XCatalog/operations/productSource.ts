/** The products of a job's input: read by their format, filled in and cleaned up. Read as often as needed. */
import { NodeOperationError } from 'n8n-workflow';
import type { SourceValues } from '../fields/productSource';
import { describeColumns, detect, type Detected } from '../formats/detect';
import { feed } from '../formats/feed';
import { missingColumns, ownFormat } from '../formats/ownMapping';
import { FormatReader, type LeftOut, type SourceProduct } from '../formats/read';
import { ColumnNames, SourceRow, type RawRow } from '../formats/sourceRow';
import { RowIndex } from '../formats/vocabulary';
import { prepareProduct } from '../prepare';
import type { Change, Preparation } from '../prepare/settings';
import type { Product } from '../product/fields';
import { toProduct } from '../product/normalize';
import { quoted, type Problem } from '../product/violation';
import { CancelledError } from '../../shared/util/wait';
import type { CatalogJob } from './catalogJobs';
import { rememberColumns } from './fileColumns';
import { inputsOf, type Input } from './inputs';
import { Tally } from './tally';

/** One product of the input. */
export interface Row {
	/** Counted over the whole input, from 0. */
	readonly ordinal: number;
	readonly itemIndex: number;
	/** Line of the file, for products from files. */
	readonly line?: number;
	readonly product: Product;
	/** What is wrong with the row itself. */
	readonly problems: readonly Problem[];
	/** What explains other problems: values that the line does not have. */
	readonly note?: string;
	/** Why it is no product to advertise, where it is none. */
	readonly leftOut?: string;
	/** What was done to values of it. */
	readonly changes: readonly Change[];
	/** Whether it may be any product, whatever its ID seems to be: its line is broken, or its ID is. */
	readonly idUncertain: boolean;
}

/** Where a row stands in the input. */
export type Location = Pick<Row, 'ordinal' | 'itemIndex' | 'line'>;

export interface ProductSource {
	/** All products in order, some at a time. */
	rows(): AsyncIterable<readonly Row[]>;
	/** Whether its products are filled in and cleaned up. */
	readonly isForeign: boolean;
	/** Columns seen so far that are no product field. */
	readonly unknownColumns: ReadonlySet<string>;
	/** The formats of the input and what told them, once it was read. */
	readonly formats: readonly Detected[];
	/** Rows that are no products to advertise. */
	readonly leftOut: Tally;
	/** Values that are sent another way than they were written. */
	readonly changes: Tally;
}

/** What is known of an input before its products are read. */
interface Studied extends Detected {
	readonly index: RowIndex;
}

/** How many unknown columns are remembered. */
const REMEMBERED_COLUMNS = 200;

/** How many columns the message about an unknown file describes. */
const DESCRIBED_COLUMNS = 60;

/** What Link Pattern may look like for the source of these products. */
export const linkPatternOf = ({ formats }: Pick<ProductSource, 'formats'>): string =>
	formats.find(({ format }) => format.linkPattern !== undefined)?.format.linkPattern ??
	'https://shop.example/products/{id}';

/** The products of a job's input items, as the parameter `productsFrom` says. */
export function openSource(job: CatalogJob<SourceValues>): ProductSource {
	const inputs = inputsOf(job);
	const preparation = preparationOf(job);
	const studied = new Map<Input, Studied>();
	const source = {
		isForeign: preparation !== undefined,
		unknownColumns: new Set<string>(),
		formats: new Array<Detected>(),
		leftOut: new Tally(),
		changes: new Tally(),
	};
	let isCounted = false;
	const skipped = ({ row: { raw }, id, why }: LeftOut, ordinal: number): Row => {
		if (!isCounted) source.leftOut.add(why, () => `${placeOf(raw)}${id === '' ? '' : ` (${id})`}`);
		return {
			ordinal,
			itemIndex: raw.itemIndex,
			product: { id },
			problems: [],
			leftOut: why,
			changes: [],
			idUncertain: false,
			...(raw.line !== undefined && { line: raw.line }),
		};
	};
	const toRow = ({ row, columns }: SourceProduct, studies: Studied, ordinal: number): Row => {
		const { raw } = row;
		const { product: given, unknown, problems } = toProduct(columns);
		const { product, changes } =
			preparation === undefined
				? { product: given, changes: [] }
				: prepareProduct(given, row, studies.format, preparation);
		const caution = studies.format.caution?.(row);
		const all =
			caution === undefined
				? changes
				: [...changes, { ...caution, from: given[caution.field] ?? '', to: product[caution.field] ?? '' }];
		if (!isCounted) {
			for (const column of unknown)
				if (source.unknownColumns.size < REMEMBERED_COLUMNS) source.unknownColumns.add(column);
			for (const each of all) source.changes.add(each.what, () => exampleOf(each, raw, product));
		}
		const broken: Problem[] = raw.problem === undefined ? [] : [{ rule: 'record', text: raw.problem }];
		const isIdWrong = problems.some(({ field }) => field === 'id');
		return {
			ordinal,
			itemIndex: raw.itemIndex,
			product,
			problems: [...problems, ...broken],
			changes: all,
			idUncertain: !product.id || raw.problem !== undefined || isIdWrong,
			...(raw.line !== undefined && { line: raw.line }),
			...(raw.note !== undefined && { note: raw.note }),
		};
	};
	return {
		...source,
		async *rows() {
			let ordinal = 0;
			for (const input of inputs) {
				const known = studied.get(input) ?? (await study(job, input));
				if (!studied.has(input)) {
					studied.set(input, known);
					if (!source.formats.some(({ format }) => format.label === known.format.label))
						source.formats.push(known);
				}
				const reader = new FormatReader(known.format, known.index);
				const rowsOf = (found: readonly (SourceProduct | LeftOut)[]) =>
					found.map((each) => ('columns' in each ? toRow(each, known, ordinal++) : skipped(each, ordinal++)));
				for await (const some of input.rows()) {
					if (job.signal?.aborted) throw new CancelledError();
					yield rowsOf(some.flatMap((raw) => reader.push(raw)));
				}
				yield rowsOf(reader.flush());
			}
			isCounted = true;
		},
	};
}

/** What to do with products before they are checked; nothing with those that are filled in by hand. */
function preparationOf({ batch, values }: CatalogJob<SourceValues>): Preparation | undefined {
	if (values.productsFrom === 'fields') return undefined;
	const { defaults = {}, cleanUp = [] } = values;
	return { defaults, cleanUp: new Set(cleanUp), timeZone: batch.context.getTimezone() };
}

/**
 * Finds the format of an input by its first row, and reads it to its end where rows need one another.
 *
 * @throws NodeOperationError for a file that no format knows.
 */
async function study(job: CatalogJob<SourceValues>, input: Input): Promise<Studied> {
	const index = new RowIndex();
	if (!input.isForeign) return { format: feed, because: 'its fields are named', index };
	const early: RawRow[] = [];
	let detected: Detected | undefined;
	let reader: FormatReader | undefined;
	for await (const rows of input.rows()) {
		for (const raw of rows) {
			if (reader !== undefined) reader.learn(raw);
			else if (raw.element !== undefined) early.push(raw);
			else {
				detected = formatOfRow(job, input, raw);
				reader = new FormatReader(detected.format, index);
				for (const each of [...early, raw]) reader.learn(each);
			}
		}
		if (detected !== undefined && detected.format.rows?.learn === undefined) break;
		if (job.signal?.aborted) throw new CancelledError();
	}
	return { format: feed, because: 'it is empty', ...detected, index };
}

function formatOfRow(job: CatalogJob<SourceValues>, input: Input, raw: RawRow): Detected {
	const { sourceFormat = 'auto', fileMapping } = job.values;
	const names = new ColumnNames();
	names.learn(raw.values);
	const row = new SourceRow(raw, names);
	const columns = [...new Set([...Object.keys(raw.values), ...Object.keys(raw.deep ?? {})])];
	if (input.isFile) rememberColumns(job.batch.context, columns);
	if (sourceFormat === 'own' && fileMapping !== undefined) {
		const missing = missingColumns(fileMapping, (name) => row.has(name));
		if (missing.length === 0) return { format: ownFormat(fileMapping), because: 'its columns were mapped' };
		throw refusal(
			job,
			input,
			`Own Mapping names ${missing.map(quoted).join(', ')}, and ${input.name} has no such column`,
			`Its columns are ${columns.map(quoted).join(', ')}. Change the mapping and run again.`,
		);
	}
	const found = detect(row, sourceFormat === 'auto' || sourceFormat === 'own' ? undefined : sourceFormat);
	if (found !== undefined) return found;
	if (!input.isFile) return { format: feed, because: 'its columns are no others' };
	throw refusal(
		job,
		input,
		`The columns of the file ${input.name} are not known`,
		`A feed has a column "id", and no shop system has columns like these. Set Source Format to Own Mapping and say where each field comes from. The nearest fields: ${describeColumns(columns.slice(0, DESCRIBED_COLUMNS))}`,
	);
}

const refusal = ({ batch }: CatalogJob<unknown>, { itemIndex }: Input, message: string, advice: string) =>
	new NodeOperationError(batch.context.getNode(), message, {
		itemIndex,
		description: `Nothing was sent. ${advice}`,
	});

const placeOf = ({ line, itemIndex }: RawRow) => (line === undefined ? `Item ${itemIndex}` : `Line ${line}`);

const exampleOf = ({ field, from, to }: Change, raw: RawRow, { id = '' }: Product): string =>
	`${placeOf(raw)} (${id}): ${field} ${from === '' ? '' : `${quoted(from)} `}→ ${quoted(to)}`;
