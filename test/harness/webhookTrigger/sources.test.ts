/** @jest-environment ./test/support/environment.ts */
import type { IDataObject } from 'n8n-workflow';
import { ME } from '../../simulator/identities';
import { peopleOf } from '../../simulator/people';
import { host, listSearch } from '../../support';
import { useSkippedWaits } from '../../support/waits';
import { itemsOf, marked, NOTHING, posts, useWorld } from './world';

const world = useWorld();
const open = async (parameters: IDataObject) => await world().open({ parameters });
const openActive = async (parameters: IDataObject) => await world().openActive({ parameters });

describe('the activity source', () => {
	it.each(['oAuth2', 'oAuth1'])(
		'subscribes to private events with the user credential (%s)',
		async (authentication) => {
			const { events, sim } = world();
			const trigger = await openActive({
				authentication,
				eventTypes: ['dm.received', 'like.create', 'post.create'],
				userIds: '',
				filters: { direction: 'inbound', tag: 'desk' },
			});
			expect(events.inventory().activity).toMatchObject([
				{
					event_type: 'dm.received',
					filter: { user_id: ME.id, direction: 'inbound' },
					tag: marked('desk'),
				},
				{ event_type: 'like.create', filter: { user_id: ME.id, direction: 'inbound' } },
				{ event_type: 'post.create', filter: { user_id: ME.id } },
			]);
			// A token of OAuth 1.0a names its account.
			const isAsked = sim.requests.some(({ path }) => path === '/2/users/me');
			expect(isAsked).toBe(authentication === 'oAuth2');
			await events.publish(events.build('dm.received'));
			expect(itemsOf((await trigger.executed(1))[0])).toMatchObject([
				{ eventType: 'dm.received', tag: 'desk' },
			]);
			await trigger.deactivate();
			expect(events.inventory()).toMatchObject(NOTHING);
		},
	);

	it.each(['subscription', 'object', 'array'] as const)(
		'understands the answer to a new subscription as %s',
		async (subscriptionShape) => {
			const { events } = world();
			events.configure({ subscriptionShape });
			const trigger = await openActive({});
			await trigger.deactivate();
			expect(events.inventory()).toMatchObject(NOTHING);
		},
	);

	it('understands the older names of event types, in its settings and in what is delivered', async () => {
		const { events } = world();
		const options = { onlyEventTypes: ['ProfileBioUpdate'], replayMissed: false };
		const trigger = await openActive({ eventTypes: ['ProfileBioUpdate', 'profile.update.geo'], options });
		expect(events.inventory().activity.map(({ event_type }) => event_type)).toEqual([
			'profile.update.bio',
			'profile.update.geo',
		]);
		const { bytes } = events.prepare(events.build('profile.update.bio'));
		const { data } = JSON.parse(bytes.toString()) as { data: IDataObject };
		await events.deliver({ raw: JSON.stringify({ data: { ...data, event_type: 'ProfileBioUpdate' } }) });
		expect(itemsOf((await trigger.executed(1))[0])).toMatchObject([
			{ eventType: 'profile.update.bio', nativeType: 'ProfileBioUpdate' },
		]);
		await trigger.activate(false, 'init');
		expect(events.inventory().activity).toHaveLength(2);
	});

	it('takes more users than the rate limit allows at once in steps, and says so', async () => {
		const { sim, events } = world();
		const users = Array.from({ length: 150 }, (_, n) => String(1000 + n));
		const options = { onDeactivation: 'keepAll' };
		const trigger = await open({ userIds: users.join(), options });
		const match = { method: 'POST', path: '/2/activity/subscriptions' };
		sim.fail({ match, kind: 'rateLimited', resetIn: 900, skip: 120, times: 1 });
		const error = await trigger.activate().catch((thrown: unknown) => thrown);
		expect(error).toMatchObject({
			message: expect.stringMatching(/until .*500 new activity subscriptions.*Keep Everything/) as string,
		});
		expect(JSON.stringify(error)).not.toContain('Max Wait');
		expect(events.inventory()).toMatchObject(NOTHING);

		trigger.setParameters({ ...posts, userIds: users.slice(0, 110).join(), options });
		await trigger.activate();
		await trigger.deactivate();
		trigger.setParameters({ ...posts, userIds: users.join(), options });
		await trigger.activate();
		expect(events.inventory().activity).toHaveLength(150);

		trigger.setParameters({ ...posts, userIds: users.join() });
		await trigger.deactivate();
		expect(events.inventory()).toMatchObject(NOTHING);
	});

	it('keeps in mind the subscriptions that were not ended with the others, and ends them the next time', async () => {
		const { sim, events } = world();
		const trigger = await openActive({ eventTypes: ['post.create', 'post.delete', 'profile.update.bio'] });
		const [first, gone] = events.inventory().activity.map(({ subscription_id }) => subscription_id);
		const errors = [
			{ subscription_id: gone, reason: 'SubscriptionNotFound', message: 'Not there' },
			{ subscription_id: first, reason: 'InternalError', message: 'Try again' },
		];
		const match = { method: 'DELETE', path: '/2/activity/subscriptions' };
		sim.fail({ match, kind: 'status', status: 200, body: { data: [], errors } });
		await trigger.deactivate();
		expect(JSON.stringify(trigger.storedStaticData)).toContain(first);
		await trigger.activate();
		await trigger.deactivate();
		expect(events.inventory()).toMatchObject(NOTHING);
	});
});

