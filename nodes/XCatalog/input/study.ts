/** Finds out what is needed to read an input: its format, and the rows that other rows refer to. */
import { NodeOperationError } from 'n8n-workflow';
import type { SourceValues } from '../fields/productSource';
import { describeColumns, detect, type Detected } from '../formats/detect';
import { feed } from '../formats/feed';
import { missingColumns, ownFormat } from '../formats/ownMapping';
import { FormatReader } from '../formats/read';
import { ColumnNames, SourceRow, type RawRow } from '../formats/sourceRow';
import { RowIndex } from '../formats/vocabulary';
import { quoted } from '../product/violation';
import { CancelledError } from '../../shared/util/wait';
import type { CatalogJob } from './catalogJobs';
import { rememberColumns } from './fileColumns';
import type { Input } from './inputs';

export interface Studied extends Detected {
	readonly index: RowIndex;
}

/** The most columns that the message about an unknown file describes. */
const DESCRIBED_COLUMNS = 60;

/**
 * Detects the format from the first row. If rows refer to each other, the input is read to the end.
 *
 * @throws NodeOperationError if no format has the columns of the file.
 */
export async function study(job: CatalogJob<SourceValues>, input: Input): Promise<Studied> {
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
