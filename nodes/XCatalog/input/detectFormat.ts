/** Finds out what is needed to read an input: its format, and the rows that other rows refer to. */
import { omit, get } from 'lodash';
import { NodeOperationError, type IExecuteFunctions, type ILoadOptionsFunctions } from 'n8n-workflow';
import type { SourceValues } from '../fields/productSource';
import { detect, type Detected } from '../formats/detect';
import {
	describeColumns,
	fieldIn,
	nearestColumns,
	columnsIn,
	ownFormat,
	type OwnMapping,
} from '../formats/ownMapping';
import { feed } from '../formats/feed';
import { FormatReader } from '../formats/read';
import { isForeignExport } from '../formats/wooCommerce';
import { ColumnNames, SourceRow, type RawRow } from '../formats/sourceRow';
import { ID_SOURCES, idGetter, idSourcesOf } from '../formats/ids';
import { byStock, column, RowIndex, type Caution, type Format } from '../formats/vocabulary';
import { quoted } from '../product/fields';
import { hint } from '../../shared/report/wording';
import { asText } from '../../shared/util/text';
import { CancelledError } from '../../shared/util/wait';
import type { CatalogJob } from './catalogJobs';
import type { Input } from './inputs';
import { createHash } from 'crypto';
import { formParameters } from '../../shared/engine/parameters';
import { remembered } from '../../shared/memory/process';

export interface DetectedFormat extends Detected {
	readonly index: RowIndex;
	/** The format as it was found, with the IDs that it has without the user's choice. */
	readonly found: Format;
}

const LONGEST_SAMPLE = 60;

const DESCRIBED_COLUMNS = 60;

/**
 * Detects the format from the first row. If rows refer to each other, or if a mapping names columns that the first
 * product lacks, the input is read on.
 *
 * @throws NodeOperationError if no format has the columns of the file, or if a mapped column is nowhere in it.
 */
export async function detectFormat(job: CatalogJob<SourceValues>, input: Input): Promise<DetectedFormat> {
	const index = new RowIndex();
	if (!input.isForeign) return { format: feed, found: feed, because: 'its fields are named', index };
	const early: RawRow[] = [];
	let detected: Detected | undefined;
	let reader: FormatReader | undefined;
	const mapped = new MappedColumns(mappingOf(job));
	for await (const rows of input.rows()) {
		for (const raw of rows) {
			if (raw.element === undefined) mapped.learn(raw);
			if (reader !== undefined) reader.learn(raw);
			else if (raw.element !== undefined) early.push(raw);
			else {
				detected = formatOfRow(job, input, raw, rows);
				reader = new FormatReader(detected.format, index);
				for (const each of [...early, raw]) reader.learn(each);
			}
		}
		if (detected !== undefined && detected.format.rows?.learn === undefined && mapped.areFound) break;
		if (job.signal?.aborted) throw new CancelledError();
	}
	if (detected !== undefined && !mapped.areFound)
		throw refusal(
			job,
			input,
			`Own Mapping names ${mapped.missing.map(quoted).join(', ')}, and ${input.name} has no such column`,
			`Its columns are ${mapped.columns.map(quoted).join(', ')}. Change the mapping and run again. A text that is no column has to be in quotes, or in Defaults.`,
		);
	if (detected !== undefined)
		return { ...detected, format: withIds(job, input, detected.format), found: detected.format, index };
	return { format: feed, found: feed, because: 'it is empty', index };
}

/** Adds the IDs that the user chose to the format. An ID that Own Mapping has counts before. */
function withIds(job: CatalogJob<SourceValues>, input: Input, format: Format): Format {
	const { idsFrom = 'auto', idCountry = 'US' } = job.values;
	if (idsFrom === 'auto' || format.mapped?.id !== undefined) return format;
	const id = idGetter(format, idsFrom, idCountry.trim().toUpperCase());
	// A caution about other IDs than the SKU would not be true any more.
	if (id !== undefined) return { ...omit(format, 'idsWithoutSku'), mapped: { ...format.mapped, id } };
	const others = idSourcesOf(format).map((name) => ID_SOURCES[name][0]);
	const nodeHas =
		format.value === 'shopify'
			? ' Items of the Shopify node have more: read the products with it, and set Products From to Input Items.'
			: '';
	throw refusal(
		job,
		input,
		`${input.name} has nothing to make IDs of as "${ID_SOURCES[idsFrom][0]}" does: it was read as ${format.label}`,
		`${others.length > 0 ? `Set Options → Product IDs From to ${['Automatic', ...others].join(' or ')}.` : 'Set Options → Product IDs From to Automatic.'}${nodeHas}`,
	);
}

