/** The core API: users, Posts, messages, media and the small families. */
import { z } from 'zod';
import { defineArea, type Platform, type Route } from '../frame';
import { bookmarkRoutes } from './bookmarks';
import { communityRoutes } from './communities';
import { legacyRoutes } from './legacy';
import { listRoutes } from './lists';
import { mediaRoutes } from './media';
import { messageRoutes, send, withUser } from './messages';
import { noteRoutes } from './notes';
import { postRoutes } from './posts';
import { createPostRoutes } from './posts-create';
import { makePost } from './posts-make';
import { relationRoutes } from './relations';
import { renamed } from './render';
import { repost, repostRoutes } from './reposts';
import { searchRoutes } from './search';
import { seed } from './seed';
import { smallRoutes } from './small';
import { spaceRoutes } from './spaces';
import { meId, needPost, needUser, type CoreState } from './state';
import { userRoutes } from './users';

const settingsInput = z
	.object({
		processingSeconds: z.number(),
		checkAfterSeconds: z.number(),
		processingOutcome: z.enum(['succeeded', 'failed']),
		refuseDuplicates: z.boolean(),
		maxPostLength: z.number(),
		strict: z.enum(['pages', 'openapi']),
	})
	.partial();

/** Answers in the spelling that the state asks for. */
function spelled(route: Route<CoreState>): Route<CoreState> {
	const handler = async (...args: Parameters<Route<CoreState>['handler']>) => {
		const answer = await route.handler(...args);
		return args[0].vocabulary === 'post' ? { ...answer, body: renamed(answer.body) } : answer;
	};
	return { ...route, handler };
}

export const core = defineArea<CoreState>({
	name: 'core',
	createState: (platform: Platform) => seed(platform),
	routes: [
		...userRoutes,
		...postRoutes,
		...createPostRoutes,
		...repostRoutes,
		...relationRoutes,
		...bookmarkRoutes,
		...listRoutes,
		...spaceRoutes,
		...communityRoutes,
		...searchRoutes,
		...messageRoutes,
		...mediaRoutes,
		...noteRoutes,
		...smallRoutes,
		...legacyRoutes,
	].map(spelled),
	control: {
		/** Answer in the newer (`post`) or the older (`tweet`) spelling: `{ name }`. */
		vocabulary: (state, input) => {
			state.vocabulary = input['name'] === 'post' ? 'post' : 'tweet';
		},
		/** Change the settings, see `CoreState['settings']`, or whose contract holds: `{ strict: 'openapi' | 'pages' }`. */
		settings: (state, input, platform) => {
			const { success, data } = settingsInput.safeParse(input);
			if (!success) throw new Error('Unknown setting or wrong value');
			const { strict, ...settings } = data;
			Object.assign(state.settings, settings);
			if (strict) platform.strict = strict;
			return { ...state.settings, strict: platform.strict };
		},
		/** Somebody writes to `me`: `{ from, text }` → the event; `from` is a user's identifier. */
		receiveMessage: (state, input, platform) => {
			const from = needUser(state, String(input['from']));
			return send(state, platform, withUser(state, from.id, meId), from.id, { text: input['text'] });
		},
		/** Somebody publishes a Post: `{ author, text }` → the Post. */
		publish: (state, input, platform) => {
			const author = needUser(state, String(input['author']));
			const text = String(input['text']);
			const post = makePost(state, {
				id: platform.newId(),
				authorId: author.id,
				text,
				at: platform.clock.now(),
			});
			state.posts.set(post.id, post);
			platform.emit('post.created', { postId: post.id });
			return post;
		},
		/** Somebody reposts a Post: `{ author, post }`, both identifiers → the repost. */
		repost: (state, input, platform) => {
			const author = needUser(state, String(input['author']));
			return repost(state, platform, author.id, needPost(state, String(input['post'])));
		},
		/** What was uploaded: `{ id }` → size, SHA-256 in hex and segments. */
		upload: (state, input) => {
			const found = state.uploads.get(String(input['id']));
			if (!found) throw new Error('No such upload');
			const { received, segments, sha256, category, mediaType, altText, subtitles } = found;
			return {
				bytes: received,
				segments: [...segments.keys()],
				sha256,
				category,
				mediaType,
				altText,
				subtitles,
			};
		},
	},
});
