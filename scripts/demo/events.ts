/**
 * What `npm run event` makes happen on the simulated X. X Trigger finds it when it asks, and the other triggers receive it
 * (X Webhook Trigger, X Stream Trigger).
 */
import { chat } from '../../test/simulator/chat/area';
import { ME } from '../../test/simulator/identities';
import { peopleOf } from '../../test/simulator/people';
import { APPROVE } from './approve';
import type { Platform } from '../../test/simulator/platform';
import { streamSimulator } from '../../test/simulator/streams';
import { webhookSimulator } from '../../test/simulator/webhooks';

interface Stored {
	readonly id: string;
}

interface DemoEvent {
	/** What the start says of it. */
	readonly about: string;
	/** The text without one of the user's. */
	readonly text: string;
	/** The event of the activity API. */
	readonly type: string;
	/** Stores it. */
	readonly store: (
		people: ReturnType<typeof peopleOf>,
		text: string,
		platform: Platform,
	) => Stored | Promise<Stored>;
}

const DEMO_EVENTS: Readonly<Record<string, DemoEvent>> = {
	mention: {
		about: 'somebody mentions you',
		text: 'My parcel is broken, can you help?',
		type: 'post.mention.create',
		store: (people, text) => people.mention(text),
	},
	reply: {
		about: 'somebody replies to a Post of yours',
		text: 'Win a free phone, click here',
		type: 'post.reply.create',
		store: (people, text) => {
			const { id } = people.post('What do you want to see next?', {}, ME.id);
			return people.post(text, {
				conversation_id: id,
				in_reply_to_user_id: ME.id,
				referenced_tweets: [{ type: 'replied_to', id }],
			});
		},
	},
	message: {
		about: 'somebody sends you a Direct Message',
		text: 'Where is my parcel?',
		type: 'dm.received',
		store: (people, text) => people.message(text),
	},
	chat: {
		about: 'somebody sends you an encrypted message',
		text: 'Where is my parcel?',
		type: 'chat.received',
		store: async (people, text, platform) =>
			(await chat.control(platform, 'say', { from: people.first.id, to: ME.id, text })) as Stored,
	},
	post: {
		about: 'you publish a Post',
		text: 'We are hiring',
		type: 'post.create',
		store: (people, text) => people.post(text, {}, ME.id),
	},
	follow: {
		about: 'somebody follows you',
		text: '',
		type: 'follow.follow',
		store: (people) => {
			const follower = people.newcomer();
			people.follow(follower.id);
			return follower;
		},
	},
	unfollow: {
		about: 'somebody stops following you',
		text: '',
		type: 'follow.unfollow',
		store: (people) => people.first,
	},
	like: {
		about: 'somebody likes a Post of yours',
		text: 'A Post that is liked',
		type: 'like.create',
		store: (people, text) => {
			const post = people.post(text, {}, ME.id);
			people.like(people.first.id, post.id);
			return post;
		},
	},
};

/** The events by name, with a sentence about each. */
export const demoEvents: ReadonlyArray<readonly [name: string, about: string]> = Object.entries(DEMO_EVENTS)
	.map(([name, { about }]): readonly [string, string] => [name, about])
	.concat([APPROVE]);

/**
 * Makes an event happen.
 *
 * @param name One of `demoEvents`.
 * @param text The text of the event, if it has one.
 * @returns Who received it.
 * @throws Error where there is no such event.
 */
export async function happen(
	platform: Platform,
	name: string,
	text?: string,
): Promise<{ readonly webhooks: number; readonly streams: number }> {
	const event = DEMO_EVENTS[name];
	if (!event)
		throw new Error(`There is no event "${name}": ${demoEvents.map(([known]) => known).join(', ')}`);
	const said = text ?? event.text;
	const people = peopleOf(platform);
	const { id } = await event.store(people, said, platform);
	const actor = name === 'post' ? ME : people.first;
	const told = { id, text: name === 'mention' ? `@${ME.username} ${said}` : said, actor };
	const webhooks = webhookSimulator(platform);
	const streams = streamSimulator(platform);
	const deliveries = await webhooks.publish(webhooks.build(event.type, told));
	streams.activity(event.type, told);
	if (people.state.posts.has(id)) streams.deliver(id);
	return { webhooks: deliveries.length, streams: streams.open.length };
}