describe('what the activity source is set to', () => {
	it('subscribes to news by keyword alone', async () => {
		const { events } = world();
		await openActive({
			eventTypes: ['news.new'],
			userIds: '',
			filters: { keyword: 'automation' },
		});
		expect(events.inventory().activity).toMatchObject([
			{ event_type: 'news.new', filter: { keyword: 'automation' } },
		]);
	});

	const ruled = (...rule: IDataObject[]) => ({ otherSources: ['filteredStream'], rules: { rule } });
	const notUsers = [
		'jack!',
		'55?x=1',
		'<script>',
		'../55',
		'%2e%2e%2f55',
		'@sixteen_letters_',
		'1'.repeat(20),
	];

	it.each<[string, IDataObject, string, string]>([
		['no event type', { eventTypes: [] }, 'eventTypes', 'required'],
		['a private type without a user', { eventTypes: ['dm.received'] }, 'authentication', 'userNeeded'],
		['no user', { userIds: '' }, 'userIds', 'required'],
		...notUsers.map((userIds): [string, IDataObject, string, string] => [
			`as a user ${userIds}`,
			{ userIds },
			'userIds',
			'pattern',
		]),
		['a username on a shared webhook', { userIds: 'jack', options: { share: true } }, 'userIds', 'pattern'],
		['oneself without a user', { userIds: 'me' }, 'userIds', 'required'],
		['own accounts without a user', { options: { ownAccounts: 'me' } }, 'options.ownAccounts', 'reference'],
		['news without a keyword', { eventTypes: ['news.new'] }, 'filters.keyword', 'required'],
		['a long keyword', { filters: { keyword: 'x'.repeat(151) } }, 'filters.keyword', 'maxLength'],
		['a long tag', { filters: { tag: 'x'.repeat(201) } }, 'filters.tag', 'maxLength'],
		['an unknown source', { otherSources: ['filteredstream'] }, 'otherSources', 'enum'],
		[
			'account activity without a user',
			{ otherSources: ['accountActivity'] },
			'authentication',
			'userNeeded',
		],
		['a stream without rules', ruled(), 'rules', 'required'],
		['a rule that is too long', ruled({ value: 'x'.repeat(2049) }), 'rules.0.value', 'maxLength'],
		['an object in a rule', ruled({ value: '={{ "from:" + { name: "ada" } }}' }), 'rules.0.value', 'type'],
		[
			'a rule of a name alone',
			ruled({ value: 'n8n' }, { value: ' ', tag: 'a' }),
			'rules.1.value',
			'required',
		],
		[
			'a rule with two names',
			ruled({ value: 'n8n', tag: 'a' }, { value: 'n8n', tag: 'a' }, { value: ' n8n', tag: 'b' }),
			'rules.2.tag',
			'unique',
		],
		['an option that is neither on nor off', { options: { share: 'perhaps' } }, 'options.share', 'type'],
		['a guest that shares', { options: { webhookId: '12', share: true } }, 'options.share', 'exclusive'],
	])('refuses %s before anything is sent', async (_name, parameters, field, rule) => {
		const trigger = await open(parameters);
		const error: unknown = await trigger.activate().catch((thrown: unknown) => thrown);
		expect(error).toMatchObject({ context: { data: { invalid: [{ field, rule }] } } });
		expect(world().sim.requests).toEqual([]);
	});

	it('tells everything that is wrong at once, by the names of the form', async () => {
		const filters = { keyword: 'x'.repeat(151), tag: 'x'.repeat(201) };
		const trigger = await open({ filters });
		await expect(trigger.activate()).rejects.toThrow(/^"Filters → Keyword" must .*; "Filters → Tag" must /);
	});

	it('reads event types and users also as texts of an expression, parted by blanks', async () => {
		await openActive({
			eventTypes: 'post.create PostDelete',
			userIds: `${ME.id}\n12 ${ME.id}`,
		});
		expect(
			world()
				.events.inventory()
				.activity.map(({ event_type, filter }) => [event_type, filter.user_id]),
		).toEqual([
			['post.create', ME.id],
			['post.create', '12'],
			['post.delete', ME.id],
			['post.delete', '12'],
		]);
	});

	it('takes usernames and addresses of profiles, and asks for their IDs once', async () => {
		const { events, sim } = world();
		const { first, second } = peopleOf(sim.platform);
		await openActive({
			eventTypes: ['post.create'],
			userIds: `@${first.username}, https://x.com/${second.username}, 12`,
		});
		const subscribed = events.inventory().activity.map(({ filter }) => filter.user_id);
		expect(subscribed).toEqual([first.id, second.id, '12']);
		const asked = sim.requests.filter(({ path }) => path.startsWith('/2/users/by'));
		const usernames = `${first.username},${second.username}`;
		expect(asked).toMatchObject([{ query: { usernames } }]);
	});

	it('refuses a list of subscriptions whose pages go in a circle', async () => {
		const { sim } = world();
		const page = { data: [], meta: { next_token: 'again' } };
		sim.fail({
			match: { method: 'GET', path: '/2/activity/subscriptions' },
			kind: 'status',
			status: 200,
			body: page,
			times: 3,
		});
		await expect((await open({})).activate()).rejects.toThrow('twice');
		expect(world().events.inventory()).toMatchObject(NOTHING);
	});
});

