/**
 * Questions that wait for a person: what is sent, what the pages show, who can answer, and what the output says.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { get } from 'lodash';
import type { INodeParameters } from 'n8n-workflow';
import { asText } from '../../../nodes/shared/util/text';
import { useSkippedWaits } from '../../support/waits';
import { core } from '../../simulator/core/area';
import { signedId } from '../../simulator/chat/state';
import { host, type NodeRun } from '../../support';
import { linksIn } from '../../support/ada';
import { ADA, byId, useChat, type More } from '../../support/chat';

const { sim, me, chat, readAs, say } = useChat();
useSkippedWaits(sim);

const CONVERSATION = signedId(ADA, me.id);

beforeEach(async () => {
	await say({ from: ADA, to: me.id, text: 'Ask me' });
});

interface Asked {
	readonly run: NodeRun;
	readonly parameters: INodeParameters;
	/** What Ada reads. */
	readonly text: string;
	readonly links: URL[];
}

const ask = async (form: INodeParameters = {}, more: More = {}): Promise<Asked> => {
	const parameters = { id: byId(ADA), message: 'Publish "Hello"?', ...form };
	const run = await chat('message.sendAndWait', parameters, more);
	const last = (await readAs(ADA, CONVERSATION)).at(-1)?.first ?? '';
	return { run, parameters, text: last, links: linksIn(last) };
};

/** The workflow of a question, as the run had it. */
const workflowOf = async (form: INodeParameters, name = 'Subject') => {
	const registry = await host().registry();
	const parameters = { authentication: 'oAuth2', resource: 'message', operation: 'sendAndWait', ...form };
	const { workflow } = host().run.singleNode(registry, name, { type: 'xChat', parameters });
	return { registry, workflow };
};

interface Request {
	readonly method?: 'GET' | 'POST';
	readonly link?: URL | undefined;
	readonly body?: unknown;
}

const open = async (
	{ run, parameters, links }: Asked,
	{ method = 'GET', link = links[0], body = {} }: Request = {},
) => {
	const { registry, workflow } = await workflowOf(parameters);
	const query = Object.fromEntries(link?.searchParams ?? []);
	return await host().waiting.answerWaiting(registry, run.run, workflow, 'Subject', { method, query, body });
};

const limitReached = async ({ run, parameters }: Asked) => {
	const { registry, workflow } = await workflowOf(parameters);
	const ended = await host().waiting.limitReached(registry, run.run, workflow);
	return ended.data.resultData.runData['Subject']?.at(-1)?.data?.main?.[0]?.map(({ json }) => json);
};

const dataOf = (answer: Awaited<ReturnType<typeof open>>) => answer.data?.[0]?.[0]?.json['data'];
const DOUBLE = { approvalOptions: { values: { approvalType: 'double' } } };
const TWO = [{ json: {} }, { json: {} }];
const within = (resumeAmount: number, resumeUnit = 'minutes') => ({
	limitWaitTime: { values: { limitType: 'afterTimeInterval', resumeAmount, resumeUnit } },
});

/** X sends the message and its answer is lost, as are the looks of the first try. */
const loseAnswer = () => {
	const path = '/2/chat/conversations/{id}';
	sim().fail({ match: { method: 'POST', path: `${path}/messages` }, kind: 'reset', after: true, times: 5 });
	const match = { path: `${path}/events` };
	sim().fail({ match, skip: 1, kind: 'status', status: 500, times: 4, body: {} });
};

