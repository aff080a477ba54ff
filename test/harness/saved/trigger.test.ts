/** @jest-environment ./test/support/environment.ts */
import { host, type Finished } from '../../support';
import { credentialsFor } from '../../support/credentials';
import { webhookSimulator } from '../../simulator/webhooks';
import { useSimulator } from '../../support/simulator';
import { any, load, output } from './support';

const sim = useSimulator();

/** The tag of the user, and behind it what the node knows its own by. */
const MARKED = expect.stringMatching(/^desk n8n\//) as string;

describe('X Webhook Trigger, saved by 0.1.0', () => {
	const origin = 'https://n8n.example.com';

	const open = async (name: string) => {
		const workflow = load(name);
		const events = webhookSimulator(sim().platform);
		const trigger = await host().TriggerHost.open(
			await host().registry(),
			...structuredClone([workflow, 'On events', credentialsFor(sim())] as const),
			origin,
		);
		events.route(origin, trigger.origin);
		await trigger.activate();
		return { events, trigger };
	};
	const nothing = { webhooks: [], activity: [], accounts: [], rules: [], links: [] };

	it('subscribes to what its settings name, with the defaults that are not stored', async () => {
		const { events, trigger } = await open('trigger-defaults');
		try {
			const { webhooks, activity } = events.inventory();
			expect(webhooks).toHaveLength(1);
			expect(activity).toMatchObject([{ event_type: 'post.create', filter: { user_id: '2244994945' } }]);
			await events.publish(events.build('post.create', { text: 'Hello' }));
			const [execution] = await trigger.executed(1);
			expect(output(execution as Finished, 'Go on')).toMatchObject([{ eventType: 'post.create' }]);
			await trigger.deactivate();
			expect(events.inventory()).toMatchObject(nothing);
		} finally {
			await trigger.close();
		}
	});

	it('keeps to sources, filters, rules, fields and options', async () => {
		const { events, trigger } = await open('trigger-settings');
		try {
			const { activity, accounts, rules, links } = events.inventory();
			expect(activity).toMatchObject([
				{ event_type: 'dm.received', filter: { direction: 'inbound' }, tag: MARKED },
				{ event_type: 'like.create', filter: { direction: 'inbound' }, tag: MARKED },
			]);
			expect(accounts).toHaveLength(1);
			expect(rules).toMatchObject([
				{ value: 'from:acme_support', tag: expect.stringMatching(/^own n8n\//) as string },
				{ value: '#n8n -is:retweet' },
			]);
			expect(links).toHaveLength(1);
			await events.publish(events.build('dm.received'));
			const [execution] = await trigger.executed(1);
			expect(output(execution as Finished, 'Go on')).toMatchObject([
				{ eventType: 'dm.received', rawBody: any },
			]);
			await trigger.deactivate();
			expect(events.inventory()).toMatchObject({ ...nothing, webhooks: [{}] });
		} finally {
			await trigger.close();
		}
	});
});
