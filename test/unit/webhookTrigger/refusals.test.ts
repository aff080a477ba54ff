import type { IWebhookFunctions } from 'n8n-workflow';
import { XWebhookTrigger } from '../../../nodes/XWebhookTrigger/XWebhookTrigger.node';
import { answerChallenge } from '../../../nodes/XWebhookTrigger/challenge/answerChallenge';
import { scopeOf } from '../../../nodes/XWebhookTrigger/context';
import { logRefusal } from '../../../nodes/XWebhookTrigger/incoming';
import { eventsOf } from '../../../nodes/XWebhookTrigger/events';
import { effortOf } from '../../support/effort';
import { readBody } from '../../../nodes/shared/model/delivered';

let nodes = 0;

/** What n8n gives to `webhook()`, as far as refusals need it; `answered` and `logged` say what came of it. */
function contextWith(query: Record<string, string> = {}) {
	const answered: Array<{ status: number; body: unknown }> = [];
	const logged: string[] = [];
	const id = `refusing node ${nodes++}`;
	const context = {
		getNode: () => ({ id, name: 'Trigger' }),
		getWorkflow: () => ({ id: 'workflow', name: 'My workflow' }),
		getMode: () => 'webhook',
		getNodeParameter: () => 'app',
		getQueryData: () => query,
		getWorkflowStaticData: () => ({}),
		getCredentials: () => Promise.resolve({ consumerSecret: 'secret' }),
		getResponseObject: () => ({
			status: (status: number) => ({ json: (body: unknown) => answered.push({ status, body }) }),
		}),
		logger: { warn: (line: string) => logged.push(line), error: (line: string) => logged.push(line) },
	} as unknown as IWebhookFunctions;
	return { context, answered, logged };
}

const challenge = async (crc_token: string) => {
	const { context, answered } = contextWith({ crc_token });
	await answerChallenge(context);
	return answered[0]?.status;
};

describe('a challenge of a stranger', () => {
	it('costs next to nothing, whatever its token', async () => {
		const token = `:1234567890123456${'"\\'.repeat(7_500)}`;
		expect(await challenge(token)).toBe(400);
		expect(await effortOf(() => challenge(token), 5)).toBeLessThan(5);
	});

	it.each([
		['of 500 characters is answered', 'x'.repeat(500), 200],
		['of 501 characters is refused', 'x'.repeat(501), 400],
		['that begins as a delivery does is refused, JSON or not', '\uFEFF \t{"', 400],
		['that begins as a list is refused', ' [', 400],
	])('with a token %s', async (_what, token, status) => {
		expect(await challenge(token)).toBe(status);
	});
});

describe('the log', () => {
	it('has one line a minute about requests that were refused for one reason, and says how many', () => {
		const { context, logged } = contextWith();
		const scope = scopeOf(context);
		for (let n = 0; n < 1_000; n++)
			logRefusal({ context, scope }, 'refused a delivery: wrong', 1_000_000 + n);
		logRefusal({ context, scope }, 'refused a delivery: missing', 1_000_000);
		expect(logged).toHaveLength(2);
		logRefusal({ context, scope }, 'refused a delivery: wrong', 1_060_000);
		expect(logged[2]).toMatch(
			/"My workflow": refused a delivery: wrong \(and 999 more since the last line\)$/,
		);
	});
});

describe('what nobody but the secret’s holder can send', () => {
	it.each(['toString', '__proto__', 'constructor'])('an event type %s passes through', (event_type) => {
		const body = readBody(Buffer.from(`{"data":{"event_type":"${event_type}","payload":{"id":"1"}}}`));
		expect(eventsOf(body)).toMatchObject([{ eventType: event_type }]);
	});

	it('a body is refused that is nested so deeply that n8n could not handle it', () => {
		const nested = (levels: number) => Buffer.from(`{"a":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`);
		expect(readBody(nested(150))).toBeDefined();
		expect(readBody(nested(5_000))).toBeUndefined();
		expect(readBody(Buffer.from(`${'['.repeat(100_000)}${']'.repeat(100_000)}`))).toBeUndefined();
	});
});

describe('the answer to a delivery', () => {
	it('has no body, where n8n would send the name of its default', () => {
		const { webhooks } = new XWebhookTrigger().description;
		expect(webhooks?.find(({ name }) => name === 'default')).toMatchObject({
			responseMode: 'onReceived',
			responseData: 'noData',
		});
	});
});