const mappingOf = ({ values }: CatalogJob<SourceValues>): OwnMapping | undefined =>
	values.sourceFormat === 'own' ? values.fileMapping : undefined;

/** Looks for the columns of a mapping. In XML and JSON, the first products may lack some of them. */
class MappedColumns {
	readonly columns: string[] = [];
	missing: readonly string[];
	private readonly names = new ColumnNames();

	constructor(mapping: OwnMapping | undefined) {
		this.missing = mapping === undefined ? [] : columnsIn(mapping);
	}

	get areFound(): boolean {
		return this.missing.length === 0;
	}

	learn(raw: RawRow): void {
		if (this.areFound) return;
		this.names.learn(raw);
		const row = new SourceRow(raw, this.names);
		this.missing = this.missing.filter((name) => !row.has(name));
		for (const name of columnsOfRow(raw))
			if (this.columns.length < DESCRIBED_COLUMNS && !this.columns.includes(name)) this.columns.push(name);
	}
}

const columnsOfRow = (raw: RawRow): string[] => [
	...new Set([...Object.keys(raw.values), ...Object.keys(raw.deep ?? {})]),
];

function formatOfRow(
	job: CatalogJob<SourceValues>,
	input: Input,
	raw: RawRow,
	more: readonly RawRow[],
): Detected {
	const { sourceFormat = 'auto' } = job.values;
	const refuse = (message: string, advice: string) => refusal(job, input, message, advice);
	const names = new ColumnNames();
	names.learn(raw);
	const row = new SourceRow(raw, names);
	const columns = columnsOfRow(raw);
	if (input.isFile) rememberColumns(job.batch.context, columns);
	const mapping = mappingOf(job);
	if (mapping !== undefined) {
		const found = detect(row)?.format ?? feed;
		const hasId = mapping.id !== undefined || found !== feed || row.has('id') || row.has('g:id');
		if (!hasId)
			throw refuse(
				'Own Mapping needs at least the column of the ID',
				`The columns of ${input.name} are ${columns.slice(0, DESCRIBED_COLUMNS).map(quoted).join(', ')}. Say which of them has the IDs.`,
			);
		const rest = found === feed ? '' : `, the others are those of ${found.label}`;
		return { format: ownFormat(mapping, found), because: `its columns were mapped${rest}` };
	}
	const isChosen = sourceFormat !== 'auto' && sourceFormat !== 'own' && sourceFormat !== 'nearest';
	const found = detect(row, isChosen ? sourceFormat : undefined);
	if (found !== undefined) return found;
	const together = detect(merged(more.filter(({ element }) => element === undefined).slice(0, TRIED_ROWS)));
	if (!isChosen && together !== undefined) return together;
	if (isForeignExport(row, columns))
		throw refuse(
			`${input.name} seems to be an export of WooCommerce in another language`,
			'Some of its columns are missing, so the others cannot be told by their order. Set the language of your user in WordPress to English (Users, Profile) and export again, or export all columns.',
		);
	if (!input.isFile && sourceFormat !== 'nearest')
		return { format: feed, because: 'its columns are no others' };
	const guess = guessOf(columns, raw);
	const described = describeColumns(columns.slice(0, DESCRIBED_COLUMNS));
	const canGuess = guess.mapping.id !== undefined;
	if (canGuess && (sourceFormat === 'nearest' || job.values.dryRun === true)) {
		if (sourceFormat !== 'nearest')
			hint(
				job.batch.context,
				`No shop system has columns like those of ${input.name}, so this dry run took the nearest fields. If they are right, set Source Format to Take the Nearest Fields; if not, to Own Mapping, and paste them changed into All Fields (JSON): ${described}`,
				'warning',
			);
		return {
			format: nearestFormat(guess.mapping),
			because: `these are nearest to its columns: ${described}`,
			guess,
		};
	}
	const advice = canGuess
		? 'Set Source Format to Take the Nearest Fields if these are right; Own Mapping takes them as All Fields (JSON), and what you change in them'
		: 'No column seems to have the IDs: set Source Format to Own Mapping and say where each field comes from';
	const error = refuse(
		`The columns of the file ${input.name} are not known`,
		`A feed has a column "id", and no shop system has columns like these. ${advice}. The nearest fields: ${described}`,
	);
	error.context.data = { ...guess };
	throw error;
}

