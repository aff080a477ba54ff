/**
 * Lead forms and the exports of their leads: https://docs.x.com/x-ads-api/lead-generation/reference. The pages say nothing
 * of the body of an export, its statuses and the columns of a lead: these are made up.
 */
import { randomUUID } from 'node:crypto';
import { control } from '../frame';
import { isoSeconds } from '../frame/formats';
import { numberValue, textValue, type Context, type Handlers, type Payload } from './context';
import type { Values } from '../frame/validate';
import { entityHandlers, living, named, withBody, type EntityKind, type Fields } from './entities';
import { refuse } from './errors';
import { ids } from './ids';
import { changed, shown } from './samples';
import { perHost, type AdsState, type Json, type Production } from './state';

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
	readonly leads: Lead[] = [];
	readonly exports = new Map<string, Export>();
	/** How long an export takes. */
	seconds = 0;
	/** What becomes of the next exports. */
	outcome: 'ready' | 'fail' = 'ready';
	/** Whether the file is somewhere else: downloads are redirected there. */
	redirect: string | undefined;
}

/** Leads and exports of a host. */
export const leadsOf = perHost(() => new Leads());

export function seedLeads(state: AdsState): void {
	const data = { ...shown('lead_forms'), id: ids.leadForm, deleted: false };
	const { leads, exports: jobs } = leadsOf(state);
	state.of('leadForms').add(ids.account, data);
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

const shownFields = (body: Values): Fields => ({
	...changed(body),
	...(Array.isArray(body.fields) && {
		fields: (body.fields as readonly Json[]).map((field) => ({ optional: false, ...(field as Fields) })),
	}),
});

const leadForms: EntityKind = {
	...named('lead_form', 'leadForms'),
	notFound: 'NOT_FOUND',
	newestFirst: true,
	read: withBody,
	create: (_context, values) => ({ ...shownFields(values), id: randomUUID() }),
	update: (_context, _entity, values) => shownFields(values),
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
		living(leadForms, context, formId);
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

export const leadHandlers: Handlers = { ...entityHandlers(leadForms), ...exportHandlers };

type LeadInput = Pick<Lead, 'formId' | 'answers'> & Record<'ago' | 'late', number>;

export const leadControls = {
	addLead: control(
		'Someone fills in a lead form: `{ formId, answers, ago, late }`, both in seconds → when.',
		({ production: { state } }: Production, input: object) => {
			const { formId = ids.leadForm, answers = {}, ago = 0, late = 0 }: Partial<LeadInput> = input;
			const now = state.platform.clock.now();
			const at = now - ago * 1000;
			leadsOf(state).leads.push({ formId, answers, at, visibleAt: now + late * 1000 });
			return isoSeconds(at);
		},
	),
	exports: control(
		'How exports of leads behave: some of the settings in ads/leads.ts.',
		({ production: { state } }: Production, input: object) => {
			Object.assign(leadsOf(state), input);
		},
	),
};