describe('the account activity source', () => {
	it.each(['oAuth2', 'oAuth1'])('subscribes and unsubscribes the user (%s)', async (authentication) => {
		const { events } = world();
		const trigger = await openActive({ eventTypes: [], otherSources: ['accountActivity'], authentication });
		expect(events.inventory().accounts).toMatchObject([{ userId: ME.id }]);
		await trigger.activate(false, 'init');
		await events.publish(events.build('direct_message_events'));
		expect(itemsOf((await trigger.executed(1))[0])).toMatchObject([
			{ source: 'accountActivity', userId: ME.id },
		]);
		await trigger.deactivate();
		expect(events.inventory()).toMatchObject(NOTHING);
	});

	it('says what the plan allows when it is full, and leaves nothing behind', async () => {
		const { events } = world();
		events.configure({ accountActivityLimit: 0 });
		const trigger = await open({
			eventTypes: [],
			otherSources: ['accountActivity'],
			authentication: 'oAuth1',
		});
		await expect(trigger.activate()).rejects.toThrow('no further user');
		expect(events.inventory()).toMatchObject(NOTHING);
	});
});

describe('the filtered stream source', () => {
	const stream = {
		eventTypes: [],
		otherSources: ['filteredStream'],
		rules: { rule: [{ value: 'cats has:images', tag: 'cats' }, { value: 'dogs' }] },
		streamFields: { expansions: ['author_id'], postFields: ['created_at', 'lang'], userFields: ['username'] },
	};

	it.each(['links', 'data'] as const)(
		'adds rules, links the webhook, and removes both (list as %s)',
		async (linkList) => {
			const { events } = world();
			events.configure({ linkList });
			const trigger = await openActive(stream);
			expect(events.inventory()).toMatchObject({
				rules: [
					{ value: 'cats has:images', tag: marked('cats') },
					{ value: 'dogs', tag: marked() },
				],
				links: [
					{
						fields: {
							expansions: ['author_id'],
							'tweet.fields': ['created_at', 'lang'],
							'user.fields': ['username'],
						},
					},
				],
			});
			const before = events.inventory();
			await trigger.activate(false, 'init');
			expect(events.inventory()).toEqual(before);
			await trigger.deactivate();
			expect(events.inventory()).toMatchObject(NOTHING);
		},
	);

	it('delivers matching Posts with the fields asked for', async () => {
		const { events } = world();
		const trigger = await openActive(stream);
		await events.publish(events.build('stream', { text: 'dogs and more dogs' }));
		expect(itemsOf((await trigger.executed(1))[0])).toMatchObject([
			{
				eventType: 'stream.post',
				payload: { text: 'dogs and more dogs', lang: expect.any(String) as string },
			},
		]);
	});

	it('uses a rule that exists, keeps it, and links anew when the fields change', async () => {
		const { events } = world();
		const other = await openActive(stream);
		const [rule] = events.inventory().rules;
		const fields = {
			...stream,
			streamFields: { postFields: ['lang'] },
			options: { onDeactivation: 'keepAll' },
		};
		other.setParameters(fields);
		await other.activate();
		expect(events.inventory()).toMatchObject({
			rules: [{ id: rule?.id }, {}],
			links: [{ fields: { 'tweet.fields': ['lang'] } }],
		});
		expect(events.inventory().links).toHaveLength(1);
		other.setParameters({ ...stream, rules: { rule: [{ value: 'birds' }] } });
		await other.activate();
		expect(events.inventory().rules).toMatchObject([{ value: 'birds' }]);
		await other.deactivate();
		expect(events.inventory()).toMatchObject(NOTHING);
	});

	it('gives a rule of its own another tag, which X can only do by a new rule', async () => {
		const { events } = world();
		const trigger = await openActive({ ...stream, options: { onDeactivation: 'keepAll' } });
		const [, dogs] = events.inventory().rules;
		await trigger.deactivate();
		const [first, ...rest] = stream.rules.rule;
		trigger.setParameters({ ...stream, rules: { rule: [{ ...first, tag: 'felines' }, ...rest] } });
		await trigger.activate();
		const { rules } = events.inventory();
		expect(rules).toHaveLength(2);
		const felines = { value: 'cats has:images', tag: marked('felines') };
		expect(rules).toContainEqual(expect.objectContaining(felines));
		expect(rules).toContainEqual(dogs);
		await trigger.deactivate();
		expect(events.inventory()).toMatchObject(NOTHING);
	});

	it('adds rules a hundred at a time, and uses one that was added while it looked', async () => {
		const { sim, events } = world();
		const values = Array.from({ length: 150 }, (_, n) => `cats ${n}`);
		const rules = { rule: [...values, 'cats 1'].map((value) => ({ value })) };
		const trigger = await openActive({ ...stream, rules });
		expect(events.inventory().rules).toHaveLength(150);
		const added = sim.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/rules'));
		expect(added.map(({ status }) => status)).toEqual([200, 200]);
		await trigger.deactivate();
		expect(events.inventory()).toMatchObject(NOTHING);
	});

	it('says which rules were not accepted and takes the rest back', async () => {
		const { events } = world();
		events.configure({ ruleLimit: 1 });
		const trigger = await open(stream);
		await expect(trigger.activate()).rejects.toThrow(
			/did not accept 1 of 2 stream rules: dogs: .*rule count/,
		);
		expect(events.inventory()).toMatchObject(NOTHING);
	});
});

