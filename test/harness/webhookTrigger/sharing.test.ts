/** @jest-environment ./test/support/environment.ts */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject } from 'n8n-workflow';
import { APP, ME } from '../../simulator/identities';
import { sign, type Webhook } from '../../simulator/webhooks';
import { host } from '../../support';
import { ELSEWHERE, itemsOf, NOTHING, outcomes, posts, PUBLIC, useWorld } from './world';

const world = useWorld();
// X tries a delivery again only when a test has moved its time that far.
beforeEach(() => world().sim.platform.clock.stop());
const OTHER = 'https://other.example.com';

/** Parameters of a workflow that receives its events through the owner of a webhook. */
const guestOf = (webhook: Pick<Webhook, 'id'> | undefined, internalUrl: string): IDataObject => ({
	eventTypes: ['post.delete'],
	options: { internalUrl, webhookId: { __rl: true, mode: 'id', value: webhook?.id ?? '' } },
});

/** A workflow that owns the app's only webhook, and one that shares it. */
const pair = async (hubOptions: IDataObject = { share: true }, parameters: IDataObject = {}) => {
	const { events, open, openActive, front } = world();
	const hub = await openActive({ parameters: { options: hubOptions } });
	const [webhook] = events.inventory().webhooks;
	const guest = await open({
		origin: OTHER,
		parameters: { ...guestOf(webhook, front), ...parameters },
	});
	return { events, hub, guest, webhook };
};

describe('a shared webhook', () => {
	it('goes when its owner is unpublished right after its guest', async () => {
		const { events, hub, guest } = await pair();
		await guest.activate();
		guest.afterwards = async () => {};
		await guest.deactivate();
		await hub.deactivate();
		expect(events.inventory()).toMatchObject(NOTHING);
	});
});

