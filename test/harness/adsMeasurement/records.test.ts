/**
 * Lead forms, the exports of their leads, and both in one operation; A/B tests, tags and windows.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { INodeParameters } from 'n8n-workflow';
import { asText } from '../../../nodes/shared/util/text';
import { operationOf, sampleOf } from '../../facts';
import { readBinary } from '../../support';
import { serve } from '../../support/ownHost';
import { useSkippedWaits } from '../../support/waits';
import { account, byId, ids, useAds } from '../ads/support';
import { refusedBeforeSending } from '../ads/wrongForms';

const { sim, ads, sent, lastQuery } = useAds('xAdsMeasurement');
const waits = useSkippedWaits(sim);

const EXPORTS_PATH = `/12/accounts/${ids.account}/ad-export/api/v1/exports`;
const PERSON = { email: 'jane.doe@example.com', full_name: 'Jane Doe' };
const addLead = async (answers: Record<string, string> = PERSON) =>
	await sim().control('ads', 'addLead', { answers });

const documentedBody = (route: string) => sampleOf(operationOf(route)).body as object;

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

	it('leave out who came before or after the period', async () => {
		const period = { start_epoch: '2026-08-20T12:00:01Z', end_epoch: '2026-08-21T12:00:00Z' };
		expect((await ads('lead.getMany', ofForm(period))).json).toEqual([]);
		const until = { start_epoch: '2026-08-20T11:00:00Z', end_epoch: '2026-08-20T12:00:00Z' };
		expect((await ads('lead.getMany', ofForm(until))).json).toEqual([]);
		const both = { start_epoch: '2026-08-20T12:00:00Z', end_epoch: '2026-08-20T12:00:01Z' };
		expect((await ads('lead.getMany', ofForm(both))).json).toHaveLength(1);
	});

	it('are an error that names the export where it takes too long, or fails', async () => {
		await sim().control('ads', 'exports', { seconds: 3600 });
		const late = await ads('lead.getMany', ofForm({ options: { max_export_minutes: 2 } }));
		expect(late.error?.message).toMatch(/^The export [0-9a-f-]{36} was not ready after 2 minutes/);
		expect(waits().taken.reduce((all, each) => all + each, 0)).toBe(120_000);
		await sim().control('ads', 'exports', { seconds: 0, outcome: 'fail' });
		const failed = await ads('lead.getMany', ofForm());
		expect(failed.error?.message).toMatch(/^The export [0-9a-f-]{36} ended without a file: X says FAILED/);
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
	it.each([
		['csv', 'text/csv', /^submitted_at,email,full_name\n.*,jane\.doe@example\.com,Jane Doe$/],
		['json', 'application/json', /"full_name":"Jane Doe"/],
		['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', /^PK/],
	])('gives a file of the format %s as binary data, byte by byte', async (format, type, content) => {
		await addLead();
		const created = await ads('leadExport.create', ofForm({ response_format: format }));
		const id = asText(created.json[0]?.export_id);
		const one = { account_id: account, export_id: id, outputProperty: 'file' };
		const run = await ads('leadExport.download', one);
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
		expect(sim().requests[0]?.body).toEqual({
			...documentedBody('POST /12/accounts/{account_id}/lead_forms'),
			fields: [
				{ key: 'EMAIL', optional: false },
				{ key: 'FULL_NAME', optional: true },
			],
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

const group = (size: number, more: INodeParameters = {}): INodeParameters => ({
	entity_ids: 'f2qcw, f2tht',
	size,
	...more,
});

const test = (a: INodeParameters, b: INodeParameters, ...more: INodeParameters[]): INodeParameters => ({
	account_id: account,
	entity_type: 'CAMPAIGN',
	start_time: '2099-05-25T01:00:00Z',
	end_time: '2099-05-30T01:00:00Z',
	group_a: { values: a },
	group_b: { values: b },
	more_groups: { values: more },
});

describe('an A/B test', () => {
	it('is created as the documentation does it', async () => {
		const second = { entity_ids: 'f2rqi, f2tws', name: 'second group', description: 'second AB test group' };
		const run = await ads('abTest.create', {
			...test(group(50, { name: 'first group' }), group(50, second)),
			additionalFields: { name: 'first AB test', description: 'documentation example' },
		});
		expect(run.error?.message).toBeUndefined();
		expect(sim().requests[0]?.body).toEqual({
			...documentedBody('POST /12/accounts/{account_id}/ab_tests'),
			start_time: '2099-05-25T01:00:00Z',
			end_time: '2099-05-30T01:00:00Z',
		});
	});

	it.each<[string, INodeParameters, string]>([
		[
			'more than everybody',
			test(group(60), group(50)),
			'"Group B" with all other groups must have sizes of 100',
		],
		['one group', { ...test(group(100), group(50)), group_b: {} }, '"Group B" is required'],
		['three decimals', test(group(33.333), group(66.667)), '"Group A → Size (Percent)"'],
		['a third group beside two halves', test(group(50), group(50), group(10)), 'they are 110.00'],
		['an end before the start', { ...test(group(50), group(50)), end_time: '2098-01-01' }, '"End Time"'],
	])('is refused before it is sent with %s', async (_what, form, said) => {
		const run = await ads('abTest.create', form);
		expect(`${run.error?.message} ${run.error?.description}`).toContain(said);
		expect(sim().requests).toEqual([]);
	});

	it('adds up sizes as one writes them', async () => {
		const run = await ads('abTest.create', test(group(33.33), group(33.33), group(33.34)));
		expect(run.error?.message).toBeUndefined();
	});

	const update = (values: INodeParameters[], more: INodeParameters = {}) => ({
		account_id: account,
		ab_test_id: byId(ids.abTest),
		user_groups: { values },
		...more,
	});

	it('keeps what its groups do not change, and unsets with null', async () => {
		const changes = { updateFields: { description: '' } };
		const groups = [
			{ id: 'p1bcx', size: 60 },
			{ id: 'p1bcy', size: 40 },
		];
		const run = await ads('abTest.update', update(groups, changes));
		expect(run.error?.message).toBeUndefined();
		expect(sim().requests[0]?.body).toEqual({
			description: null,
			user_groups: [
				{ id: 'p1bcx', size: '60.00' },
				{ id: 'p1bcy', size: '40.00' },
			],
		});
	});

	it('does not mix groups that are changed with new ones', async () => {
		const run = await ads('abTest.update', update([{ id: 'p1bcx', size: 60 }, group(40)]));
		expect(run.error?.message).toContain('must all have a Group ID, or none of them');
		const incomplete = await ads('abTest.update', update([{ size: 60 }, group(40)]));
		expect(incomplete.error?.message).toContain('"Groups 1 → Entity IDs" is required');
		expect(sim().requests).toEqual([]);
	});

	it('is found by when it is live', async () => {
		const filters = { live_during: { values: { after: '2099-05-26', before: '2099-05-27T12:00:00Z' } } };
		const run = await ads('abTest.getMany', { account_id: account, filters });
		expect(run.error?.message).toBeUndefined();
		expect(lastQuery().live_during).toMatch(/^2099-05-2[56]T[^,]+Z,2099-05-27T12:00:00Z$/);
		expect(run.json.map(({ id }) => id)).toEqual([ids.abTest]);
		const user = { user_id: '756201191646691328', username: 'apimctestface' };
		const both = await ads('abTest.getMany', { account_id: account, filters: user });
		expect(both.error?.message).toContain('"Username" cannot be combined with "User ID"');
	});
});

describe('a view window', () => {
	const windows = { click_window: '7', view_through_window: '14' };
	const conversion = { app_id: 'a', hashed_device_id: 'b', conversion_time: '2026-11-01T00:00:00.5Z' };

	it.each([
		['webEventTag.create', { account_id: account, name: 'Order', ...windows }],
		['appConversion.send', { ...conversion, additionalFields: windows }],
	])('of %s is no longer than the click window', async (name, form) => {
		const run = await ads(name, form);
		expect(run.error?.message).toContain('"View Window" must not be longer than "Click Window"');
		expect(sent()).toEqual([]);
	});
});

it('an app conversion keeps its milliseconds', async () => {
	const run = await ads('appConversion.send', {
		app_id: '333903271',
		hashed_device_id: 'ABCD1234XYZ',
		os_type: 'IOS',
		conversion_type: 'INSTALL',
		conversion_time: '2026-04-16T09:00:00.123+02:00',
	});
	expect(run.error?.message).toBeUndefined();
	expect(lastQuery()).toMatchObject({ conversion_time: '2026-04-16T07:00:00.123Z' });
});
