/** Compliance jobs: IDs go in by a signed address, the result comes out by another one. */
import { pick } from 'lodash';
import { forbidden, notFound, ok, Refusal, type SimResponse } from '../frame';
import { tokenPage } from '../frame/pages';
import { refuse, type Answers, type Call } from './call';
import type { ComplianceJob } from './model';

const HOUR_MS = 3_600_000;

export const compliance: Answers = {
	'POST /2/compliance/jobs': (call) => {
		const id = call.platform.newId();
		const type = call.text('type');
		const busy = [...call.state.complianceJobs.values()].some(
			(job) => job.type === type && (job.status === 'created' || job.status === 'in_progress'),
		);
		if (busy) throw forbidden(`There is a job of the type ${type} already.`);
		const job: ComplianceJob = {
			id,
			type,
			resumable: call.member('resumable') === true,
			created_at: call.platform.clock.iso(),
			...(call.text('name') && { name: call.text('name') }),
			status: 'created',
			uploadToken: `up+${id}/=`,
			downloadToken: `down+${id}/=`,
			ids: [],
		};
		call.state.complianceJobs.set(id, job);
		return ok({ data: view(call, job) });
	},
	'GET /2/compliance/jobs': (call) => {
		const [type, status] = [call.query('type'), call.query('status')];
		const rows = [...call.state.complianceJobs.values()].filter(
			(job) => job.type === type && (status === '' || job.status === status),
		);
		const { items, meta } = tokenPage(call.platform.pages, call.request, rows, { default: 100 });
		return ok({ ...(items.length > 0 && { data: items.map((job) => view(call, job)) }), meta });
	},
	'GET /2/compliance/jobs/{id}': (call) => ok({ data: view(call, theJob(call)) }),
	'DELETE /2/compliance/jobs/{id}': (call) => {
		const job = theJob(call);
		job.status = 'failed';
		return ok({ data: view(call, job) });
	},
	'PUT /2/compliance/jobs/{id}/upload': (call) => {
		const job = theJob(call);
		checkToken(call, job.uploadToken);
		if (job.status !== 'created') throw forbidden('The job takes no IDs any more.');
		const file = call.request.body;
		const lines = Buffer.isBuffer(file) ? file.toString('utf8').split('\n') : [];
		if (lines.length === 0 || lines.some((line) => !/^\d{1,19}$/.test(line)))
			refuse('Each line holds one ID.', { body: [] });
		job.ids = lines;
		job.status = 'complete';
		return ok({ data: view(call, job) });
	},
	'GET /2/compliance/jobs/{id}/download': (call): SimResponse => {
		const job = theJob(call);
		checkToken(call, job.downloadToken);
		if (job.status !== 'complete') throw new Refusal(notFound('id', job.id, 'result'));
		const lines = job.ids.map((id) =>
			JSON.stringify({ id, action: 'delete', created_at: job.created_at, reason: 'deleted' }),
		);
		const headers = { 'content-type': 'application/octet-stream' };
		return { status: 200, body: Buffer.from(`${lines.join('\n')}\n`), headers };
	},
};

const theJob = (call: Call): ComplianceJob =>
	call.need(call.state.complianceJobs, 'compliance_job', call.path('id'));

function checkToken(call: Call, token: string): void {
	if (call.query('token') !== token) throw forbidden('The token is not valid.');
}

function view(call: Call, job: ComplianceJob): Record<string, unknown> {
	const address = (what: string, token: string) =>
		`https://api.x.com/2/compliance/jobs/${job.id}/${what}?token=${encodeURIComponent(token)}`;
	const later = (time: number) => new Date(Date.parse(job.created_at) + time).toISOString();
	const row = {
		...pick(job, ['id', 'type', 'name', 'resumable', 'created_at', 'status']),
		upload_url: address('upload', job.uploadToken),
		upload_expires_at: later(HOUR_MS),
		...(job.status === 'complete' && { download_url: address('download', job.downloadToken) }),
		download_expires_at: later(24 * HOUR_MS),
	};
	const fields = call.list('compliance_job.fields');
	return fields.length === 0 ? row : pick(row, ['id', 'type', 'status', ...fields]);
}
