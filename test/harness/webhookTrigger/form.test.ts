/** @jest-environment ./test/support/environment.ts */
import type { IDataObject } from 'n8n-workflow';
import { ME } from '../../simulator/identities';
import { listSearch } from '../../support';
import { itemsOf, marked, NOTHING, useWorld } from './world';

const world = useWorld();
const IS_FRESH = true;
const openActive = async (parameters: IDataObject) =>
	await world().openActive({ isFresh: IS_FRESH, parameters });

describe('the form of a new node', () => {
	it('starts on mentions of the user, with a credential alone', async () => {
		const { events } = world();
		const trigger = await openActive({});
		expect(events.inventory().activity).toMatchObject([
			{ event_type: 'post.mention.create', filter: { user_id: ME.id }, tag: marked() },
		]);
		await events.publish(events.build('post.mention.create'));
		expect(itemsOf((await trigger.executed(1))[0])).toMatchObject([{ eventType: 'post.mention.create' }]);
		await trigger.deactivate();
		expect(events.inventory()).toMatchObject(NOTHING);
	});

	it('takes other sources beside the events, or in place of them', async () => {
		const { events } = world();
		const rules = { rule: [{ value: 'n8n', tag: '' }] };
		const otherSources = ['filteredStream', 'accountActivity'];
		const trigger = await openActive({ eventTypes: [], rules, otherSources });
		expect(events.inventory()).toMatchObject({
			activity: [],
			accounts: [expect.anything()],
			rules: [{ value: 'n8n' }],
			links: [expect.anything()],
		});
		await trigger.deactivate();
		trigger.setParameters({ eventTypes: ['follow.follow'], otherSources: 'accountActivity' });
		await trigger.activate();
		expect(events.inventory()).toMatchObject({
			activity: [{ event_type: 'follow.follow' }],
			accounts: [expect.anything()],
			rules: [],
		});
	});

	it('may leave it to others what is subscribed to', async () => {
		const { events } = world();
		await openActive({ eventTypes: [], otherSources: ['elsewhere'] });
		expect(events.inventory()).toMatchObject({ ...NOTHING, webhooks: [expect.anything()] });
	});

	it('names the workflow that has the only webhook, and says how both receive', async () => {
		const { events } = world();
		const owner = await openActive({});
		const { results } = await listSearch({
			node: 'xWebhookTrigger',
			method: 'searchWebhooks',
			sim: world().sim,
		});
		expect(results).toMatchObject([{ name: expect.stringMatching(/^Workflow \S+ \(https:/) as string }]);
		const other = await world().open({ isFresh: IS_FRESH, origin: 'https://other.example.com' });
		const [webhook] = events.inventory().webhooks;
		const described = `webhook ${webhook?.id ?? ''} (${webhook?.url ?? ''})`;
		const refused = async (isTest?: boolean) =>
			await other.activate(isTest).then(
				() => '',
				(error: Error) => error.message,
			);
		expect(await refused()).toContain(`, ${described}`);
		expect(await refused()).toContain('"Share With Other Workflows"');
		expect(await refused()).toContain('"Webhook to Share"');
		expect(await owner.activate(true).catch((error: Error) => error.message)).toContain(
			`Taken by: this very workflow, ${described}`,
		);
	});
});
