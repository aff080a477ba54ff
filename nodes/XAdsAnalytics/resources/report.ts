import { omit } from 'lodash';
import type { INodeExecutionData } from 'n8n-workflow';
import { adsResource, both } from '../../shared/ads/children';
import { inAccount } from '../../shared/ads/locators';
import { adsShape } from '../../shared/ads/micros';
import { outputFile } from '../../shared/core/files';
import { choice, formChoice, formOnly, optional, text, when } from '../../shared/fields';
import {
	type Call,
	type ValuesOf,
	cursor,
	many,
	one,
	op,
	user,
	type Shape,
} from '../../shared/operation/operation';
import {
	ACTIVE_ENTITIES,
	presetFields,
	type SubjectValues,
	activeFilters,
	jobIds,
	jobOptions,
	lookOptions,
	platformOption,
	rowOptions,
	subjectFields,
	syncOptions,
	wayOptions,
	whatWorkedFields,
} from '../fields';
import { downloadReport, jobStatus, startReport } from '../operations/downloadReport';
import { estimateReport, getReport, type ReportValues } from '../operations/getReport';
import { checkFilters, checkRange, checkSubject, warnSubject } from '../operations/subject';
import { syncReport } from '../operations/syncReport';
import { whatWorked } from '../operations/whatWorked';

type Preset = Pick<SubjectValues, 'metric_groups'> & { readonly landing?: true };
type PresetCall = Call<ValuesOf<ReturnType<typeof presetFields>>>;

/**
 * Makes a report that answers what most people want to know: with names, rates and totals. What is missing is a row that
 * says so.
 */
const presetReport =
	({ metric_groups, landing }: Preset) =>
	async (call: PresetCall): Promise<INodeExecutionData[]> => {
		const values: ReportValues = {
			...call.values,
			metric_groups,
			landing,
			entities: 'active',
			entity_ids: undefined,
			placement: undefined,
			segmentation_type: undefined,
			country: undefined,
			names: true,
			rates: true,
			by_placement: false,
			null_as: 'zero',
			max_result: undefined,
			missing_parts: 'rows',
		};
		return await getReport({ ...call, values });
	};

/** Creating a job takes a POST, and that needs the scope to write. */
const readsAndWrites = user('ads.read', 'ads.write');

/** A job without the address of its result, which anyone who has it can download. */
const plain = adsShape(
	'id status entity entity_ids start_time end_time granularity placement metric_groups segmentation_type country created_at expires_at',
);
const job: Shape = {
	...plain,
	present: (entity) => ({ ...omit(entity, 'url'), id: entity.id_str ?? entity.id }),
};

const notSent = {
	segmentation_type: formOnly(subjectFields.segmentation_type),
	country: formOnly(subjectFields.country),
};
const filtersNotSent = {
	campaign_ids: formOnly(subjectFields.campaign_ids),
	funding_instrument_ids: formOnly(subjectFields.funding_instrument_ids),
	line_item_ids: formOnly(subjectFields.line_item_ids),
};

const syncNotSent = { ...syncOptions, synced_until: formOnly(syncOptions.synced_until) };

