/** Downloads files from X. */
import type { INodeExecutionData } from 'n8n-workflow';
import { formText } from '../fields';
import type { Call } from '../operation/operation';
import type { ApiRequest } from '../http/connection';
import { fetchFile } from '../http/fetchFile';
import { asText } from '../util/text';

export const outputFile = formText({
	label: 'Put Output File in Field',
	default: 'data',
	hint: 'The name of the output binary field to put the file in',
});

/** A type without information: n8n finds the real one by the bytes and the name. */
const ANY_TYPE = 'application/octet-stream';

interface FileContent {
	readonly content: Buffer;
	readonly type: string | undefined;
}

const nameIn = (disposition: string) => /filename="?([^";/\\]+)"?/i.exec(disposition)?.[1]?.trim();

/** Downloads a file. */
export async function download(
	{ api, context, itemIndex }: Pick<Call, 'api' | 'context' | 'itemIndex'>,
	request: ApiRequest,
) {
	const { bytes: content, headers } = await fetchFile(context, api, request, itemIndex);
	const type = asText(headers['content-type']).replace(/;.*$/, '').trim().toLowerCase() || undefined;
	const name = nameIn(asText(headers['content-disposition']));
	return { content, type: type === ANY_TYPE ? undefined : type, name };
}

/** Returns an item with a file. */
export async function itemWithFile(
	call: Pick<Call, 'context' | 'item'>,
	json: Record<string, unknown>,
	{ content, type }: FileContent,
	property: string,
	name: string,
): Promise<INodeExecutionData> {
	const data = await call.context.helpers.prepareBinaryData(content, name, type);
	return { ...call.item(json), binary: { [property]: data } };
}
