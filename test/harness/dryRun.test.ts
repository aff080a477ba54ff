/**
 * Dry Run of what the ads nodes, X Catalog, X Core Admin and Community Notes offer it for: nothing is written, and the
 * output is what would have been sent. What does not offer it writes nothing.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { createServer } from 'node:http';
import type { IDataObject } from 'n8n-workflow';
import { filledForms, runForm, useServer } from '../support/everyForm';
import { shown } from '../support/forms';

let written: string[] = [];

const server = createServer((request, response) => {
	if (request.method !== 'GET') written.push(`${request.method} ${request.url}`);
	response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data: [] }));
});

const sim = useServer(server);

beforeEach(() => {
	written = [];
});

const offersGuard = ({ form }: ReturnType<typeof filledForms>[number]): boolean =>
	JSON.stringify(shown(form)).includes('"name":"guard"');

/** What a form needs besides what each is filled with. */
const NEEDED: Readonly<Record<string, IDataObject>> = {
	'streamRule.delete': { ids: '1' },
	'powerStreamRule.delete': { rule_ids: '1' },
};

/** Its own Dry Run shows a plan. */
const WITH_PLAN = 'xCatalog.product.sync';

/** Asked with a body, or a job that ends without a trace. */
const READS =
	/^POST \/2\/notes\/evaluate|\/audience_estimate|\/ad-export\/|^(POST|DELETE) \/12\/stats\/jobs\//;

const all = filledForms();
const forms = all.filter(
	(form) =>
		/^x(Ads|Catalog|CoreAdmin|Core\.communityNote)/.test(form.label) &&
		// A job takes IDs only in a state that this server does not have.
		!/\.(sandbox|customApiCall|complianceJob\.upload)\b/.test(form.label) &&
		offersGuard(form),
);

it('is offered by every form that writes, whatever its record says', async () => {
	const writing: string[] = [];
	for (const form of all.filter((each) => !offersGuard(each))) {
		written = [];
		await runForm(form, sim(), ['1111']);
		if (written.some((request) => !READS.test(request))) writing.push(`${form.label}: ${written.join()}`);
	}
	expect(writing).toEqual([]);
	expect(forms.length).toBeGreaterThan(115);
});

describe.each(forms)('$label', (form) => {
	it('writes nothing', async () => {
		const given = form.parameters['options'] as IDataObject;
		const dry = form.label === WITH_PLAN ? { dryRun: true } : { options: { ...given, dryRun: true } };
		const needed = NEEDED[form.label.split('.').slice(1, 3).join('.')];
		const run = await runForm({ ...form, parameters: { ...form.parameters, ...needed, ...dry } }, sim(), [
			'1111',
			'2222',
		]);
		expect(written).toEqual([]);
		const output = JSON.stringify(run.json);
		expect(output).toMatch(
			form.label === WITH_PLAN
				? /"dryRun":true/
				: /"dryRun":true,"requests":\[\{"method":"(POST|PUT|DELETE)"/,
		);
	});
});
