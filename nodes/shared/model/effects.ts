/** Says what a call does to others, or to what an account owns, so that a model knows it before it calls. */
import { routeKey } from '../util/routeKey';

export type Effect = 'reads' | 'publishes' | 'messages' | 'deletes' | 'writes' | 'advertises';

const routes = (text: string): ReadonlySet<string> =>
	new Set(
		text
			.trim()
			.split('\n')
			.map((route) => routeKey(route.trim())),
	);

/** Others can see right away what these write. */
const PUBLIC = routes(`
	POST /2/tweets
	POST /2/users/{}/retweets
	POST /2/users/{}/likes
	POST /2/users/{}/following
	POST /2/articles/{}/publish
	POST /2/notes
	POST /2/broadcasts/{}/chat
	POST /2/broadcasts/scheduled
	POST /2/broadcasts/scheduled/{}/live
	PUT /2/tweets/{}/hidden
	POST /12/accounts/{}/tweet`);

/** Other people are notified of these. */
const MESSAGES = routes(`
	POST /2/dm_conversations
	POST /2/dm_conversations/with/{}/messages
	POST /2/dm_conversations/{}/messages
	POST /2/chat/conversations/group
	POST /2/chat/conversations/{}/messages
	POST /2/chat/conversations/{}/members
	POST /2/chat/conversations/{}/typing`);

/** They ask, although they send a body. */
const READS = routes(`
	POST /2/notes/evaluate
	POST /12/accounts/{}/audience_estimate
	POST /12/accounts/{}/ad-export/api/v1/exports
	POST /12/stats/jobs/accounts/{}`);

/** These take back a relation that can be made again; nothing is lost. */
const UNDONE =
	/\/(retweets|likes|blocking|following|muting|followed_lists|pinned_lists|bookmarks|mutes|mute|members)\/?/;

export function effectOf(route: string): Effect {
	const key = routeKey(route);
	if (route.startsWith('GET ') || READS.has(key)) return 'reads';
	if (PUBLIC.has(key)) return 'publishes';
	if (MESSAGES.has(key)) return 'messages';
	const isRemoval = route.startsWith('DELETE ') || route.endsWith('/delete');
	if (isRemoval && !UNDONE.test(route)) return 'deletes';
	return route.includes(' /2/') ? 'writes' : 'advertises';
}

/** Reads of what other people wrote: Posts, profiles, messages, names of lists and Spaces, descriptions of media. */
const BY_OTHERS =
	/^GET \/2\/(tweets(?!\/(counts|analytics|search\/stream))|users|dm_|lists|spaces|communities|news|media(?!\/(upload|analytics))|notes|broadcasts|chat|trends)/;

/** Checks whether the answer has texts that other people wrote. */
export const isByOthers = (route: string): boolean => BY_OTHERS.test(route);