describe('who may share', () => {
	const ask = async (url: string, body: object, secret: string = APP.clientSecret) => {
		const text = JSON.stringify(body);
		const headers = {
			'x-twitter-webhooks-signature-oauth2': sign(secret, text),
			'content-type': 'application/json',
		};
		return (await fetch(url, { method: 'POST', body: text, headers })).status;
	};
	const join = (at = Date.now()) => ({ n8n_share: { action: 'join', url: 'http://127.0.0.1:1/x', at } });

	it('a guest that never ends its answer, or sends 2 GB, is given up, and its connection closed', async () => {
		const giveUp = host().giveUpAnswers();
		const { events, hub } = await pair();
		const closed: Promise<unknown>[] = [];
		const goOn: string[] = [];
		let write = (response: ServerResponse) => void response.write(' ');
		const guest = createServer((_request, response) => {
			closed.push(once(response, 'close'));
			response.writeHead(200);
			let turns = 0;
			const more = () => {
				if (response.destroyed) return;
				// Many times the turns of `giveUpAnswers`. It ends the test of an owner that goes on reading.
				if (turns++ > 20_000) {
					goOn.push('give the answer of a guest a deadline, and close it: nodes/shared/http/shortAnswer.ts');
					response.destroy();
					return;
				}
				write(response);
				setImmediate(more);
			};
			more();
		});
		await new Promise<void>((done) => guest.listen(0, '127.0.0.1', done));
		try {
			const url = `http://127.0.0.1:${(guest.address() as AddressInfo).port}/x`;
			expect(await ask(hub.url(), { n8n_share: { action: 'join', url, at: Date.now() } })).toBe(202);
			expect(outcomes(await events.publish(events.build('post.create')))).toEqual(['502']);
			await closed[0];
			expect(goOn).toEqual([]);
			let sent = 0;
			write = (response) => {
				while (response.writable && response.write(Buffer.alloc(65_536)) && sent++ < 32_768);
			};
			// The workflow took it, and only its answer was too long.
			expect(outcomes(await events.publish(events.build('post.create')))).toEqual(['200']);
			await closed[1];
			expect(goOn).toEqual([]);
			expect(sent).toBeLessThan(256);
		} finally {
			giveUp();
			guest.closeAllConnections();
			guest.close();
		}
	});

	it('only who knows the secret, just now, and where the owner agrees', async () => {
		const { hub } = await pair();
		expect(await ask(hub.url(), join(), 'not the secret')).toBe(401);
		expect(await ask(hub.url(), join(Date.now() - 600_000))).toBe(400);
		expect(await ask(hub.url(), join())).toBe(202);
	});

	it('not with an owner that cannot be reached, and says how to reach it', async () => {
		const { open } = world();
		const { webhook } = await pair();
		const guest = await open({ origin: OTHER, parameters: guestOf(webhook, 'http://127.0.0.1:1') });
		const error = await guest.activate().catch((thrown: unknown) => thrown);
		expect(error).toMatchObject({
			message: expect.stringMatching(/does not share it \(it refused the connection\)\./) as string,
			description: expect.stringContaining('Internal Address') as string,
		});
	});

	it('whoever stops to own a webhook of its own leaves none behind, and the other way round', async () => {
		const { events, guest, webhook } = await pair();
		events.configure({ webhookLimit: 2 });
		const own = { ...posts, eventTypes: ['post.delete'] };
		const options = { internalUrl: world().front, onDeactivation: 'keepAll' };
		const webhookId = { __rl: true, mode: 'id', value: webhook?.id ?? '' };
		const left = () => {
			const { webhooks, activity } = events.inventory();
			return [webhooks.length, ...activity.map(({ webhook_id }) => webhook_id === webhook?.id)];
		};
		guest.setParameters({ ...own, options });
		await guest.activate();
		await guest.deactivate();
		expect(left()).toEqual([2, true, false]);
		guest.setParameters({ ...own, options: { ...options, webhookId } });
		await guest.activate();
		await guest.deactivate();
		expect(left()).toEqual([1, true, true]);
		guest.setParameters(own);
		await guest.activate();
		expect(left()).toEqual([2, true, false]);
		await guest.deactivate();
		expect(left()).toEqual([1, true]);
	});

	it('also behind a proxy that takes a prefix off the path, by the internal address', async () => {
		const { events, openActive, front } = world();
		const hub = await openActive({ origin: `${PUBLIC}/n8n`, parameters: { options: { share: true } } });
		const [webhook] = events.inventory().webhooks;
		const guest = await openActive({
			origin: `${OTHER}/n8n`,
			parameters: guestOf(webhook, `${front}/`),
		});
		await events.publish(events.build('post.delete'));
		expect(await guest.executed(1)).toHaveLength(1);
		await guest.deactivate();
		await hub.deactivate();
		expect(events.inventory()).toMatchObject({ webhooks: [], activity: [] });
	});

	it('not with an owner that does not share', async () => {
		const { sim } = world();
		const { guest, events } = await pair({});
		sim.requests.length = 0;
		await expect(guest.activate()).rejects.toThrow('does not share');
		// Asked before anything is subscribed: from then on every delivery reaches the guest.
		expect(sim.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
		expect(events.inventory().activity).toMatchObject([{ event_type: 'post.create' }]);
	});
});

describe('deliveries through an owner', () => {
	it('reach every guest as they came, and each runs for what it subscribed to', async () => {
		const { events, hub, guest, webhook } = await pair();
		await guest.activate();
		expect(events.inventory().webhooks).toMatchObject([{ id: webhook?.id }]);
		expect(events.inventory().activity).toMatchObject([
			{ event_type: 'post.create', webhook_id: webhook?.id },
			{ event_type: 'post.delete', webhook_id: webhook?.id },
		]);
		expect(JSON.stringify(hub.storedStaticData)).toContain(new URL(guest.url()).pathname);
		expect(outcomes(await events.publish(events.build('post.delete')))).toEqual(['200']);
		expect(itemsOf((await guest.executed(1))[0])).toMatchObject([
			{ eventType: 'post.delete', userId: ME.id },
		]);
		await events.publish(events.build('post.create'));
		expect(itemsOf((await hub.executed(1))[0])).toMatchObject([{ eventType: 'post.create' }]);
		// Of another user, of another source, and what concerns everyone.
		await events.deliver(events.build('post.create'), { filter: { user_id: '12' } });
		await events.deliver(events.build('favorite_events'));
		await events.deliver(events.build('replay_job_status'));
		for (const trigger of [hub, guest]) {
			const [, ...later] = await trigger.executed(2);
			expect(later.flatMap(itemsOf)).toMatchObject([{ source: 'replay' }]);
		}
	});

	it('reach a node without sources whatever they are, and one with the option for the types it names', async () => {
		const { events, hub, guest } = await pair({ share: true, onlyEventTypes: ['like.create'] }, ELSEWHERE);
		await guest.activate();
		await events.deliver(events.build('favorite_events'));
		for (const trigger of [hub, guest]) {
			expect(itemsOf((await trigger.executed(1))[0])).toMatchObject([{ eventType: 'like.create' }]);
		}
		await events.deliver(events.build('follow_events'));
		await guest.executed(2);
		expect(hub.executions).toHaveLength(1);
	});

	it('are not acknowledged while a guest fails, and then run once on either side', async () => {
		const { events, hub, guest } = await pair({ share: true }, { eventTypes: ['post.create'] });
		await guest.activate();
		await guest.setCredential('xAppApi', { consumerSecret: '', clientSecret: '' });
		const [delivery] = await events.publish(events.build('post.create'));
		expect(delivery?.attempts).toMatchObject([{ outcome: '502' }]);
		expect(hub.executions).toEqual([]);
		await guest.setCredential('xAppApi', { clientSecret: APP.clientSecret });
		await world().tryAgain();
		expect(delivery?.state).toBe('delivered');
		expect([await hub.executed(1), await guest.executed(1)].map(({ length }) => length)).toEqual([1, 1]);
	});

	it('reach a guest that was away when they come again, and run once with the owner', async () => {
		const { events, hub, guest } = await pair({ share: true }, { eventTypes: ['post.create'] });
		const event = events.build('post.create');
		await events.deliver(event);
		await hub.executed(1);
		await guest.activate();
		await events.deliver(event);
		await events.deliver(event);
		expect(await guest.executed(1)).toHaveLength(1);
		await events.deliver(events.build('post.create'));
		expect(await guest.executed(2)).toHaveLength(2);
		expect(await hub.executed(2)).toHaveLength(2);
	});

	it('go on without a guest whose workflow is gone, and it can be forgotten', async () => {
		const { events, hub, guest } = await pair();
		await guest.activate();
		await guest.close();
		expect(outcomes(await events.publish(events.build('post.create')))).toEqual(['502']);
		hub.setParameters(ELSEWHERE);
		await hub.activate();
		expect(outcomes(await events.deliver(events.build('post.create')))).toEqual(['200']);
		expect(JSON.stringify(hub.storedStaticData)).not.toContain('sharers');
	});

	it('follow a guest that has moved to another address', async () => {
		const here = world();
		const { events, hub, webhook } = await pair();
		const guest = { parameters: guestOf(webhook, here.front), webhookId: 'moving-guest' };
		const before = await here.openActive({ ...guest, origin: 'http://127.0.0.1:1' });
		await before.close();
		expect(outcomes(await events.publish(events.build('post.delete')))).toEqual(['502']);
		const staticData = before.storedStaticData['node:Subject'] as IDataObject;
		const after = await here.openActive({ ...guest, origin: 'http://127.0.0.1:2', staticData });
		expect(outcomes(await events.publish(events.build('post.delete')))).toEqual(['200']);
		expect(await after.executed(1)).toHaveLength(1);
		await after.deactivate();
		expect(events.inventory().activity).toMatchObject([{ event_type: 'post.create' }]);
		expect(hub.executions).toEqual([]);
	});

	it('survive an edit of the owner, whose webhook stays while others share it, and the end of a guest', async () => {
		const { events, hub, guest, webhook } = await pair();
		await guest.activate();
		await hub.deactivate();
		expect(events.inventory().webhooks).toMatchObject([
			{ id: webhook?.id, url: expect.stringContaining(PUBLIC) as string },
		]);
		await hub.activate();
		await events.publish(events.build('post.delete'));
		expect(await guest.executed(1)).toHaveLength(1);
		await guest.deactivate();
		expect(events.inventory()).toMatchObject({
			webhooks: [{ id: webhook?.id }],
			activity: [{ event_type: 'post.create' }],
		});
		expect(outcomes(await events.publish(events.build('post.create')))).toEqual(['200']);
		await hub.deactivate();
		expect(events.inventory()).toMatchObject({ webhooks: [], activity: [] });
	});
});
