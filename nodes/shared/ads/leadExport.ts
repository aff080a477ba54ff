/**
 * X gives leads as exports: start a job, wait until it is done, download its file. The documentation names neither the
 * statuses of a job nor the member with its ID, so any usual name is accepted:
 * https://docs.x.com/x-ads-api/lead-generation/reference
 */
import { createHash } from 'node:crypto';
import { get, omit } from 'lodash';
import { FailureError, leftOut, partialErrors } from '../errors';
import type { Api, ApiContext, ApiRequest } from '../http/connection';
import { fetchFile } from '../http/fetchFile';
import { encodeRfc3986, asText } from '../util/text';
import { tryParseExact } from '../util/exactJson';
import { growingPause, pollUntil } from '../util/poll';
import { isObject } from '../util/lenient';

export interface ExportJob {
	readonly id: string;
	readonly isReady: boolean;
	readonly isFailed: boolean;
	readonly status: string;
}

export type Lead = Record<string, unknown>;

export const EXPORTS = '/12/accounts/{account_id}/ad-export/api/v1/exports';

const pathOf = (accountId: string, id?: string) =>
	[
		EXPORTS.replace('{account_id}', encodeRfc3986(accountId)),
		...(id === undefined ? [] : [encodeRfc3986(id)]),
	].join('/');

const ID_NAMES = ['id', 'export_id', 'job_id', 'export_job_id', 'id_str'];
const STATUS_NAMES = ['status', 'state', 'job_status'];
const DONE = /^(?:SUCCE|COMPLETE|DONE|FINISH)/i;
const ENDED = /FAIL|ERROR|CANCEL|EXPIRE|ABORT|REJECT/i;

const named = (body: unknown, names: readonly string[]): string => {
	const inside: unknown = get(body, 'data') ?? body;
	return names.map((name) => asText(get(inside, name) ?? get(body, name))).find(Boolean) ?? '';
};

function jobIn(body: unknown, id = named(body, ID_NAMES)): ExportJob {
	const status = named(body, STATUS_NAMES);
	const isReady = named(body, ['download_url']) !== '' || DONE.test(status);
	return { id, status, isReady, isFailed: !isReady && ENDED.test(status) };
}

/** Returns the request for the leads of a form from `since` until before `until`, in seconds since 1970. */
export const exportRequest = (
	accountId: string,
	formId: string,
	since: number,
	until: number,
): ApiRequest => ({
	method: 'POST',
	template: EXPORTS,
	path: pathOf(accountId),
	body: {
		entity_type: 'leads',
		lead_form_id: formId,
		start_epoch: since,
		end_epoch: until,
		response_format: 'json',
	},
});

/**
 * Starts an export. If the answer is lost, it starts another one: one that is never downloaded does no harm.
 *
 * @throws FailureError if the answer names no job.
 */
export async function startExport(api: Api, request: ApiRequest): Promise<ExportJob> {
	const { body } = await api.send({ ...request, idempotent: true });
	const job = jobIn(body);
	if (job.id !== '') return job;
	throw unusable('X has begun an export and did not say under which ID');
}

/** Returns the current state of an export. */
export async function exportState(api: Api, accountId: string, id: string): Promise<ExportJob> {
	const { body } = await api.send({
		method: 'GET',
		template: `${EXPORTS}/{export_id}`,
		path: pathOf(accountId, id),
	});
	return jobIn(body, id);
}

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 30_000;

/** Waits until an export has ended, or the timeout has passed. */
export async function awaitExport(
	api: Api,
	accountId: string,
	job: ExportJob,
	timeout: number,
	signal?: AbortSignal,
): Promise<ExportJob> {
	const { state } = await pollUntil({
		ask: async () => await exportState(api, accountId, job.id),
		isDone: ({ isReady, isFailed }) => isReady || isFailed,
		pause: growingPause(FIRST_PAUSE, LONGEST_PAUSE),
		timeout,
		signal,
		initial: job,
	});
	return state;
}

/**
 * Returns the leads of a finished export.
 *
 * @throws FailureError if the file contains no list.
 */
export async function downloadLeads(
	context: ApiContext,
	api: Api,
	accountId: string,
	id: string,
): Promise<Lead[]> {
	const { bytes } = await fetchFile(context, api, {
		method: 'GET',
		template: `${EXPORTS}/{export_id}/download`,
		path: `${pathOf(accountId, id)}/download`,
	});
	const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
	const body = tryParseExact(text.trim() || '[]');
	const problems = partialErrors(body);
	const leads = leadsIn(body);
	if (leads && (leads.length > 0 || problems.length === 0)) return leads;
	throw unusable(problems.length > 0 ? leftOut(problems) : 'The file of the export holds no list of leads');
}

function leadsIn(body: unknown): Lead[] | undefined {
	if (Array.isArray(body)) return body.filter(isObject);
	if (!isObject(body)) return undefined;
	const { data = body } = body;
	if (Array.isArray(data)) return data.filter(isObject);
	const list = Object.values(isObject(data) ? omit(data, 'errors') : {}).find(Array.isArray);
	return (list as unknown[] | undefined)?.filter(isObject);
}

/** Recognizes a lead that was read before. X documents no ID for leads, so this is a hash of the whole lead. */
export const leadKey = (lead: Lead): string =>
	createHash('sha256')
		.update(JSON.stringify(Object.entries(lead).sort(([one], [other]) => (one < other ? -1 : 1))))
		.digest('base64')
		.slice(0, 16);

/** An error about an export. It contains no personal data. */
const unusable = (message: string): FailureError =>
	new FailureError({
		kind: 'unknown',
		message,
		description: 'Look at the export with Lead Export: Get, and run again',
		problems: [],
		notSent: false,
		unsure: false,
	});

/** Returns the error for an export that ended without a file. */
export const failedExport = ({ id, status }: ExportJob): FailureError =>
	unusable(`The export ${id} ended without a file${status === '' ? '' : `: X says ${status}`}`);
