/** Makes an item of each result of a list, or writes all of them to a file, because n8n keeps items in memory. */
import { get } from 'lodash';
import type { INodeExecutionData } from 'n8n-workflow';
import type { Call, FileFormat } from '../operation/operation';
import type { Resume } from '../operation/resume';
import { csvLine } from '../util/csvLine';
import { pushAll } from '../util/pushAll';

/** Takes the results of a list page by page. */
export interface Results {
	/** The number of results so far. */
	readonly count: number;
	add(items: readonly INodeExecutionData[]): Promise<void>;
	/**
	 * The output items for what came so far.
	 *
	 * @param resume Where a list goes on that ends at Limit. The last part of a file has it: results have no place for it.
	 */
	end(resume?: Resume): Promise<INodeExecutionData[]>;
}

/** The members of a call that a list needs to write a file. */
type Writer = Pick<Call, 'context' | 'item' | 'options'>;

export const resultsOf = (writer: Writer, name: string): Results =>
	writer.options.file === undefined ? new ResultItems() : new ResultFile(writer, writer.options.file, name);

class ResultItems implements Results {
	private readonly items: INodeExecutionData[] = [];

	get count(): number {
		return this.items.length;
	}

	async add(items: readonly INodeExecutionData[]): Promise<void> {
		pushAll(this.items, items);
		await Promise.resolve();
	}

	async end(): Promise<INodeExecutionData[]> {
		return await Promise.resolve(this.items);
	}
}

/**
 * A part of a file is given to n8n as soon as it has this many bytes, so that a list of any length needs the memory of
 * one part. The parts in their order are the file.
 */
const PART = 16 * 1024 * 1024;

const TYPES: Readonly<Record<FileFormat, string>> = { csv: 'text/csv', ndjson: 'application/x-ndjson' };

class ResultFile implements Results {
	count = 0;
	private readonly parts: INodeExecutionData[] = [];
	private chunks: Buffer[] = [];
	private bytes = 0;
	private inPart = 0;

	constructor(
		private readonly writer: Writer,
		private readonly format: FileFormat,
		private readonly name: string,
	) {
		const { outputFields, resumeFrom } = writer.options;
		// The parts of several runs are one file, which has one line of names.
		if (format === 'csv' && resumeFrom === undefined) this.write(csvLine(outputFields));
	}

	async add(items: readonly INodeExecutionData[]): Promise<void> {
		if (items.length === 0) return;
		this.write(items.map(({ json }) => this.lineOf(json)).join(''));
		this.count += items.length;
		this.inPart += items.length;
		if (this.bytes >= PART) await this.close();
	}

	async end(resume?: Resume): Promise<INodeExecutionData[]> {
		if (this.bytes > 0 || this.parts.length === 0) await this.close();
		const last = this.parts.at(-1);
		if (resume && last) last.json = { ...last.json, resume: { ...resume } };
		return this.parts;
	}

	private lineOf(json: INodeExecutionData['json']): string {
		if (this.format === 'ndjson') return `${JSON.stringify(json)}\n`;
		return csvLine(
			this.writer.options.outputFields.map((name) => json[name] ?? (get(json, name) as unknown)),
		);
	}

	private write(text: string): void {
		const chunk = Buffer.from(text);
		this.chunks.push(chunk);
		this.bytes += chunk.length;
	}

	private async close(): Promise<void> {
		const { context, item } = this.writer;
		const part = this.parts.length + 1;
		const fileName = `${this.name}${part === 1 ? '' : `-${part}`}.${this.format}`;
		const content = Buffer.concat(this.chunks);
		const data = await context.helpers.prepareBinaryData(content, fileName, TYPES[this.format]);
		const json = { fileName, part, results: this.inPart, bytes: this.bytes };
		this.parts.push({ ...item(json), binary: { data } });
		[this.chunks, this.bytes, this.inPart] = [[], 0, 0];
	}
}
