/**
 * Lead forms and the exports of their leads: https://docs.x.com/x-ads-api/lead-generation/reference. The pages say nothing
 * of the body of an export, its statuses and the columns of a lead: these are made up.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { control, isRecord } from '../frame';
import { isoSeconds } from '../frame/formats';
import { numberValue, textValue, type Context, type Handlers, type Payload } from './context';
import { invalid, refuse } from './errors';
import { ids } from './ids';
import { listPage } from './list';
import { shown } from './samples';
import { text, type AdsState, type Data, type Json } from './state';

interface Form {
	readonly accountId: string;
	data: Data;
}

interface Lead {
	readonly formId: string;
	/** Milliseconds since 1970. */
	readonly at: number;
	/** When exports begin to have it. */
	readonly visibleAt: number;
	readonly answers: Readonly<Record<string, string>>;
}

interface Export {
	readonly accountId: string;
	readonly at: number;
	readonly format: string;
	readonly leads: readonly Lead[];
	status: 'ACTIVE' | 'CANCELED' | 'FAILED';
}

class Leads {
	readonly forms = new Map<string, Form>();
	readonly leads: Lead[] = [];
	readonly exports = new Map<string, Export>();
	/** How long an export takes. */
	seconds = 0;
	/** What becomes of the next exports. */
	outcome: 'ready' | 'fail' = 'ready';
	/** Whether the file is somewhere else: downloads are redirected there. */
	redirect: string | undefined;
}

const known = new WeakMap<AdsState, Leads>();

/** Forms, leads and exports of a host. */
export function leadsOf(state: AdsState): Leads {
	const found = known.get(state) ?? new Leads();
	known.set(state, found);
	return found;
}

export function seedLeads(state: AdsState): void {
	const data = { ...shown('lead_forms'), id: ids.leadForm, deleted: false };
	const { forms, leads, exports: jobs } = leadsOf(state);
	forms.set(ids.leadForm, { accountId: ids.account, data });
	const at = Date.parse('2026-08-20T12:00:00Z');
	const answers = { email: 'first.lead@example.com', full_name: 'First Lead' };
	leads.push({ formId: ids.leadForm, at, visibleAt: at, answers });
	jobs.set(ids.leadExport, {
		accountId: ids.account,
		at,
		format: 'json',
		leads: [...leads],
		status: 'ACTIVE',
	});
}

function formOf({ state, accountId }: Context, id: string, withDeleted = false): Form {
	const found = leadsOf(state).forms.get(id);
	if (found?.accountId === accountId && (withDeleted || !found.data.deleted)) return found;
	return refuse('NOT_FOUND', `lead_form "${id}" was not found`, 'lead_form_id');
}

const bodyOf = ({ request: { body } }: Context): Record<string, Json> =>
	isRecord(body) ? (body as Record<string, Json>) : {};

function checkForm(body: Record<string, Json>): void {
	const fields = (body.fields ?? []) as ReadonlyArray<{ key: string; optional?: boolean }>;
	if (body.fields !== undefined) {
		if (new Set(fields.map(({ key }) => key)).size < fields.length)
			invalid('fields', 'Every key may be in a form once');
		if (fields.every(({ optional }) => optional === true))
			invalid('fields', 'At least one field must be required');
	}
	for (const name of ['introduction', 'final_page'])
		if (isRecord(body[name]) && text(body[name].headline).trim() === '')
			invalid(`${name}.headline`, 'The headline must not be blank');
}

const shownFields = (body: Record<string, Json>): Record<string, Json> => ({
	...body,
	...(Array.isArray(body.fields) && {
		fields: body.fields.map((field) => ({ optional: false, ...(field as Record<string, Json>) })),
	}),
});

/** The one that a path names. */
const own = (context: Context, withDeleted?: boolean) =>
	formOf(context, context.path.lead_form_id ?? '', withDeleted);

const formHandlers: Handlers = {
	'GET /12/accounts/{account_id}/lead_forms': (context) => {
		const rows = [...leadsOf(context.state).forms.values()]
			.filter(({ accountId }) => accountId === context.accountId)
			.map(({ data }) => data);
		return listPage(context, rows.reverse(), {});
	},
	'GET /12/accounts/{account_id}/lead_forms/{lead_form_id}': (context) => ({
		data: own(context, context.values.with_deleted === true).data,
	}),
	'POST /12/accounts/{account_id}/lead_forms': (context) => {
		const { state, accountId } = context;
		const body = bodyOf(context);
		checkForm(body);
		const now = state.now();
		const data = { ...shownFields(body), id: randomUUID(), deleted: false, created_at: now, updated_at: now };
		leadsOf(state).forms.set(data.id, { accountId, data });
		return { data };
	},
	'PUT /12/accounts/{account_id}/lead_forms/{lead_form_id}': (context) => {
		const form = own(context);
		const body = bodyOf(context);
		checkForm(body);
		form.data = { ...form.data, ...shownFields(body), updated_at: context.state.now() };
		return { data: form.data };
	},
	'DELETE /12/accounts/{account_id}/lead_forms/{lead_form_id}': (context) => {
		const form = own(context);
		form.data = { ...form.data, deleted: true, updated_at: context.state.now() };
		return { data: form.data };
	},
};

/** Leads are data of persons: administrators only. */
function requireAdministrator({ state, accountId, userId }: Context): void {
	if (!(state.access.get(accountId)?.[userId] ?? []).includes('ACCOUNT_ADMIN'))
		refuse('ACTION_NOT_ALLOWED', 'Only administrators of the account may export leads');
}

