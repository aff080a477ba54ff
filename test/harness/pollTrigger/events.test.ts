/**
 * Every event through n8n's own poll execution: nothing at the activation, then what happened, once.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { EVENTS } from '../../../nodes/XCoreTrigger/events';
import { ids } from '../../simulator/ads/ids';
import { itemsOf } from '../../support/pollTrigger';
import { host, runNode } from '../../support';
import { SAID, unlikeTrigger } from '../../support/outputFields';
import { byId, ME, useWorld, type OpenOptions } from './world';

const world = useWorld();
type World = ReturnType<typeof world>;

interface Case {
	parameters?: (world: World) => INodeParameters;
	/** Makes it happen, and returns what the workflow must receive. */
	happen: (world: World) => Promise<IDataObject> | IDataObject;
	options?: OpenOptions;
}

let watched: string;
const ofWatchedPost = (made: World): INodeParameters => {
	watched = made.post('Watched', {}, ME.id).id;
	return { post_id: byId(watched) };
};
const authorOf = ({ first }: World) => expect.objectContaining({ username: first.username }) as IDataObject;

const cases: Record<keyof typeof EVENTS, Case> = {
	mention: {
		happen: (made) => {
			const { id } = made.mention();
			return { id, author: authorOf(made), chatInput: `@${ME.username} Hello`, sessionId: id };
		},
	},
	directMessage: {
		happen: (made) => {
			made.message('Mine', ME.id);
			const { id, dm_conversation_id: sessionId } = made.message('Hello');
			return { id, text: 'Hello', sender: authorOf(made), chatInput: 'Hello', sessionId };
		},
	},
	chatMessage: {
		happen: async ({ sim }) => {
			const say = async (input: IDataObject) => (await sim.control('chat', 'say', input)) as { id: string };
			const stranger = '4400000000000000009';
			await say({ from: ME.id, to: stranger, text: 'Mine' });
			const { id } = await say({ from: stranger, to: ME.id, text: 'Hello' });
			await say({ from: stranger, to: ME.id, target: id, emoji: '👍' });
			const said = { chatInput: 'Hello', sessionId: [ME.id, stranger].sort().join(':') };
			return { id, text: 'Hello', sender_id: stranger, verified: true, ...said };
		},
	},
	postOfUser: {
		parameters: ({ first, second }) => ({ users: `@${first.username}, ${second.id}` }),
		happen: (made) => ({ id: made.post('News').id, author: authorOf(made) }),
		options: { as: 'app' },
	},
	postBySearch: {
		parameters: () => ({ query: 'zebra' }),
		happen: (made) => ({ id: made.post('A zebra').id, author: authorOf(made) }),
		options: { as: 'oAuth1' },
	},
	follower: {
		happen: ({ newcomer, follow }) => {
			const { id } = newcomer();
			follow(id);
			return { id };
		},
	},
	reply: {
		parameters: (made) => ({ ...ofWatchedPost(made), replies: 'direct' }),
		happen: (made) => {
			made.post('Elsewhere', { conversation_id: watched });
			const references = [{ type: 'replied_to' as const, id: watched }];
			const { id } = made.post('A reply', { conversation_id: watched, referenced_tweets: references });
			return { id, author: authorOf(made), chatInput: 'A reply', sessionId: watched };
		},
	},
	quote: {
		parameters: ofWatchedPost,
		happen: (made) => {
			const { id } = made.post('Look', { referenced_tweets: [{ type: 'quoted', id: watched }] });
			return { id, author: authorOf(made) };
		},
	},
	repostOfMe: {
		happen: async ({ post, first, sim }) => {
			const { id } = post('Mine', {}, ME.id);
			await sim.control('core', 'repost', { author: first.id, post: id });
			return { id, retweet_count: 1 };
		},
	},
	likeOnPost: {
		parameters: ofWatchedPost,
		happen: ({ like, first }) => {
			like(first.id, watched);
			return { id: first.id, username: first.username };
		},
	},
	likeOfUser: {
		happen: (made) => {
			const { id } = made.post('Liked');
			made.like(ME.id, id);
			return { id, author: authorOf(made) };
		},
	},
	bookmark: {
		happen: (made) => {
			const { id } = made.post('Kept');
			made.bookmark(id);
			return { id, author: authorOf(made) };
		},
	},
	postOfList: {
		parameters: ({ state }) => ({ list_id: byId([...state.lists.keys()][0]!) }),
		happen: (made) => {
			const [list] = made.state.lists.values();
			const member = made.others.find(({ id }) => list!.members.includes(id))!;
			return { id: made.post('Of a member', {}, member.id).id };
		},
	},
	listMember: {
		parameters: ({ state }) => ({ list_id: byId([...state.lists.keys()][0]!) }),
		happen: ({ state, others }) => {
			const [list] = state.lists.values();
			const { id } = others.find((other) => !list!.members.includes(other.id))!;
			list!.members.unshift(id);
			return { id };
		},
	},
	trend: {
		parameters: () => ({ woeid: 1 }),
		happen: ({ state }) => {
			const added = { trend_name: 'n8n', tweet_count: 3 };
			state.trends.unshift(added);
			return added;
		},
		options: { as: 'app' },
	},
	entityChanged: {
		parameters: () => ({
			account_id: byId(ids.account),
			entity_type: 'CAMPAIGN',
			entity_id: ids.activeCampaign,
		}),
		happen: async ({ sim }) => {
			const form = { account_id: byId(ids.account), campaign_id: byId(ids.activeCampaign) };
			const { status } = await runNode({
				node: 'xAdsCampaigns',
				sim,
				parameters: {
					authentication: 'oAuth1',
					resource: 'campaign',
					operation: 'update',
					...form,
					updateFields: { name: 'Renamed' },
				},
			});
			expect(status).toBe('success');
			return { entity_id: ids.activeCampaign, change_type: expect.any(String) as string };
		},
		options: { as: 'oAuth1' },
	},
	lead: {
		parameters: () => ({ account_id: byId(ids.account), lead_form_id: byId(ids.leadForm) }),
		happen: async ({ sim }) => {
			const answers = { email: 'jane.doe@example.com', full_name: 'Jane Doe' };
			// The clock of n8n is behind: the minute has passed on X only.
			await sim.control('ads', 'addLead', { answers, ago: 90 });
			return answers;
		},
		options: { as: 'oAuth1' },
	},
};

