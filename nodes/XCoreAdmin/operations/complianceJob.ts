/** The files of compliance jobs: the IDs to check, and the result. https://docs.x.com/x-api/compliance/batch-compliance/introduction */
import { get } from 'lodash';
import type { INodeExecutionData } from 'n8n-workflow';
import { formChoice, formOnly, formText, id, ids, options, query, text, when } from '../../shared/fields';
import { broken, type Call, type ValuesOf } from '../../shared/operation/operation';
import { UNKNOWN_FORM } from '../../shared/engine/contract';
import { fillPath } from '../../shared/engine/request';
import type { OwnSignature } from '../../shared/http/api';
import { tryParseExact } from '../../shared/util/exactJson';
import { isObject } from '../../shared/util/lenient';
import { asText } from '../../shared/util/text';
import { download, itemWithFile, outputFile } from '../../shared/core/files';

export const job = id({ label: 'Job ID' });

const token = options({
	token: query(
		text({
			password: true,
			description: 'The token in the URL of the job; read from the job if empty',
		}),
	),
});

export const uploadIdsFields = {
	id: job,
	idsFrom: formChoice({ list: 'List', file: 'Binary Data' }, { default: 'list' }),
	ids: when(
		{ idsFrom: ['list'] },
		formOnly(
			ids({
				max: undefined,
				description:
					'IDs of Posts or users, separated by commas or lines. User → Get Many of X Core gives those of users.',
			}),
		),
	),
	binaryProperty: when(
		{ idsFrom: ['file'] },
		formText({
			label: 'Input Binary Field',
			default: 'data',
			hint: 'The name of the input field that holds the file, with one ID on each line',
		}),
	),
	...token,
};

export const downloadResultFields = {
	id: job,
	resultAs: formChoice(
		{ items: ['Items', 'One item for each ID with a change'], file: 'File' },
		{ label: 'Return As', default: 'items' },
	),
	outputProperty: when({ resultAs: ['file'] }, outputFile),
	...token,
};

type UploadCall = Call<ValuesOf<typeof uploadIdsFields>>;
type DownloadCall = Call<ValuesOf<typeof downloadResultFields>>;

/** Uploads the IDs to check, one per line. */
export async function uploadIds(call: UploadCall): Promise<INodeExecutionData[]> {
	const { context, itemIndex, values } = call;
	const content =
		values.idsFrom === 'file'
			? await context.helpers.getBinaryDataBuffer(itemIndex, values.binaryProperty ?? 'data')
			: Buffer.from((values.ids ?? []).join('\n'));
	if (content.length === 0)
		throw call.invalid([broken('binaryProperty', 'minLength', 'holds an empty file')]);
	const file = { content, type: 'application/octet-stream' };
	const request = { ...(await withAddress(call, 'upload_url')), file };
	if (!request.own) return await call.sendAndOutput(request);
	await call.api.send({ ...request, file: { content, type: 'text/plain' }, answersText: true });
	return [call.item({ id: values.id, success: true })];
}

/** Downloads the result of a job: one JSON object per line. */
export async function downloadResult(call: DownloadCall): Promise<INodeExecutionData[]> {
	const { id, resultAs, outputProperty = 'data' } = call.values;
	const file = await download(call, await withAddress(call, 'download_url'));
	// An answer in place of the lines: its errors are shown as those of every other answer.
	if (/^\s*\{\s*"(data|errors|meta)"/.test(file.content.toString('utf8', 0, 100)))
		return call.items(tryParseExact(file.content.toString('utf8')));
	if (resultAs === 'file')
		return [await itemWithFile(call, { id }, file, outputProperty, `compliance-job-${id}.jsonl`)];
	const lines = file.content.toString('utf8').split('\n');
	return lines
		.filter((line) => line.trim() !== '')
		.map((line) => {
			const entry = tryParseExact(line);
			if (isObject(entry)) return call.item(entry);
			call.hint(UNKNOWN_FORM);
			return call.item({ value: line });
		});
}

const JOB = '/2/compliance/jobs/{id}';

/**
 * A request for a file of a job. X's reference has a route with a token, and its quickstart an address of another host,
 * which is asked as it is, without the credential (read on 2026-11-26):
 * https://docs.x.com/x-api/compliance/batch-compliance/quickstart
 *
 * @throws NodeOperationError if the job has no such address.
 */
async function withAddress(call: UploadCall | DownloadCall, address: 'upload_url' | 'download_url') {
	const request = call.request();
	const { id, token } = call.values;
	if (token !== undefined) return request;
	const query: [string, string][] = [['compliance_job.fields', `${address},id,status`]];
	const body = await call.send({ method: 'GET', template: JOB, path: fillPath(JOB, { id }), query });
	const written = asText(get(body, ['data', address]));
	const found = /[?&]token=([^&#]+)/.exec(written)?.[1];
	if (found !== undefined)
		return { ...request, query: [...(request.query ?? []), ['token', decodeURIComponent(found)] as const] };
	const url = URL.canParse(written) ? new URL(written) : undefined;
	if (url && /^https?:$/.test(url.protocol)) {
		const { origin, pathname, search } = url;
		return { ...request, origin, path: `${pathname}${search}`, query: [], own: WITHOUT_CREDENTIAL };
	}
	const status = asText(get(body, 'data.status')) || 'unknown';
	throw call.invalid([broken('id', 'state', `is of a job that has no ${address} (its status is ${status})`)]);
}

const WITHOUT_CREDENTIAL: OwnSignature = {
	authorization: undefined,
	secrets: [],
	explain: (failure) => failure,
};