describe('the message', () => {
	it('ends with a link for each button, encrypted for the conversation', async () => {
		const { run, text, links } = await ask(DOUBLE);
		expect(text).toMatch(/^Publish "Hello"\?\n\nApprove: http\S+\nDecline: http\S+$/);
		expect(links.map(({ searchParams }) => searchParams.get('approved'))).toEqual(['true', 'false']);
		expect(run.status).toBe('waiting');
		expect(JSON.stringify(sim().requests.map(({ body }) => body))).not.toContain('Publish');
		expect(run.hints.map(({ message }) => message).join()).toContain('Set the N8N_WEBHOOK_URL of n8n');
	});

	it('goes as a Direct Message where the form says so', async () => {
		const users = [...core.state(sim().platform).users.values()];
		const { id = '' } = users.find((user) => user.receives_your_dm && user.id !== me.id) ?? {};
		const recipient = byId(id);
		const { run } = await ask({ sendBy: 'directMessage', recipient });
		expect(run.error).toBeUndefined();
		const [sent] = sim().requests.filter(({ method }) => method === 'POST');
		expect(sent?.path).toBe(`/2/dm_conversations/with/${id}/messages`);
		expect(sent?.body).toMatchObject({
			text: expect.stringMatching(/^Publish "Hello"\?\n\nApprove: http/) as string,
		});
		expect(run.json[0]).toMatchObject({ data: { asked: { recipient_id: id } } });
		expect(run.status).toBe('waiting');
	});

	it('is sent once for all items, and a hint says so', async () => {
		const before = (await readAs(ADA, CONVERSATION)).length;
		const { run } = await ask({}, { items: TWO });
		expect((await readAs(ADA, CONVERSATION)).length).toBe(before + 1);
		expect(run.hints.map(({ message }) => message).join()).toContain('One question was sent for 2 items');
	});

	it('is sent once by a node that n8n tries again, and its links answer', async () => {
		const count = async () => (await readAs(ADA, CONVERSATION)).length;
		const before = await count();
		const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		loseAnswer();
		const asked = await ask({}, { settings });
		expect([asked.run.error?.message, await count()]).toEqual([undefined, before + 1]);
		expect(asked.run.status).toBe('waiting');
		expect(dataOf(await open(asked, { method: 'POST' }))).toMatchObject({ approved: true });
	});

	it('is sent anew by an execution that n8n retries, as the links of the first lead to that one', async () => {
		loseAnswer();
		const lost = await ask();
		expect(lost.run.status).toBe('error');
		sim().repair();
		const customData = lost.run.run.data.resultData.metadata ?? {};
		const asked = await ask({}, { mode: 'retry', customData });
		expect([asked.run.status, asked.text === lost.text]).toEqual(['waiting', false]);
		expect(dataOf(await open(asked, { method: 'POST', link: lost.links[0] }))).toBeUndefined();
		expect(dataOf(await open(asked, { method: 'POST' }))).toMatchObject({ approved: true });
	});

	it('asks n8n 1 to check the signatures of its links, which it does for no other', async () => {
		expect(await host().waiting.signatureChecksAsked(ask)).toBe(1);
	});

	it('keeps its links if it is long, and the page has all of it', async () => {
		const message = `${'🙂'.repeat(12_000)} the end`;
		const asked = await ask({ message });
		expect(Array.from(asked.text)).toHaveLength(10_000);
		expect(asked.text).toMatch(/\(The page that the link opens has all of it\.\)\n\nApprove: http\S+$/);
		expect((await open(asked)).html).toContain('the end');
	});

	it.each([true, false])(
		'neither waits nor is said to be sent where it was not, with Continue On Fail: %s',
		async (continueOnFail) => {
			const path = '/2/chat/conversations/{id}/messages';
			sim().fail({ match: { path }, kind: 'status', status: 403, body: {} });
			const { run } = await ask({}, { items: TWO, continueOnFail });
			expect(run.status).toBe(continueOnFail ? 'success' : 'error');
			expect(continueOnFail ? run.json[0]?.['error'] : run.error).toBeTruthy();
			expect(JSON.stringify([run.error, run.error?.description, run.hints])).not.toContain('was sent');
		},
	);

	it('is one request for all items in a dry run, for which nothing waits', async () => {
		const { run } = await ask({ options: { dryRun: true } }, { items: TWO });
		expect(run.status).toBe('success');
		expect(run.items).toMatchObject([{ json: { dryRun: true }, pairedItem: [{ item: 0 }, { item: 1 }] }]);
		expect(run.hints.map(({ message }) => message).join()).not.toContain('question was sent');
	});
});