function exportOf(context: Context): Export {
	requireAdministrator(context);
	const id = context.path.export_id ?? '';
	const found = leadsOf(context.state).exports.get(id);
	if (found?.accountId === context.accountId) return found;
	return refuse('NOT_FOUND', `export "${id}" was not found`, 'export_id');
}

function statusOf({ state }: Context, job: Export): string {
	if (job.status !== 'ACTIVE') return job.status;
	const age = (state.platform.clock.now() - job.at) / 1000;
	if (age >= leadsOf(state).seconds) return 'COMPLETED';
	return age >= leadsOf(state).seconds / 2 ? 'PROCESSING' : 'QUEUED';
}

function answerOf(context: Context, id: string, job: Export): Payload {
	const status = statusOf(context, job);
	return {
		data: {
			export_id: id,
			status,
			...(status === 'COMPLETED' && {
				download_url: `https://ads-api.x.com/12/accounts/${job.accountId}/ad-export/api/v1/exports/${id}/download`,
			}),
		},
	};
}

const rowOf = ({ at, answers }: Lead): Record<string, string> => ({
	submitted_at: new Date(at).toISOString(),
	...answers,
});

const TYPES: Readonly<Record<string, string>> = {
	csv: 'text/csv',
	json: 'application/json',
	xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

function fileOf({ format, leads }: Export): string | Buffer {
	const rows = leads.map(rowOf);
	if (format === 'json') return JSON.stringify(rows);
	if (format === 'xlsx') return Buffer.from([0x50, 0x4b, 0x03, 0x04, 0xff, 0x00, 0xfe, 0x80]);
	const names = Object.keys(rows[0] ?? { submitted_at: '' });
	return [names, ...rows.map((row) => names.map((name) => row[name] ?? ''))]
		.map((row) => row.join(','))
		.join('\n');
}

const PATH = '/12/accounts/{account_id}/ad-export/api/v1/exports';

const exportHandlers: Handlers = {
	[`POST ${PATH}`]: (context) => {
		const { state, values, accountId } = context;
		requireAdministrator(context);
		const formId = textValue(values, 'lead_form_id') ?? '';
		formOf(context, formId);
		const [start, end] = [numberValue(values, 'start_epoch') ?? 0, numberValue(values, 'end_epoch') ?? 0];
		if (end <= start) refuse('INVALID_TIME_WINDOW', 'end_epoch has to be after start_epoch', 'end_epoch');
		const all = leadsOf(state);
		const now = state.platform.clock.now();
		const leads = all.leads.filter(
			(lead) =>
				lead.formId === formId && lead.at >= start * 1000 && lead.at < end * 1000 && lead.visibleAt <= now,
		);
		const id = randomUUID();
		const job: Export = {
			accountId,
			at: now,
			leads,
			format: textValue(values, 'response_format') ?? 'json',
			status: all.outcome === 'fail' ? 'FAILED' : 'ACTIVE',
		};
		all.exports.set(id, job);
		return answerOf(context, id, job);
	},
	[`GET ${PATH}/{export_id}`]: (context) =>
		answerOf(context, context.path.export_id ?? '', exportOf(context)),
	[`DELETE ${PATH}/{export_id}`]: (context) => {
		const job = exportOf(context);
		if (statusOf(context, job) !== 'COMPLETED') job.status = 'CANCELED';
		return answerOf(context, context.path.export_id ?? '', job);
	},
	[`GET ${PATH}/{export_id}/download`]: (context) => {
		const job = exportOf(context);
		if (statusOf(context, job) !== 'COMPLETED')
			return refuse('NOT_FOUND', 'The file of the export is not there', 'export_id');
		const { redirect } = leadsOf(context.state);
		if (redirect !== undefined)
			return { data: null, whole: { status: 302, headers: { location: redirect } } };
		const headers = {
			'content-type': TYPES[job.format] ?? '',
			'content-disposition': `attachment; filename="leads.${job.format}"`,
		};
		return { data: null, whole: { status: 200, headers, body: fileOf(job) } };
	},
};

export const leadHandlers: Handlers = { ...formHandlers, ...exportHandlers };

const leadInput = z.object({
	formId: z.string().default(ids.leadForm),
	answers: z.record(z.string()),
	/** Seconds since it was sent. */
	ago: z.number().default(0),
	/** Seconds until exports have it. */
	late: z.number().default(0),
});

const settingsInput = z.object({
	seconds: z.number().optional(),
	outcome: z.enum(['ready', 'fail']).optional(),
	redirect: z.string().optional(),
});

type Hosts = { readonly production: { readonly state: AdsState } };

/** Controls: `addLead {formId, answers, ago, late}`, `exports {seconds, outcome, redirect}`. */
export const leadControls = {
	addLead: control(
		'Someone fills in a lead form: `{ formId, answers, ago, late }`, both in seconds → when.',
		({ production: { state } }: Hosts, input: Readonly<Record<string, unknown>>) => {
			const { formId, answers, ago, late } = leadInput.parse(input);
			const now = state.platform.clock.now();
			const at = now - ago * 1000;
			leadsOf(state).leads.push({ formId, answers, at, visibleAt: now + late * 1000 });
			return isoSeconds(at);
		},
	),
	exports: control(
		'How exports of leads behave: some of the settings in ads/leads.ts.',
		({ production: { state } }: Hosts, input: Readonly<Record<string, unknown>>) => {
			Object.assign(leadsOf(state), settingsInput.parse(input));
		},
	),
};
