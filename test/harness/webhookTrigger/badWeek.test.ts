/** @jest-environment ./test/support/environment.ts */
import type { IDataObject } from 'n8n-workflow';
import { ME } from '../../simulator/identities';
import { host } from '../../support';
import { useSkippedWaits } from '../../support/waits';
import { NOTHING, posts, useWorld } from './world';

const world = useWorld();

it('users that cannot be users are refused before anything is sent', async () => {
	const { sim, open } = world();
	const trigger = await open();
	for (const userIds of [
		'55?x=1',
		'<script>',
		'../55',
		'%2e%2e%2f55',
		'@sixteen_letters_',
		'12345678901234567890',
	]) {
		trigger.setParameters({ ...posts, userIds });
		await expect(trigger.activate()).rejects.toThrow('Users');
	}
	expect(sim.requests).toEqual([]);
});

describe('damaged static data', () => {
	const url = 'https://n8n.example.com/x';
	it.each<[string, IDataObject]>([
		['registrations', { registrations: 'gone' }],
		['registrations', { registrations: { [url]: { webhookId: 5 } } }],
		['seen', { seen: { a: 1 } }],
		['sharers', { sharers: { [url]: true } }],
		['sharingSince', { sharingSince: 'then' }],
		['owed', { owed: [1] }],
		['owed', { owed: { webhookId: '7', before: Date.now(), spans: [{ from: 'then' }] } }],
		['lastEventAt', { lastEventAt: 'now' }],
		['account', { account: 7 }],
	])('in %s is said in the log, and the node begins anew', async (name, staticData) => {
		const { events, open } = world();
		const trigger = await open({ staticData });
		const log = host().services.recordLog(['warn']);
		await trigger.activate();
		log.stop();
		expect(log.lines.join()).toMatch(new RegExp(`damaged \\(${name}\\)`));
		await events.publish(events.build('post.create'));
		expect(await trigger.executed(1)).toHaveLength(1);
		expect(trigger.webhookErrors).toEqual([]);
		await trigger.deactivate();
		expect(events.inventory()).toMatchObject(NOTHING);
	});
});

describe('n8n killed while it publishes a workflow', () => {
	useSkippedWaits(() => world().sim);
	const parameters = {
		authentication: 'oAuth1',
		eventTypes: ['post.create', 'post.mention.create'],
		otherSources: ['accountActivity', 'filteredStream'],
		userIds: '',
		rules: { rule: [{ value: 'cats' }] },
	};

	/** The requests of an activation, as n8n sends them. */
	const allRequests = async (): Promise<number> => {
		const { sim, openActive } = world();
		sim.requests.length = 0;
		const trigger = await openActive({ parameters });
		const { length } = sim.requests;
		await trigger.deactivate();
		return length;
	};

	it('has everything on X once it was started again, and nothing once it was unpublished', async () => {
		const { sim, events, open } = world();
		const count = await allRequests();
		expect(count).toBeGreaterThan(8);
		for (let killedAt = 0; killedAt < count; killedAt++) {
			const trigger = await open({ parameters });
			// The answer to one request is lost, and nothing arrives after it: what is on X stays as it is.
			sim.fail({ kind: 'reset', skip: killedAt, after: true });
			sim.fail({ kind: 'reset', skip: killedAt, times: Infinity });
			await expect(trigger.activate()).rejects.toThrow();
			sim.repair();
			trigger.storedStaticData = {};
			await trigger.activate(false, 'init');
			expect([killedAt, events.inventory()]).toMatchObject([
				killedAt,
				{
					webhooks: [{ valid: true }],
					activity: [{}, {}],
					accounts: [{ userId: ME.id }],
					rules: [{}],
					links: [{}],
				},
			]);
			await trigger.deactivate();
			expect([killedAt, events.inventory()]).toMatchObject([killedAt, NOTHING]);
		}
	});
});
