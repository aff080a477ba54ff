/** Gets leads in one operation: starts an export, waits for it, and reads its file. */
import { NodeOperationError, type INodeExecutionData } from 'n8n-workflow';
import {
	awaitExport,
	downloadLeads,
	failedExport,
	startExport,
	type ExportJob,
} from '../../shared/ads/leadExport';
import { FailureError, toNodeApiError } from '../../shared/errors';
import type { Call } from '../../shared/operation/operation';
import { counted } from '../../shared/report/wording';
import { asText } from '../../shared/util/text';
import { MINUTE } from '../../shared/util/time';

const USUAL_MINUTES = 10;

export async function getLeads(call: Call): Promise<INodeExecutionData[]> {
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