export const reportResource = adsResource('report', 'Report', {
	get: op({
		route: 'GET /12/stats/accounts/{account_id}',
		action: 'Get a report',
		description:
			'Get the results of ads as rows, however many requests or jobs that takes; Estimate says how many before',
		auth: readsAndWrites,
		fields: {
			...subjectFields,
			...notSent,
			...filtersNotSent,
			...rowOptions,
			...wayOptions,
			...jobOptions,
		},
		check: checkSubject,
		warn: warnSubject,
		run: getReport,
	}),
	getSpend: op({
		route: 'GET /12/stats/accounts/{account_id}/active_entities',
		name: 'Get Spend by Campaign',
		action: 'Get the spend by campaign',
		description:
			'Get a table of what each campaign has spent, today included, with its results, their cost and totals',
		auth: readsAndWrites,
		fields: presetFields('CAMPAIGN'),
		check: both(checkRange, checkFilters),
		run: presetReport({ metric_groups: ['BILLING', 'ENGAGEMENT', 'WEB_CONVERSION'] }),
	}),
	getAds: op({
		route: 'GET /12/stats/accounts/{account_id}/active_entities',
		name: 'Get Ads With Landing Page',
		action: 'Get ads with landing page',
		description:
			'Get a table of the promoted Posts: text, link with its UTM values, line item and campaign, spend and results',
		auth: readsAndWrites,
		fields: presetFields('PROMOTED_TWEET'),
		check: both(checkRange, checkFilters),
		run: presetReport({
			metric_groups: ['BILLING', 'ENGAGEMENT', 'WEB_CONVERSION'],
			landing: true,
		}),
	}),
	getWhatWorked: op({
		route: 'GET /12/stats/accounts/{account_id}/active_entities',
		action: 'Get own posts with their results and spend',
		description:
			'Get a table of your Posts of a time: what each did without ads, what was spent on it, and what its ads brought',
		auth: user('ads.read', 'ads.write', 'tweet.read', 'users.read'),
		billedAs: 'GET /2/users/{id}/tweets',
		readsFirst: ['GET /2/users/me'],
		fields: whatWorkedFields,
		check: both(checkRange, checkFilters),
		run: whatWorked,
	}),
	cancel: op({
		route: 'DELETE /12/stats/jobs/accounts/{account_id}/{job_id}',
		action: 'Cancel a report job',
		description: 'Cancel a job that is queued or being worked on',
		fields: {
			...inAccount,
			job_id: text({
				placeholder: 'e.g. 1120829647711653888',
				description: 'The ID that Start or Get gave',
				pattern: /^\d{1,19}$/,
				shape: 'an ID of 1 to 19 digits',
			}),
		},
		result: one(job),
	}),
	download: op({
		route: 'GET /12/stats/jobs/accounts/{account_id}',
		action: 'Download the results of report jobs',
		description: 'Get the results of jobs that were started before, as rows or as files',
		fields: {
			...inAccount,
			job_ids: jobIds(),
			download_as: formChoice(
				{
					file: ['File', 'The JSON as it is, for results too large for items'],
					items: ['Items', 'Rows; the jobs of one item are put together'],
				},
				{ default: 'items' },
			),
			outputProperty: when({ download_as: ['file'] }, outputFile),
			...rowOptions,
		},
		run: downloadReport,
	}),
	estimate: op({
		route: 'GET /12/stats/accounts/{account_id}/active_entities',
		action: 'Estimate a report',
		description: 'Get how many requests and jobs a report takes, and how long, without asking for it',
		fields: {
			...subjectFields,
			...notSent,
			entity_ids: formOnly(subjectFields.entity_ids),
			granularity: formOnly(subjectFields.granularity),
			metric_groups: formOnly(subjectFields.metric_groups),
			placement: formOnly(subjectFields.placement),
			...lookOptions,
			...wayOptions,
		},
		check: checkSubject,
		warn: warnSubject,
		run: estimateReport,
	}),
	getStatus: op({
		route: 'GET /12/stats/jobs/accounts/{account_id}',
		action: 'Get the status of report jobs',
		description: 'Get the state of jobs that were started before, or of the latest ones',
		fields: { ...inAccount, job_ids: optional(jobIds()) },
		paging: cursor(1000),
		result: many(job),
		run: jobStatus,
	}),
	sync: op({
		route: 'GET /12/stats/accounts/{account_id}/active_entities',
		action: 'Sync a report with a table',
		description:
			'Get the days whose results changed since the last run, as rows for an upsert, with as few requests as possible',
		auth: readsAndWrites,
		fields: {
			...inAccount,
			entity: choice(ACTIVE_ENTITIES, {
				default: 'CAMPAIGN',
				description: 'What the rows are about',
			}),
			metric_groups: formOnly(subjectFields.metric_groups),
			placement: formOnly(subjectFields.placement),
			...activeFilters,
			...lookOptions,
			...syncNotSent,
			...wayOptions,
			...jobOptions,
		},
		check: checkFilters,
		run: syncReport,
	}),
	start: op({
		route: 'POST /12/stats/jobs/accounts/{account_id}',
		action: 'Start a report',
		description: 'Start the jobs of a report and get their IDs, to download the results later',
		fields: {
			...subjectFields,
			...filtersNotSent,
			...platformOption,
			...jobOptions,
		},
		check: checkSubject,
		warn: warnSubject,
		result: one(job),
		run: startReport,
	}),
});