describe('the list of webhooks to share', () => {
	it('shows addresses, and which of them are invalid', async () => {
		const { sim, events } = world();
		const good = events.register('https://one.example.com/x');
		events.register('https://two.example.com/x', { valid: false });
		const search = { node: 'xWebhookTrigger', method: 'searchWebhooks', sim };
		expect((await listSearch(search)).results).toEqual([
			{ name: 'https://one.example.com/x', value: good.id },
			expect.objectContaining({ name: 'https://two.example.com/x (invalid)' }),
		]);
		expect((await listSearch({ ...search, filter: 'ONE' })).results).toHaveLength(1);
	});
});

describe('the end of Account Activity', () => {
	useSkippedWaits(() => world().sim);
	const parameters = { authentication: 'oAuth2', eventTypes: [], otherSources: ['accountActivity'] };

	it('is in the log of n8n before it comes', async () => {
		const log = host().services.recordLog(['warn']);
		await world().openActive({ parameters });
		log.stop();
		expect(log.lines.join()).toMatch(/ends Account Activity on January 1, 2027.*"Events"/);
	});

	it('is the error when X does not know it any more', async () => {
		const { sim, open } = world();
		const trigger = await open({ parameters });
		sim.platform.clock.advance(Date.UTC(2027, 0, 1) - sim.platform.clock.now());
		const path = '/2/account_activity/webhooks/{webhook_id}/subscriptions/all';
		sim.fail({ match: { path, method: 'GET' }, kind: 'status', status: 404, times: 1 });
		await expect(trigger.activate()).rejects.toThrow(/has ended Account Activity.*"Events"/);
	});
});
