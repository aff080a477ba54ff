/** Every event of X Trigger: what makes it happen, for the tests of what arrives and of what it costs. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { EVENTS } from '../../../nodes/XCoreTrigger/events';
import { ids } from '../../simulator/ads/ids';
import { runNode } from '../../support';
import { byId, ME, type OpenOptions, type World } from './world';

/** Where they differ in the test of costs: its settings, and what starts it, each time with another entry. */
interface BilledCase {
	form?: (made: World) => object | Promise<object>;
	happen?: (made: World) => unknown;
}

/** An event: what it is set to, and what a person does on the simulated X. */
export interface EventCase {
	parameters?: (world: World) => INodeParameters;
	/** Makes it happen, and returns what the workflow must receive. */
	happen: (world: World) => Promise<IDataObject> | IDataObject;
	options?: OpenOptions;
	/** What the test of costs lets happen again and again, if it is not the same; events of the Ads API are free. */
	billed?: BilledCase | 'free';
}

let watched: string;
const ofWatchedPost = (made: World): INodeParameters => {
	watched = made.post('Watched', {}, ME.id).id;
	return { post_id: byId(watched) };
};
const authorOf = ({ first }: World) => expect.objectContaining({ username: first.username }) as IDataObject;

const STRANGER = '4400000000000000009';
/** X shows who liked a Post last first. */
function likeWatched({ state, newcomer, like }: World): void {
	const before = [...state.likes];
	state.likes.clear();
	like(newcomer().id, watched);
	for (const [id, liked] of before) state.likes.set(id, liked);
}

function listOf({ state }: World) {
	const [list] = state.lists.values();
	if (!list) throw new Error('X has no list');
	return list;
}

/** One for each event: the compiler names an event without one. */
export const CASES: Record<keyof typeof EVENTS, EventCase> = {
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
		billed: { happen: (made) => made.message('Hello') },
	},
	chatMessage: {
		happen: async ({ sim }) => {
			const say = async (input: IDataObject) => (await sim.control('chat', 'say', input)) as { id: string };
			await say({ from: ME.id, to: STRANGER, text: 'Mine' });
			const { id } = await say({ from: STRANGER, to: ME.id, text: 'Hello' });
			await say({ from: STRANGER, to: ME.id, target: id, emoji: '👍' });
			const said = { chatInput: 'Hello', sessionId: [ME.id, STRANGER].sort().join(':') };
			return { id, text: 'Hello', sender_id: STRANGER, verified: true, ...said };
		},
		billed: {
			form: async ({ sim }) => {
				await sim.control('chat', 'say', { from: STRANGER, to: ME.id, text: 'Before' });
				return { chat_conversation: byId(STRANGER) };
			},
			happen: async ({ sim }) =>
				await sim.control('chat', 'say', { from: STRANGER, to: ME.id, text: 'Hello' }),
		},
	},
	postOfUser: {
		parameters: ({ first, second }) => ({ users: `@${first.username}, ${second.id}` }),
		happen: (made) => ({ id: made.post('News').id, author: authorOf(made) }),
		options: { as: 'app' },
		billed: { form: ({ first }) => ({ users: first.id }) },
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
		billed: {
			happen: (made) =>
				made.post('Yes', {
					conversation_id: watched,
					referenced_tweets: [{ type: 'replied_to', id: watched }],
				}),
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
		billed: { happen: likeWatched },
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
		parameters: (made) => ({ list_id: byId(listOf(made).id) }),
		happen: (made) => {
			return { id: made.post('Of a member', {}, listOf(made).members[0]).id };
		},
	},
	listMember: {
		parameters: (made) => ({ list_id: byId(listOf(made).id) }),
		happen: (made) => {
			const { members } = listOf(made);
			const { id } = made.others.find((other) => !members.includes(other.id))!;
			members.unshift(id);
			return { id };
		},
		billed: { happen: (made) => listOf(made).members.unshift(made.newcomer().id) },
	},
	trend: {
		parameters: () => ({ woeid: 1 }),
		happen: ({ state }) => {
			const added = { trend_name: 'n8n', tweet_count: 3 };
			state.trends.unshift(added);
			return added;
		},
		options: { as: 'app' },
		billed: {
			form: () => ({ woeid: 1, authentication: 'app' }),
			happen: ({ state }) =>
				state.trends.unshift({ trend_name: `n8n ${state.trends.length}`, tweet_count: 3 }),
		},
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
		billed: 'free',
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
		billed: 'free',
	},
};
