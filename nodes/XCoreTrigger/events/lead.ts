/** This file reads the leads of a form, which X provides as exports to start, wait for and download. */
import { writes } from '../../shared/ads/children';
import {
	awaitExport,
	downloadLeads,
	exportRequest,
	EXPORTS,
	exportState,
	failedExport,
	leadKey,
	startExport,
	type ExportJob,
	type Lead,
} from '../../shared/ads/leadExport';
import { inAccount } from '../../shared/ads/locators';
import { FailureError, ignoreNotFound, toNodeApiError } from '../../shared/errors';
import { many, op } from '../../shared/operation/operation';
import { isoTime } from '../../shared/model/delivered';
import { asText } from '../../shared/util/text';
import { byWindow } from '../cursor/byWindow';
import type { FetchedPage, Fetching, TriggerEvent } from './event';

const HOUR = 3600;
const WEEK = 7 * 24 * HOUR;

/** Columns that may contain the time of a lead. The documentation does not name them. */
const TIME = /^(?!.*birth).*(?:submitted|created|time|date)/i;

/** Returns the time at which a lead was created. Is empty if no column has the time. */
const timeOf = (lead: Lead): string =>
	Object.entries(lead)
		.filter(([name]) => TIME.test(name))
		.map(([, value]) => isoTime(value))
		.find((time) => time !== undefined) ?? '';

/** Puts the latest lead first. Without times, the order of the file counts as the order of creation. */
const latestFirst = (leads: readonly Lead[]): Lead[] =>
	[...leads]
		.reverse()
		.sort((one, other) => (timeOf(one) < timeOf(other) ? 1 : timeOf(one) > timeOf(other) ? -1 : 0));

export const lead: TriggerEvent = {
	cursor: byWindow({ overlap: HOUR, first: WEEK, now: () => Date.now() }),
	reread: 0,
	// The export is started, checked and downloaded.
	requests: 3,
	noun: 'lead',
	name: 'Lead',
	action: 'On lead',
	description: 'Someone submits a lead form of an ad. Only for administrators of the advertising account.',
	fields: ['account_id', 'lead_form_id'],
	host: 'adsUrl',
	list: op({
		route: `POST ${EXPORTS}`,
		name: 'Leads',
		action: 'Get leads',
		description: 'What people have answered in a lead form',
		auth: writes,
		fields: inAccount,
		result: many(),
	}),
	lists: ({ account_id, lead_form_id }) => [{ account_id, lead_form_id }],
	identify: (entity) => ({ id: timeOf(entity), key: leadKey(entity) }),
	fetch: async (fetching) => {
		try {
			return await fetchLeads(fetching);
		} catch (error) {
			throw error instanceof FailureError ? toNodeApiError(fetching.context.getNode(), error.failure) : error;
		}
	},
};

/** Fetches the leads of a window. If the export is not ready in time, the next poll continues with its ID. */
async function fetchLeads({ context, api, values, ask, deadline }: Fetching): Promise<FetchedPage> {
	const accountId = asText(values.account_id);
	const begun = ask.token === undefined ? undefined : await known(api, accountId, ask.token);
	const request = exportRequest(accountId, asText(values.lead_form_id), Number(ask.since), Number(ask.until));
	const job = begun ?? (await startExport(api, request));
	const { isReady, isFailed, ...rest } = await awaitExport(
		api,
		accountId,
		job,
		Math.max(0, deadline - Date.now()),
	);
	if (isFailed) throw failedExport({ isReady, isFailed, ...rest });
	if (!isReady) return { body: { data: [] }, next: job.id };
	return { body: { data: latestFirst(await downloadLeads(context, api, accountId, job.id)) } };
}

/** Finds the export of an earlier poll. Is undefined if a new one must start: X has forgotten it, or it failed. */
async function known(api: Fetching['api'], accountId: string, id: string): Promise<ExportJob | undefined> {
	const job = await exportState(api, accountId, id).catch(ignoreNotFound);
	return job && !job.isFailed ? job : undefined;
}
