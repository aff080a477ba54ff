/** @jest-environment ./test/support/environment.ts */
import type { Finished } from '../support';
import type { Trigger } from '../support/webhookTrigger';
import { openTrigger } from '../support/webhookTrigger';

const NOWHERE = 'http://127.0.0.1:1';
const SIM = { baseUrl: NOWHERE, adsUrl: NOWHERE, adsSandboxUrl: NOWHERE };

let trigger: Trigger;

const open = async (parameters = {}) => {
	trigger = await openTrigger({ node: 'harness.probeTrigger', parameters, sim: SIM });
};

afterEach(async () => await trigger.close());

const given = (execution: Finished | undefined, node: string) =>
	execution?.nodes[node]?.[0]?.data?.main?.[0]?.[0]?.json;

const EVENT = '{"n": 12345678901234567890}\n';

const post = async (url: string) =>
	await fetch(url, { method: 'POST', body: EVENT, headers: { 'content-type': 'application/json' } });

describe('a webhook trigger in the harness', () => {
	it('answers the check that comes while create() is open, which cannot see what create() stores', async () => {
		await open();
		await trigger.activate();
		expect(trigger.storedStaticData).toMatchObject({ 'node:Subject': { calls: ['create'] } });
		const answer = await fetch(`${trigger.url('setup')}?crc_token=later`);
		expect(await answer.json()).toEqual({ token: 'later', calls: ['create'] });
	});

	it('hands the bytes of the body to the node and runs the workflow on', async () => {
		await open();
		await trigger.activate();
		const answer = await post(trigger.url());
		expect(answer.status).toBe(200);
		const [execution] = await trigger.executed(1);
		expect(execution?.status).toBe('success');
		expect(given(execution, 'After')).toMatchObject({
			raw: EVENT,
			mode: 'webhook',
		});
	});

	it('knows no address before activation, after deactivation, or after a create() that failed', async () => {
		await open();
		expect((await post(trigger.url())).status).toBe(404);
		await trigger.activate();
		await trigger.deactivate();
		expect((await post(trigger.url())).status).toBe(404);
		expect(trigger.storedStaticData).toEqual({ 'node:Subject': {} });

		trigger.setParameters({ refuse: true });
		await expect(trigger.activate()).rejects.toThrow('refused');
		expect((await post(trigger.url())).status).toBe(404);
	});

	it('listens for one test event under the test address', async () => {
		await open();
		await trigger.activate(true);
		expect((await post(trigger.url('default', true))).status).toBe(200);
		const [execution] = await trigger.executed(1);
		expect(given(execution, 'Subject')).toMatchObject({ mode: 'manual' });
		expect((await post(trigger.url('default', true))).status).toBe(404);
		expect(trigger.storedStaticData).toEqual({});
	});
});