const TAKEN_AS_NEW: Caution = {
	field: 'condition',
	what: 'Condition was taken to be new, as the file does not say',
	advice: 'Set Condition in Defaults if these products are used or refurbished',
	assumed: 'new',
};

/** What a file of a shop's own does not have in a column: the stock says what can be bought, and most goods are new. */
function nearestFormat(mapping: OwnMapping): Format {
	const format = ownFormat(mapping, feed);
	const { availability, inventory, condition } = mapping;
	const isOfStock = availability === undefined && inventory !== undefined;
	return {
		...format,
		label: 'Nearest Fields',
		mapped: { ...format.mapped, ...(isOfStock && { availability: byStock(column(inventory), '') }) },
		cautions: () => (condition === undefined ? [TAKEN_AS_NEW] : []),
	};
}

function guessOf(columns: readonly string[], raw: RawRow): NonNullable<Detected['guess']> {
	const mapping = nearestColumns(columns);
	return {
		mapping,
		columns: columns.slice(0, DESCRIBED_COLUMNS).map((column) => ({
			column,
			field: fieldIn(mapping, column) ?? '',
			sample: asText(raw.values[column]).slice(0, LONGEST_SAMPLE),
		})),
	};
}

/** Rows in which the format is looked for together, because products of XML and JSON lack what they do not need. */
const TRIED_ROWS = 20;

function merged(rows: readonly RawRow[]): SourceRow {
	const names = new ColumnNames();
	const [first = { values: {}, itemIndex: 0 }] = rows;
	const values = Object.fromEntries(rows.flatMap((row) => Object.entries(row.values)));
	const deep = Object.fromEntries(rows.flatMap((row) => Object.entries(row.deep ?? {})));
	names.learn({ values });
	return new SourceRow(
		{ itemIndex: first.itemIndex, values, deep, ...(first.root !== undefined && { root: first.root }) },
		names,
	);
}

const refusal = ({ batch }: CatalogJob<unknown>, { itemIndex }: Input, message: string, advice: string) =>
	new NodeOperationError(batch.context.getNode(), message, {
		itemIndex,
		description: `Nothing was sent. ${advice}`,
	});

/** A file may have hundreds of columns. */
const FILES = 200;

const known = remembered<readonly string[]>({
	name: 'columns of the file that was read last',
	of: 'credential',
	limit: FILES,
});

/**
 * Form and run share no ID: n8n gives the form neither the node nor the workflow. Both know the credential and the
 * values of the fields, so these form the key. Without the same credential, no one sees the columns of a file.
 */
const keyOf = (credentials: unknown, catalog: unknown, file: unknown): string =>
	createHash('sha256')
		.update(JSON.stringify([credentials, catalog, file]))
		.digest('hex');

const textOf = (value: unknown) => asText(typeof value === 'object' ? get(value, 'value') : value);

export function rememberColumns(context: IExecuteFunctions, columns: readonly string[]): void {
	const { parameters, credentials } = context.getNode();
	const catalog = textOf(parameters.product_catalog_id);
	known.set(keyOf(credentials, catalog, textOf(parameters.binaryPropertyName)), columns);
}

/** Lists the columns of the file that this node read last; none if it has not run since n8n started. */
export function columnsReadBefore(context: ILoadOptionsFunctions): readonly string[] {
	const parameter = formParameters(context);
	const { credentials } = context.getNode();
	return (
		known.get(keyOf(credentials, parameter('product_catalog_id'), parameter('binaryPropertyName'))) ?? []
	);
}