describe('the trigger', () => {
	const names = Object.keys(cases) as Array<keyof typeof cases>;

	it('has a case for each event, in this file', () => {
		expect([...names].sort()).toEqual(Object.keys(EVENTS).sort());
	});

	it.each(names)('emits %s once, and nothing at the activation', async (event) => {
		const made = world();
		const { parameters, happen, options } = cases[event];
		const joined = { includeAuthor: true, includeSender: true };
		const trigger = await made.open(event, parameters?.(made), { ...options, options: joined });
		await trigger.activate();
		await trigger.poll();
		expect(itemsOf(trigger)).toEqual([]);
		made.pass(1);
		const expected = await happen(made);
		await trigger.poll();
		expect(trigger.errors).toEqual([]);
		expect(itemsOf(trigger)).toEqual([expect.objectContaining(expected)]);
		const [item = {}] = itemsOf(trigger);
		expect(unlikeTrigger(host(), 'xCoreTrigger', item, ['id', 'text', 'created_at', ...SAID])).toEqual([]);
		await trigger.poll();
		await trigger.restart();
		expect(itemsOf(trigger)).toHaveLength(1);
	});

	it.each([
		['raw', {}, { data: { text: 'Hi' }, chatInput: 'Hi', sessionId: expect.any(String) as string }],
		['selectedFields', { outputFields: 'text' }, { text: 'Hi' }],
		['selectedFields', { outputFields: 'chatInput' }, { chatInput: 'Hi' }],
	])('gives what was said with the output %s %j', async (output, more, expected) => {
		const made = world();
		const trigger = await made.open('postOfUser', { users: made.first.id, output, ...more });
		await trigger.activate();
		made.post('Hi');
		await trigger.poll();
		const [item] = itemsOf(trigger);
		expect(item).toMatchObject(expected);
		expect(Object.keys(item!).sort()).toEqual(Object.keys(expected).sort());
	});

	it.each([
		['from the list', { place: '23424977', woeid: 1 }],
		['by its number', { place: 'woeid', woeid: 23424977 }],
	])('takes the place of a trend %s', async (_how, parameters) => {
		const made = world();
		const trigger = await made.open('trend', parameters, { as: 'app' });
		await trigger.activate();
		made.state.trends.unshift({ trend_name: 'n8n', tweet_count: 3 });
		await trigger.poll();
		expect(itemsOf(trigger)).toMatchObject([{ trend_name: 'n8n' }]);
		expect(new Set(made.sim.requests.map(({ path }) => path))).toEqual(
			new Set(['/2/trends/by/woeid/23424977']),
		);
	});

	it('refuses a number of a place that none has', async () => {
		const form = { place: 'woeid', woeid: 0 };
		const trigger = await world().open('trend', form, { as: 'app' });
		await expect(trigger.activate()).rejects.toThrow(/^"WOEID" must be at least 1, and is 0$/);
	});

	it('shows a sample of every event in the editor, and remembers nothing', async () => {
		const made = world();
		for (const event of names) {
			const { parameters, options } = cases[event];
			const trigger = await made.open(event, parameters?.(made), options);
			const { outputs, error } = await trigger.test();
			expect({ event, error }).toEqual({ event, error: undefined });
			expect((outputs[0] ?? []).length).toBeLessThanOrEqual(5);
			expect(trigger.storedStaticData).toEqual({});
		}
	});
});
