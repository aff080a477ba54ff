/** What is registered on X: addresses, webhooks, and the marks by which a node knows its own. */
import { markOf, readMark, withMark, withoutMark } from '../../../nodes/shared/events/mark';
import type { Api } from '../../../nodes/shared/http/connection';
import { urlProblem } from '../../../nodes/shared/model/webhookUrl';
import { eventsOf } from '../../../nodes/XWebhookTrigger/events';
import { Recognition } from '../../../nodes/XWebhookTrigger/recognition/recognition';
import { listWebhooks, validateWebhook } from '../../../nodes/XWebhookTrigger/registration/webhooks';
import { fc } from '../../support/properties';

const WEBHOOK_URL = 'https://n8n.example.com/webhook/node/x-events';
const mark = markOf('instance', 'workflow', 'node', WEBHOOK_URL);
const elsewhere = (address: string) => markOf('instance', 'workflow', 'node', address);

describe('the mark in a tag', () => {
	it('names the workflow, and is taken off again', () => {
		const tag = withMark('support desk', mark);
		expect(tag).toMatch(/^support desk n8n\/[0-9a-f]{6}\/workflow\/[0-9a-f]{6}\/[0-9a-f]{6}$/);
		expect(withoutMark(tag)).toBe('support desk');
		expect(readMark(tag)).toEqual(mark);
		expect(withoutMark(withMark(undefined, mark))).toBeUndefined();
	});

	// By sha256sum, as version 0.1.0 wrote it.
	it('is known again where version 0.1.0 made it', () => {
		expect(readMark('desk n8n/5e8c03/workflow/545ea5/59b698')).toEqual(mark);
	});

	it('leaves every tag of the user as it was, also one without room for a mark', () => {
		fc.assert(
			fc.property(fc.string({ minLength: 1, maxLength: 200 }), (tag) => {
				const marked = withMark(tag, mark);
				expect(marked.length).toBeLessThanOrEqual(200);
				if (marked === tag) expect(tag.length).toBeGreaterThan(150);
				else expect(withoutMark(marked)).toBe(tag);
			}),
		);
	});

	it('is not delivered to workflows', () => {
		const data = { event_type: 'post.create', event_uuid: '1', filter: {}, payload: { id: '1' } };
		const marked = withMark('desk', mark);
		const [plain] = eventsOf({ data: { ...data, tag: 'desk' } });
		expect(eventsOf({ data: { ...data, tag: marked } })).toEqual([plain]);
		const rules = [
			{ id: '1', tag: withMark(undefined, mark) },
			{ id: '2', tag: marked },
		];
		expect(eventsOf({ data: { id: '1' }, matching_rules: rules })).toMatchObject([
			{ tag: 'desk', matchingRules: [{ id: '1' }, { id: '2', tag: 'desk' }] },
		]);
	});
});

describe('what is a node’s own', () => {
	const webhooks = [
		{ id: '1', url: WEBHOOK_URL },
		{ id: '2', url: 'https://other.example.com/webhook/other/x-events' },
	];
	const recognition = () => new Recognition(mark, webhooks, true);
	const tagged = (made: typeof mark, webhookId?: string) => ({
		tag: withMark('x', made),
		webhookId,
	});

	it.each([
		['made for this address', tagged(mark, '1'), true],
		['made for an address at which nothing is registered', tagged(elsewhere('https://old'), '9'), true],
		['a rule of an address at which nothing is registered', tagged(elsewhere('https://old')), true],
		['made for another address, on a webhook that is there', tagged(elsewhere('https://old'), '2'), false],
		['a rule of another address that is registered', tagged(elsewhere(webhooks[1]?.url ?? '')), false],
		['made by another node', tagged(markOf('instance', 'workflow', 'node 2', WEBHOOK_URL), '9'), false],
		['made by another n8n', tagged(markOf('another', 'workflow', 'node', WEBHOOK_URL), '9'), false],
		['without a mark', { tag: 'x', webhookId: '1' }, false],
	])('%s', (_what, thing, isOwn) => {
		expect(recognition().isOwn(thing)).toBe(isOwn);
	});

	it('tells who made what delivers nowhere', () => {
		const all = recognition();
		for (const webhookId of ['1', '9', '9'])
			all.isOwn(tagged(markOf('instance', 'sales', 'node', WEBHOOK_URL), webhookId));
		all.isOwn(tagged(markOf('another', 'sales', 'node', WEBHOOK_URL), '9'));
		expect(all.leftByOthers()).toMatch(/^3 subscriptions .* workflow sales, workflow sales of another n8n/);
		expect(recognition().leftByOthers()).toBeUndefined();
	});
});

/** A platform that lists the webhook with these states, one after the other. */
const platform = (...states: boolean[]): Api => ({
	kind: 'app',
	baseUrl: 'https://api.example.com',
	account: '',
	send: ({ method }) => {
		const valid = states.length > 1 && method === 'GET' ? states.shift() : states[0];
		const body =
			method === 'PUT'
				? { data: { valid: true } }
				: { data: [{ id: '7', url: 'https://n8n.example.com/x', valid }] };
		return Promise.resolve({ status: 200, headers: {}, body });
	},
});

it('takes an answer with errors and no webhooks for a failure, and not for an app without webhooks', async () => {
	const api = { send: () => Promise.resolve({ body: { errors: [{ title: 'Over capacity' }] } }) };
	await expect(listWebhooks(api as unknown as Api)).rejects.toThrow('Over capacity');
});

describe('asking X for a challenge', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	it.each([
		['at once', [true], true],
		['a moment later', [false, false, true], true],
		['not at all', [false], false],
	])('takes the state of the webhook for the outcome: valid %s', async (_when, states, outcome) => {
		const asked = validateWebhook(platform(...states), '7');
		await jest.advanceTimersByTimeAsync(10_000);
		expect(await asked).toBe(outcome);
	});

	it('does not wait for a webhook that is gone', async () => {
		expect(await validateWebhook(platform(false), '8')).toBe(false);
	});
});

describe('callback address', () => {
	it.each([
		'https://n8n.example.com/webhook/0d1b/x-events',
		'https://automation.example.co.uk/n8n/webhook/x',
		'https://8.8.8.8/webhook/x',
		`https://n8n.example.com/${'a'.repeat(200 - 'https://n8n.example.com/'.length)}`,
	])('%s is acceptable', (address) => {
		expect(urlProblem(address)).toBeUndefined();
	});

	it.each([
		['http://n8n.example.com/webhook/x', 'https'],
		['https://n8n.example.com:5678/webhook/x', 'port'],
		['https://n8n.example.com:443/webhook/x', 'port'],
		['https://localhost/webhook/x', 'internet'],
		['https://n8n/webhook/x', 'internet'],
		['https://n8n.local/webhook/x', 'internet'],
		['https://127.0.0.1/webhook/x', 'internet'],
		['https://10.1.2.3/webhook/x', 'internet'],
		['https://172.20.0.1/webhook/x', 'internet'],
		['https://192.168.1.5/webhook/x', 'internet'],
		['https://169.254.169.254/webhook/x', 'internet'],
		['https://[::1]/webhook/x', 'internet'],
		['https://[fd00::1]/webhook/x', 'internet'],
		['https://user:pass@n8n.example.com/webhook/x', 'password'],
		['webhook/x', 'not a URL'],
		[`https://n8n.example.com/${'a'.repeat(200)}`, '200'],
	])('%s is refused, naming the rule (%s)', (address, word) => {
		expect(urlProblem(address)?.message).toContain(word);
	});
});
