/**
 * Dry Run of everything that offers it: nothing is written, and the output is what would have been sent. What does not
 * offer it writes nothing.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { createServer } from 'node:http';
import { partition } from 'lodash';
import type { IDataObject } from 'n8n-workflow';
import { cases } from '../support/cases';
import { useChat } from '../support/chat';
import { filledForms, runForm, useServer, whoIAm } from '../support/everyForm';
import { filled } from '../support/fill';
import { shown } from '../support/forms';
import { CHAT_ITEMS, chatForm, chatKnown, seedChat } from '../support/seeded/chat';

let written: string[] = [];

const server = createServer((request, response) => {
	if (request.method !== 'GET') written.push(`${request.method} ${request.url}`);
	const url = request.url ?? '';
	const job = /^\/2\/compliance\/jobs\/\d/.test(url) && {
		status: 'created',
		upload_url: `${sim().baseUrl}/upload`,
	};
	const data = (whoIAm(url, request.method) ?? job) || [];
	response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
});

const sim = useServer(server);

beforeEach(() => {
	written = [];
});

const offersGuard = ({ form }: ReturnType<typeof filledForms>[number]): boolean =>
	JSON.stringify(shown(form)).includes('"name":"guard"');

/** What a form needs besides what each is filled with. */
const NEEDED: Readonly<Record<string, IDataObject>> = {
	'customApiCall.send': { method: 'POST' },
	'post.publishDue': { textColumn: 'text', timeColumn: 'post_at', pauseMinutes: 0 },
	'streamRule.delete': { ids: '1' },
	'powerStreamRule.delete': { rule_ids: '1' },
};

/** Its own Dry Run shows a plan. */
const WITH_PLAN = 'xCatalog.product.sync';

/** Asked with a body, or a job that ends without a trace. */
const READS =
	/^POST \/2\/notes\/evaluate|\/audience_estimate|\/ad-export\/|^(POST|DELETE) \/12\/stats\/jobs\//;

const all = filledForms();
const forms = all.filter((form) => !/\.sandbox\b/.test(form.label) && offersGuard(form));

it('is offered by every form that writes, whatever its record says', async () => {
	const writing: string[] = [];
	const others = all.filter((each) => !offersGuard(each));
	for (const form of others.filter((_form, place) => place % cases(4, 1) === 0)) {
		written = [];
		await runForm(form, sim(), ['1111']);
		if (written.some((request) => !READS.test(request))) writing.push(`${form.label}: ${written.join()}`);
	}
	expect(writing).toEqual([]);
	expect(forms.length).toBeGreaterThan(115);
});

/** What a form is in a Dry Run, and what comes out. */
const dry = (form: (typeof forms)[number]) => ({
	parameters:
		form.label === WITH_PLAN
			? { dryRun: true }
			: { options: { ...(form.parameters['options'] as IDataObject), dryRun: true } },
	output:
		form.label === WITH_PLAN ? /"dryRun":true/ : /"dryRun":true,"requests":\[\{"method":"(POST|PUT|DELETE)"/,
});

const [ofChat, others] = partition(forms, ({ label }) => label.startsWith('xChat'));

describe.each(others)('$label', (form) => {
	it('writes nothing', async () => {
		const needed =
			NEEDED[
				form.label
					.split('.')
					.filter((part) => part !== 'production')
					.slice(1)
					.join('.')
			];
		const { parameters, output } = dry(form);
		const run = await runForm(
			{ ...form, parameters: { ...form.parameters, ...needed, ...parameters } },
			sim(),
			['1111', '2222'],
			{ text: 'Hello', post_at: new Date(Date.now() - 60_000).toISOString(), link: '' },
		);
		expect(written).toEqual([]);
		expect(JSON.stringify(run.json)).toMatch(output);
	});
});

describe('of X Chat', () => {
	const { chat, sim: x } = useChat();

	it.each(ofChat)('$label writes nothing', async (form) => {
		const world = await seedChat(x());
		const name = form.label.replace('xChat.', '');
		const known = filled(form.form, (field) => chatKnown(world)[field]);
		x().requests.length = 0;
		const { parameters, output } = dry(form);
		const run = await chat(
			name,
			{ ...chatForm(world, name, known), ...NEEDED[name], ...parameters },
			{ items: CHAT_ITEMS },
		);
		expect(x().requests.filter(({ method }) => method !== 'GET')).toEqual([]);
		expect(JSON.stringify(run.json)).toMatch(output);
	});
});
