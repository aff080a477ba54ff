import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { core as coreArea } from '../../simulator/core/area';
import type { Post } from '../../simulator/core/model';
import { send, withUser } from '../../simulator/core/messages';
import { makePost } from '../../simulator/core/posts-make';
import { listOf, put } from '../../simulator/core/state';
import { me } from '../../simulator/identities';
import type { CredentialOverrides } from '../../support';
import { itemsOf, openPollTrigger, type PollTrigger } from '../../support/poll';
import type { PollSettings } from '../../support/host/poll';
import { useSimulator, type Simulator } from '../../support/simulator';

export { me } from '../../simulator/identities';

type Kind = 'app' | 'oAuth2' | 'oAuth1';
export type OpenOptions = PollSettings & {
	as?: Kind;
	options?: IDataObject;
	credentials?: CredentialOverrides;
};

export const byId = (value: string): INodeParameters => ({ __rl: true, mode: 'id', value });

/** A fresh platform for each test, with hands to make things happen on it. */
export function useWorld() {
	const sim = useSimulator({ followers: 30 });
	return () => worldOf(sim());
}

function worldOf(sim: Simulator) {
	const { platform } = sim;
	const state = coreArea.state(platform);
	const others = [...state.users.values()].filter((user) => user.id !== me.id && !user.protected);
	const [first, second] = others;
	if (!first || !second) throw new Error('The platform has too few users');
	const post = (text: string, more: Partial<Post> = {}, authorId: string = first.id): Post => {
		const at = platform.clock.now();
		const made = { ...makePost(state, { id: platform.newId(), authorId, text, at }), ...more };
		state.posts.set(made.id, made);
		return made;
	};
	return {
		sim,
		state,
		first,
		second,
		others,
		post,
		mention: (text = 'Hello') => post(`@${me.username} ${text}`),
		message: (text: string, from: string = first.id) =>
			send(
				state,
				platform,
				withUser(state, from === me.id ? me.id : from, from === me.id ? first.id : me.id),
				from,
				{
					text,
				},
			),
		follow: (userId: string, of: string = me.id) => put(listOf(state.followers, of), userId, true),
		like: (userId: string, postId: string) => put(listOf(state.likes, userId), postId, true),
		bookmark: (postId: string) => put(listOf(state.bookmarks, me.id), postId, true),
		/** A trigger that has not polled yet. */
		open: async (
			event: string,
			parameters: INodeParameters = {},
			{ as = 'oAuth2', options = {}, ...rest }: OpenOptions = {},
		): Promise<PollTrigger> =>
			await openPollTrigger({
				node: 'xCoreTrigger',
				parameters: { authentication: as, event, options: options as INodeParameters, ...parameters },
				sim,
				...rest,
			}),
		/** Requests to a route. */
		count: (route: string) => sim.requests.filter((request) => request.route === route).length,
		/** Lets time pass on the platform. */
		pass: (minutes: number) => platform.clock.advance(minutes * 60_000),
	};
}

export const idsOf = (trigger: PollTrigger): unknown[] => itemsOf(trigger).map(({ id }) => id);
