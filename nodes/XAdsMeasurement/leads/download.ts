/** Downloads the file of an export as binary data. */
import type { INodeExecutionData } from 'n8n-workflow';
import { download, itemWithFile } from '../../shared/core/files';
import type { Call } from '../../shared/operation/operation';

const ENDINGS: readonly (readonly [RegExp, string])[] = [
	[/json/, 'json'],
	[/csv/, 'csv'],
	[/spreadsheet|excel/, 'xlsx'],
];

type LeadDownloadCall = Call<{ readonly export_id: string; readonly outputProperty: string }>;

export async function leadsFile(call: LeadDownloadCall): Promise<INodeExecutionData[]> {
	const { export_id, outputProperty } = call.values;
	const file = await download(call, call.request());
	const { content, type = 'application/octet-stream', name = `leads.${endingOf(type)}` } = file;
	const json = { export_id, file_name: name, mime_type: type, size: content.length };
	return [await itemWithFile(call, json, file, outputProperty, name)];
}

const endingOf = (type: string) => ENDINGS.find(([pattern]) => pattern.test(type))?.[1] ?? 'bin';
