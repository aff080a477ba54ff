/**
 * Dry Run of every operation of the ads nodes and X Catalog that writes: nothing is written, and the output is what would
 * have been sent.
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

/** Its own Dry Run shows a plan. */
const WITH_PLAN = 'xCatalog.product.sync';

const forms = filledForms().filter(
	(form) => /^x(Ads|Catalog)/.test(form.label) && !form.label.includes('.sandbox.') && offersGuard(form),
);

it('is offered by every write', () => {
	expect(forms.length).toBeGreaterThan(90);
});

describe.each(forms)('$label', (form) => {
	it('writes nothing', async () => {
		const options = { ...(form.parameters['options'] as IDataObject), guard: { dryRun: true } };
		const run = await runForm({ ...form, parameters: { ...form.parameters, options } }, sim(), [
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
