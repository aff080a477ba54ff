/** What people do on the simulated X, as it is stored: for tests and the demo. */
import { core } from './core/area';
import { send, withUser } from './core/messages';
import type { Post, User } from './core/model';
import { makePost } from './core/postsMake';
import { listOf, put } from './core/state';
import { ME } from './identities';
import type { Platform } from './platform';

/** The hands of the people of a platform; the first of them does what no one else is named for. */
export function peopleOf(platform: Platform) {
	const state = core.state(platform);
	const others = [...state.users.values()].filter((user) => user.id !== ME.id && !user.protected);
	const [first, second] = others;
	if (!first || !second) throw new Error('The platform has too few users');
	const post = (text: string, more: Partial<Post> = {}, authorId: string = first.id): Post => {
		const at = platform.clock.now();
		const made = { ...makePost(state, { id: platform.newId(), authorId, text, at }), ...more };
		state.posts.set(made.id, made);
		return made;
	};
	return {
		state,
		first,
		second,
		others,
		post,
		mention: (text = 'Hello') => post(`@${ME.username} ${text}`),
		message: (text: string, from: string = first.id) => {
			const conversation = withUser(state, from, from === ME.id ? first.id : ME.id);
			return send(state, platform, conversation, from, { text });
		},
		/** Someone who has just joined. */
		newcomer: () => {
			const id = platform.newId();
			const user = { ...first, id, username: `newcomer_${id.slice(-5)}`, name: 'A Newcomer' };
			state.users.set(id, user);
			return user;
		},
		/** An account takes a name, and who had it has none. */
		rename: (user: User, username: string) => {
			state.usernames.delete(user.username.toLowerCase());
			const renamed = { ...user, username };
			state.users.set(user.id, renamed);
			state.usernames.set(username.toLowerCase(), user.id);
			return renamed;
		},
		follow: (userId: string, of: string = ME.id) => put(listOf(state.followers, of), userId, true),
		like: (userId: string, postId: string) => put(listOf(state.likes, userId), postId, true),
		bookmark: (postId: string) => put(listOf(state.bookmarks, ME.id), postId, true),
	};
}
