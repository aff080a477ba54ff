/** The file of an export as binary data. */
import type { INodeExecutionData } from 'n8n-workflow';
import { fetchFile } from '../../shared/http/fetchFile';
import type { Call } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';

/** Endings by the type of the content. */
const ENDINGS: readonly (readonly [RegExp, string])[] = [
	[/json/, 'json'],
	[/csv/, 'csv'],
	[/spreadsheet|excel/, 'xlsx'],
];

/** Downloads the file of an export. */
export async function downloadFile(call: Call): Promise<INodeExecutionData[]> {
	const { api, context, itemIndex, values } = call;
	const { bytes, headers } = await fetchFile(context, api, call.request(), itemIndex);
	const type = asText(headers['content-type']).split(';')[0]?.trim() || 'application/octet-stream';
	const name = fileName(asText(headers['content-disposition'])) ?? `leads.${endingOf(type)}`;
	const binary = await context.helpers.prepareBinaryData(bytes, name, type);
	const json = { export_id: values.export_id, file_name: name, mime_type: type, size: bytes.length };
	return [{ ...call.item(json), binary: { [asText(values.binary_property)]: binary } }];
}

const endingOf = (type: string) => ENDINGS.find(([pattern]) => pattern.test(type))?.[1] ?? 'bin';

const fileName = (disposition: string) => /filename="?([^";/\\]+)"?/i.exec(disposition)?.[1]?.trim();