describe('an approval', () => {
	it('is not decided by opening its links, nor by opening one again', async () => {
		const asked = await ask(DOUBLE);
		for (const link of [...asked.links, asked.links[0]]) {
			const page = await open(asked, { link });
			expect(page.data).toBeUndefined();
			expect(page.html).toContain('<form method="post">');
		}
	});

	it.each([
		[0, true],
		[1, false],
	])('is decided by the button of its page: link %i is %s', async (index, approved) => {
		const asked = await ask(DOUBLE);
		const answer = await open(asked, { method: 'POST', link: asked.links[index] });
		expect(dataOf(answer)).toMatchObject({
			approved,
			expired: false,
			respondedAt: expect.stringMatching(/^\d{4}-/) as string,
			asked: { conversation_id: CONVERSATION, sent_at: expect.any(String) as string },
		});
		expect(answer.html).toContain('Got it, thanks');
	});

	it('is decided once, though its button is pressed again while n8n begins to go on', async () => {
		const asked = await ask(DOUBLE);
		const [approve, decline] = asked.links;
		const answers = await Promise.all(
			[approve, approve, decline].map((link) => open(asked, { method: 'POST', link })),
		);
		expect(answers.map(dataOf)).toEqual([expect.objectContaining({ approved: true }), undefined, undefined]);
		expect(answers.slice(1).map(({ html }) => html)).toEqual(
			[1, 2].map(() => expect.stringContaining('No action required') as string),
		);
	});

	it('can be decided again later, if n8n could not go on', async () => {
		const asked = await ask();
		await open(asked, { method: 'POST' });
		sim().platform.clock.advance(10 * 60_000);
		expect(dataOf(await open(asked, { method: 'POST' }))).toMatchObject({ approved: true });
	});

	it.each([
		['without a key', ''],
		['with another key', 'AAAAAAAAAAAA'],
		['of an earlier question of the same node', undefined],
	])('is not decided by a link %s', async (_what, key) => {
		const [earlier, later] = [await ask(), await ask()];
		const link = new URL((key === undefined ? earlier : later).links[0] ?? '');
		if (key !== undefined) link.searchParams.set('question', key);
		const answer = await open(later, { method: 'POST', link });
		expect(answer.data).toBeUndefined();
		expect(answer.html).toContain('No action required');
	});

	it('is known whatever the node is called', async () => {
		const { run, parameters, links } = await ask();
		const name = 'Ask {{ or }} not';
		const { registry, workflow } = await workflowOf(parameters, name);
		const text = JSON.stringify(run.run.data).replaceAll('node:Subject', `node:${name}`);
		const renamed = { ...run.run, data: JSON.parse(text) as typeof run.run.data };
		const request = { method: 'POST', query: Object.fromEntries(links[0]!.searchParams) } as const;
		const answer = await host().waiting.answerWaiting(registry, renamed, workflow, name, request);
		expect(dataOf(answer)).toMatchObject({ approved: true });
	});

	it('shows texts as texts', async () => {
		const bad = '<script>alert(1)</script><img src=x onerror=alert(2)>"\'&';
		const approvalOptions = { values: { approveLabel: '</button><b>' } };
		const page = await open(await ask({ message: bad, approvalOptions }));
		expect(page.html).not.toMatch(/<script|<img|<\/button><b>/);
		expect(page.html).toContain('&lt;script&gt;');
		expect(page.headers['Content-Security-Policy']).toMatch(/default-src 'none'.*sandbox allow-forms$/);
		expect(page.headers).toMatchObject({
			'Cache-Control': 'no-store',
			'Referrer-Policy': 'no-referrer',
			'X-Frame-Options': 'DENY',
		});
	});

	it('shows what was asked, though its expression would say something else by now', async () => {
		const asked = await ask();
		const parameters = { ...asked.parameters, message: 'Delete everything?' };
		expect((await open({ ...asked, parameters })).html).toContain('Publish');
	});
});

describe('the limit', () => {
	it('is when n8n goes on, and the output says that no one answered', async () => {
		const asked = await ask({ ...DOUBLE, options: within(2, 'hours') }, { items: [{ json: { order: 7 } }] });
		const expiresAt = Date.parse(asText(get(asked.run.json[0], 'data.asked.expires_at')));
		expect(Math.abs(expiresAt - sim().platform.clock.now() - 7_200_000)).toBeLessThan(60_000);
		// n8n sets its timer up to 70 seconds before, and an answer does not take it back: it would end the next wait.
		const waitTill = asked.run.run.waitTill?.getTime() ?? 0;
		expect(waitTill - expiresAt).toBeGreaterThan(70_000);
		expect(waitTill - expiresAt).toBeLessThan(80_000);
		expect(await limitReached(asked)).toMatchObject([
			{
				data: { approved: false, expired: true, respondedAt: null, asked: { conversation_id: CONVERSATION } },
			},
		]);
	});

	it('ends the links, also before n8n has noticed', async () => {
		const asked = await ask({ options: within(5) });
		expect((await open(asked)).html).toContain('<button>');
		sim().platform.clock.advance(5 * 60_000);
		const late = await open(asked, { method: 'POST' });
		expect(late.data).toBeUndefined();
		expect(late.html).toContain('No action required');
	});

	it.each([
		['of no time', within(0)],
		[
			'in the past',
			{ limitWaitTime: { values: { limitType: 'atSpecifiedTime', maxDateAndTime: '2001-01-01' } } },
		],
	])('%s is refused before anything is sent', async (_what, options) => {
		const { run } = await ask({ options });
		expect(run.error?.message).toContain('must be in the future');
		expect(sim().requests).toEqual([]);
	});
});

