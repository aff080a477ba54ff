/** Leads of a form, and the exports behind them: https://docs.x.com/x-ads-api/lead-generation/reference */
import { pick } from 'lodash';
import { NodeOperationError, type INodeExecutionData } from 'n8n-workflow';
import { adsResource, reads, writes } from '../../shared/ads/children';
import {
	awaitExport,
	downloadLeads,
	failedExport,
	startExport,
	type ExportJob,
	EXPORTS,
} from '../../shared/ads/leadExport';
import { leadForm } from '../../shared/ads/leadForms';
import { inAccount } from '../../shared/ads/locators';
import { download, itemWithFile, outputFile } from '../../shared/core/files';
import { FailureError, toNodeApiError } from '../../shared/errors';
import {
	body,
	constant,
	date,
	formNumber,
	optional,
	options,
	type Appearance,
	choice,
	text,
} from '../../shared/fields';
import { type Field, type Call, many, op, deleted, one } from '../../shared/operation/operation';
import { endsAfter } from '../../shared/operation/window';
import { counted } from '../../shared/report/wording';
import { asText } from '../../shared/util/text';
import { MINUTE } from '../../shared/util/time';

function epoch(look: Appearance): Field<number> {
	const moment = date(look);
	return {
		...pick(moment, 'property', 'label'),
		encode: (value, context) => {
			const written = moment.encode(value, context);
			return written === undefined ? undefined : Date.parse(written) / 1000;
		},
	};
}

const end = epoch({
	label: 'Submitted Before',
	description: 'Leads submitted before this time; all up to now if empty',
});

const leadsOfForm = {
	...inAccount,
	entity_type: body(constant('leads')),
	lead_form_id: body(leadForm()),
	start_epoch: body(
		epoch({ label: 'Submitted After', description: 'Leads submitted at this time or later' }),
	),
	end_epoch: body(
		optional({
			...end,
			encode: (value, context) => end.encode(value, context) ?? Math.floor(Date.now() / 1000),
		}),
	),
};

const waitOptions = options({
	max_export_minutes: formNumber({
		label: 'Max Wait for the Export (Minutes)',
		min: 0,
		max: 720,
		default: 10,
		description: 'How long to wait for the file. An export that takes longer is an error that names its ID.',
	}),
});

/** A period must end after it starts. Without an end, it ends now. */
const checkPeriod = endsAfter('start_epoch', 'end_epoch', true);

const USUAL_MINUTES = 10;

async function getLeads(call: Call): Promise<INodeExecutionData[]> {
	const { values, context, itemIndex } = call;
	const accountId = asText(values.account_id);
	const { api } = await call.on();
	const minutes = Number(values.max_export_minutes ?? USUAL_MINUTES);
	try {
		const begun = await startExport(api, call.request());
		const signal = context.getExecutionCancelSignal();
		const job = await awaitExport(api, accountId, begun, minutes * MINUTE, signal);
		if (job.isFailed) throw failedExport(job);
		if (!job.isReady) throw notReady(call, job, minutes);
		const leads = await downloadLeads(context, api, accountId, job.id);
		return leads.map((lead) => call.item({ lead_form_id: values.lead_form_id, ...lead }));
	} catch (error) {
		throw error instanceof FailureError ? toNodeApiError(context.getNode(), error.failure, itemIndex) : error;
	}
}

const notReady = ({ context, itemIndex }: Call, { id, status }: ExportJob, minutes: number) =>
	new NodeOperationError(
		context.getNode(),
		`The export ${id} was not ready after ${counted(minutes, 'minute')}${status === '' ? '' : ` (X says ${status})`}`,
		{
			itemIndex,
			description:
				'It goes on at X: ask for it later with Lead Export: Get and Lead Export: Download, or wait longer with Max Wait for the Export.',
		},
	);

export const leadOperations = adsResource('lead', 'Lead', {
	getMany: op({
		route: 'POST /12/accounts/{account_id}/ad-export/api/v1/exports',
		action: 'Get many leads',
		description: 'Get the leads of a form: the node starts an export, waits for it and reads its file',
		fields: { ...leadsOfForm, response_format: body(constant('json')), ...waitOptions },
		result: many(),
		commutes: true,
		check: checkPeriod,
		run: getLeads,
	}),
});

const ENDINGS: readonly (readonly [RegExp, string])[] = [
	[/json/, 'json'],
	[/csv/, 'csv'],
	[/spreadsheet|excel/, 'xlsx'],
];

type LeadDownloadCall = Call<{ readonly export_id: string; readonly outputProperty: string }>;

async function leadsFile(call: LeadDownloadCall): Promise<INodeExecutionData[]> {
	const { export_id, outputProperty } = call.values;
	const file = await download(call, call.request());
	const { content, type = 'application/octet-stream', name = `leads.${endingOf(type)}` } = file;
	const json = { export_id, file_name: name, mime_type: type, size: content.length };
	return [await itemWithFile(call, json, file, outputProperty, name)];
}

const endingOf = (type: string) => ENDINGS.find(([pattern]) => pattern.test(type))?.[1] ?? 'bin';

const ofOne = {
	...inAccount,
	export_id: text({ description: 'ID returned by Lead Export: Create' }),
};

export const leadExportResource = adsResource('leadExport', 'Lead Export', {
	create: op({
		route: `POST ${EXPORTS}`,
		action: 'Create a lead export',
		description:
			'Start an export of the leads of a form. Its file is ready later; for account administrators.',
		auth: writes,
		fields: {
			...leadsOfForm,
			response_format: body(
				choice(
					{ csv: 'CSV', json: 'JSON', xlsx: 'Excel' },
					{ label: 'Format', default: 'json', description: 'Of the file' },
				),
			),
		},
		result: one(),
		check: checkPeriod,
	}),
	delete: op({
		route: `DELETE ${EXPORTS}/{export_id}`,
		name: 'Cancel',
		action: 'Cancel a lead export',
		description: 'Cancel an export in progress',
		auth: writes,
		fields: ofOne,
		result: deleted('export_id'),
	}),
	download: op({
		route: `GET ${EXPORTS}/{export_id}/download`,
		action: 'Download a lead export',
		description: 'Download the file of an export that is ready',
		auth: reads,
		fields: { ...ofOne, outputProperty: outputFile },
		run: leadsFile,
	}),
	get: op({
		route: `GET ${EXPORTS}/{export_id}`,
		action: 'Get a lead export',
		description: 'Get the status of an export. It has a download_url once its file is ready.',
		auth: reads,
		fields: ofOne,
		result: one(),
	}),
});
