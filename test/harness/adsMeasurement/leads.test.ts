/**
 * Lead forms, the exports of their leads, and both in one operation.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { INodeParameters } from 'n8n-workflow';
import { asText } from '../../../nodes/shared/util/text';
import { readBinary } from '../../support';
import { serve } from '../../support/ownHost';
import { useSkippedWaits } from '../../support/waits';
import { account, byId, ids, useAds } from '../ads/support';
import { refusedBeforeSending } from '../ads/wrongForms';

const { sim, ads, sent } = useAds('xAdsMeasurement');
const waits = useSkippedWaits(sim);

const EXPORTS_PATH = `/12/accounts/${ids.account}/ad-export/api/v1/exports`;
const PERSON = { email: 'jane.doe@example.com', full_name: 'Jane Doe' };
const addLead = async (answers: Record<string, string> = PERSON) =>
	await sim().control('ads', 'addLead', { answers });

const ofForm = (more: INodeParameters = {}): INodeParameters => ({
	account_id: account,
	lead_form_id: byId(ids.leadForm),
	start_epoch: '={{ $now.minus({ days: 1 }).toISO() }}',
	end_epoch: '={{ $now.plus({ hours: 1 }).toISO() }}',
	...more,
});

describe('leads', () => {
	it('come from an export that the node begins, waits for and reads', async () => {
		await sim().control('ads', 'exports', { seconds: 20 });
		await addLead();
		await addLead({ email: 'john@example.com', full_name: 'John, Jr.' });
		const run = await ads('lead.getMany', ofForm());
		expect(run.error?.message).toBeUndefined();
		expect(run.json).toEqual([
			{ lead_form_id: ids.leadForm, submitted_at: expect.any(String) as string, ...PERSON },
			expect.objectContaining({ email: 'john@example.com', full_name: 'John, Jr.' }),
		]);
		expect(sim().requests[0]?.body).toEqual({
			entity_type: 'leads',
			lead_form_id: ids.leadForm,
			start_epoch: expect.any(Number) as number,
			end_epoch: expect.any(Number) as number,
			response_format: 'json',
		});
		expect(waits().taken).toEqual([1000, 1000, 2000, 4000, 8000, 16_000]);
		expect(sent().at(-1)).toMatch(/\/download$/);
	});

	it('are not what X says in place of the file', async () => {
		await addLead();
		const body = { errors: [{ code: 'EXPORT_GONE', message: 'The export is gone' }] };
		const path = '/12/accounts/{account_id}/ad-export/api/v1/exports/{export_id}/download';
		sim().fail({ match: { path }, kind: 'status', status: 200, body });
		const run = await ads('lead.getMany', ofForm());
		expect([run.json, run.error?.message]).toEqual([[], expect.stringContaining('The export is gone')]);
	});

	it('come with what X left out beside their export', async () => {
		await addLead();
		const errors = [{ code: 'PART', message: 'A lead is not there' }];
		const path = '/12/accounts/{account_id}/ad-export/api/v1/exports';
		sim().fail({ match: { path }, kind: 'partial', errors });
		const run = await ads('lead.getMany', ofForm());
		expect(run.json).toMatchObject([PERSON]);
		expect(run.hints.map(({ message }) => message)).toContain('X left something out: A lead is not there');
	});

	it('are none where nobody sent the form', async () => {
		const run = await ads('lead.getMany', ofForm());
		expect(run.error?.message).toBeUndefined();
		expect(run.json).toEqual([]);
	});

	it('leave out who came before or after the period', async () => {
		const period = { start_epoch: '2026-08-20T12:00:01Z', end_epoch: '2026-08-21T12:00:00Z' };
		expect((await ads('lead.getMany', ofForm(period))).json).toEqual([]);
		const until = { start_epoch: '2026-08-20T11:00:00Z', end_epoch: '2026-08-20T12:00:00Z' };
		expect((await ads('lead.getMany', ofForm(until))).json).toEqual([]);
		const both = { start_epoch: '2026-08-20T12:00:00Z', end_epoch: '2026-08-20T12:00:01Z' };
		expect((await ads('lead.getMany', ofForm(both))).json).toHaveLength(1);
	});

	it('are an error that names the export where it takes too long', async () => {
		await sim().control('ads', 'exports', { seconds: 3600 });
		const run = await ads('lead.getMany', ofForm({ options: { max_export_minutes: 2 } }));
		expect(run.error?.message).toMatch(/^The export [0-9a-f-]{36} was not ready after 2 minutes/);
		expect(waits().taken.reduce((all, each) => all + each, 0)).toBe(120_000);
	});

	it('are an error where the export fails', async () => {
		await sim().control('ads', 'exports', { outcome: 'fail' });
		const run = await ads('lead.getMany', ofForm());
		expect(run.error?.message).toMatch(/^The export [0-9a-f-]{36} ended without a file: X says FAILED/);
	});

	it('never stand in an error', async () => {
		await addLead();
		const body = JSON.stringify({ note: `nothing for ${PERSON.email}` });
		sim().fail({ match: { path: `${EXPORTS_PATH}/*` }, kind: 'status', status: 200, body, times: 1 });
		const run = await ads('lead.getMany', ofForm(), { continueOnFail: true });
		expect(JSON.stringify([run.json, run.error, run.hints])).not.toContain('jane.doe');
	});

	it('may lie on another host, which does not see the credential', async () => {
		const seen: (string | undefined)[] = [];
		const other = await serve((request, response) => {
			seen.push(request.headers.authorization);
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify({ leads: [PERSON] }));
		});
		try {
			await sim().control('ads', 'exports', { redirect: `${other.url}/leads.json?signature=s` });
			const run = await ads('lead.getMany', ofForm());
			expect(run.error?.message).toBeUndefined();
			expect(run.json).toEqual([{ lead_form_id: ids.leadForm, ...PERSON }]);
			expect(seen).toEqual([undefined]);
		} finally {
			other.close();
		}
	});
});

describe('an export', () => {
	const made = async (response_format: string): Promise<string> => {
		const run = await ads('leadExport.create', ofForm({ response_format }));
		expect(run.error?.message).toBeUndefined();
		return asText(run.json[0]?.export_id);
	};
	const ofExport = (id: string) => ({ account_id: account, export_id: id });

	it.each([
		['csv', 'text/csv', /^submitted_at,email,full_name\n.*,jane\.doe@example\.com,Jane Doe$/],
		['json', 'application/json', /"full_name":"Jane Doe"/],
		['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', /^PK/],
	])('gives a file of the format %s as binary data, byte by byte', async (format, type, content) => {
		await addLead();
		const id = await made(format);
		const run = await ads('leadExport.download', { ...ofExport(id), outputProperty: 'file' });
		expect(run.error?.message).toBeUndefined();
		const file = run.items[0]!.binary!.file!;
		const bytes = await readBinary(file);
		expect(bytes.toString('latin1')).toMatch(content);
		if (format === 'xlsx') expect([...bytes]).toEqual([0x50, 0x4b, 0x03, 0x04, 0xff, 0x00, 0xfe, 0x80]);
		expect(file).toMatchObject({ mimeType: type, fileName: `leads.${format}` });
		expect(run.json).toEqual([
			{ export_id: id, file_name: `leads.${format}`, mime_type: type, size: bytes.length },
		]);
	});

	it('is asked for, and cancelled', async () => {
		await sim().control('ads', 'exports', { seconds: 60 });
		const id = await made('csv');
		const [state] = (await ads('leadExport.get', ofExport(id))).json;
		expect(state).toMatchObject({ export_id: id, status: 'QUEUED' });
		const cancelled = await ads('leadExport.delete', ofExport(id));
		expect(cancelled.json).toEqual([{ deleted: true, export_id: id }]);
		expect((await ads('leadExport.get', ofExport(id))).json[0]).toMatchObject({ status: 'CANCELED' });
		const early = await ads('leadExport.download', ofExport(id));
		expect(early.error?.httpCode).toBe('404');
	});
});

describe('leads that X does not give', () => {
	const refuse = (code: string) =>
		sim().fail({
			match: { method: 'POST' },
			kind: 'status',
			status: 403,
			body: { errors: [{ code, message: 'No' }] },
		});

	it.each(['lead.getMany', 'leadExport.create'])('are for administrators: %s', async (operation) => {
		refuse('ACTION_NOT_ALLOWED');
		const run = await ads(operation, ofForm());
		expect(run.error?.message).toContain('This user may not export leads');
		expect(run.error?.description).toContain('administrators of the ads account');
		refuse('UNAUTHORIZED_CLIENT_APPLICATION');
		const other = await ads(operation, ofForm());
		expect(other.error?.message).not.toContain('may not export leads');
	});

	it.each(['lead.getMany', 'leadExport.create'])('may be of an archived form: %s', async (operation) => {
		await ads('leadForm.delete', { account_id: account, lead_form_id: byId(ids.leadForm) });
		const run = await ads(operation, ofForm());
		expect(run.error?.message).toContain('The lead form was not found');
		expect(run.error?.description).toContain('archived form can no longer be exported');
		expect(run.error?.description).not.toContain('Include Deleted');
	});
});

describe('a lead form', () => {
	const form: INodeParameters = {
		account_id: account,
		name: 'Fall launch form',
		purpose: 'Collect newsletter signups',
		fields: { values: [{ key: 'EMAIL' }, { key: 'FULL_NAME', is_required: false }] },
		privacy_policy: { values: { url: 'https://example.com/privacy', company_name: 'Example Inc' } },
	};

	it('is created as the documentation does it', async () => {
		const run = await ads('leadForm.create', {
			...form,
			additionalFields: {
				introduction: { values: { headline: 'Sign up', description: 'Get our newsletter' } },
				final_page: {
					values: {
						headline: 'Thanks for signing up',
						description: 'We will be in touch soon',
						title: 'Visit our site',
						url: 'https://example.com/welcome',
					},
				},
			},
		});
		expect(run.error?.message).toBeUndefined();
		// https://docs.x.com/x-ads-api/lead-generation/reference
		expect(sim().requests[0]?.body).toEqual({
			name: 'Fall launch form',
			purpose: 'Collect newsletter signups',
			introduction: { headline: 'Sign up', description: 'Get our newsletter' },
			final_page: {
				headline: 'Thanks for signing up',
				description: 'We will be in touch soon',
				cta_button: { url: 'https://example.com/welcome', title: 'Visit our site' },
			},
			fields: [
				{ key: 'EMAIL', optional: false },
				{ key: 'FULL_NAME', optional: true },
			],
			privacy_policy: { url: 'https://example.com/privacy', company_name: 'Example Inc' },
		});
	});

	const asking = (...values: INodeParameters[]) => ({ ...form, fields: { values } });
	const policy = (values: INodeParameters) => ({ ...form, privacy_policy: { values } });
	const page = { values: { headline: 'a', title: 'b' } };

	refusedBeforeSending(
		{
			'leadForm.create': {
				'fields: uniqueItems': [asking({ key: 'EMAIL' }, { key: 'EMAIL' })],
				'fields: contains': [asking({ key: 'EMAIL', is_required: false })],
				'privacy_policy.url: pattern': [policy({ url: 'http://example.com', company_name: 'a' })],
				'privacy_policy.company_name: pattern': [policy({ url: 'https://example.com', company_name: '  ' })],
				'final_page.url: required': [{ ...form, additionalFields: { final_page: page } }],
			},
		},
		'xAdsMeasurement',
	);
});