describe('a text', () => {
	const form = { responseType: 'freeText', options: { responseFormTitle: 'What shall I say?' } };

	it('is written on a page', async () => {
		const asked = await ask(form);
		expect(asked.text).toMatch(/\n\nRespond: http\S+$/);
		expect((await open(asked)).html).toMatch(/What shall I say\?.*<textarea/s);
		const answer = await open(asked, { method: 'POST', body: { 'field-0': 'Thank you <3' } });
		expect(dataOf(answer)).toMatchObject({ text: 'Thank you <3', expired: false });
	});

	it.each([
		['nothing', {}],
		['spaces', { 'field-0': '  ' }],
		['too much', { 'field-0': 'a'.repeat(10_001) }],
		['two', { 'field-0': ['a', 'b'] }],
		['an object', { 'field-0': { toString: 'x' } }],
		['no object', 'field-0=a'],
		['null', null],
	])('of %s is asked for again', async (_what, body) => {
		const answer = await open(await ask(form), { method: 'POST', body });
		expect(answer).toMatchObject({ status: 400, data: undefined });
		expect(answer.html).toContain('role="alert"');
	});
});

describe('a form', () => {
	const fields = [
		{ fieldLabel: 'Name', fieldType: 'text', requiredField: true },
		{ fieldLabel: 'Pieces', fieldType: 'number' },
		{ fieldLabel: 'Colour', fieldType: 'dropdown', fieldOptions: 'Red, Green' },
		{ fieldLabel: 'Extras', fieldType: 'checkbox', fieldOptions: 'Gift, Card' },
		{ fieldLabel: 'Day', fieldType: 'date' },
		{ fieldLabel: 'Mail', fieldType: 'email' },
		{ fieldLabel: '__proto__', fieldType: 'textarea' },
	];
	const form = { responseType: 'customForm', formFields: { values: fields } };
	const good = {
		'field-0': 'Ada',
		'field-1': '2.5',
		'field-2': 'Green',
		'field-3': ['Gift', 'Card'],
		'field-4': '2026-12-24',
		'field-5': 'ada@example.com',
		'field-6': 'x',
		'field-99': 'not asked',
	};

	it('shows every text that a person wrote as a text, the values of choices too', async () => {
		const evil = '"><script>alert(1)</script>';
		const values = ['text', 'dropdown', 'checkbox', 'textarea'].map((fieldType) => ({
			fieldLabel: `${evil}${fieldType}`,
			fieldType,
			fieldOptions: evil,
			placeholder: evil,
			requiredField: true,
		}));
		const options = { responseFormTitle: evil, responseFormDescription: evil, responseFormButtonLabel: evil };
		const link = await ask({ responseType: 'customForm', formFields: { values }, options });
		const shown = await open(link);
		expect(shown.html).toContain('<input type="checkbox" name="field-2" value="&quot;&gt;&lt;script&gt;');
		const again = await open(link, { method: 'POST', body: { 'field-0': evil, 'field-3': evil } });
		expect(again.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;</textarea>');
		expect(shown.html + again.html).not.toContain('<script');
	});

	it('gives its answers by their labels', async () => {
		const answer = await open(await ask(form), { method: 'POST', body: good });
		const data = dataOf(answer) as Record<string, unknown>;
		expect(data).toMatchObject({
			Name: 'Ada',
			Pieces: 2.5,
			Colour: 'Green',
			Extras: ['Gift', 'Card'],
			Day: '2026-12-24',
			Mail: 'ada@example.com',
		});
		expect(Object.getOwnPropertyDescriptor(data, '__proto__')?.value).toBe('x');
		expect(JSON.stringify(data)).not.toContain('not asked');
	});

	it.each([
		['field-0', '', 'Name is required'],
		['field-1', 'many', 'Pieces must be a number'],
		['field-2', 'Blue', 'Colour takes one of its choices only'],
		['field-3', ['Gift', 'Gold'], 'Extras takes one of its choices only'],
		['field-4', '2026-02-31T', 'Day must be a date'],
		['field-4', '2026-02-31', 'Day must be a date'],
		['field-4', '2026-12-24T10:00', 'Day must be a date'],
		['field-5', 'ada', 'Mail must be an email address'],
	])('does not take %s of %j', async (name, value, wrong) => {
		const answer = await open(await ask(form), { method: 'POST', body: { ...good, [name]: value } });
		expect(answer).toMatchObject({ status: 400, data: undefined });
		expect(answer.html).toContain(wrong);
		// What was entered is there still.
		expect(answer.html).toContain(name === 'field-0' ? 'ada@example.com' : 'Ada');
	});

	it.each([
		['the same label twice', [{ fieldLabel: 'A' }, { fieldLabel: 'A' }], 'must have labels that differ'],
		['a label of the output', [{ fieldLabel: 'expired' }], 'cannot have the label "expired"'],
		['a menu without options', [{ fieldLabel: 'A', fieldType: 'dropdown' }], 'needs options for "A"'],
	])('with %s is refused before anything is sent', async (_what, values, message) => {
		const { run } = await ask({ responseType: 'customForm', formFields: { values } });
		expect(run.error?.message).toContain(message);
		expect(sim().requests).toEqual([]);
	});
});
