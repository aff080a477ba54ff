/** The smallest form of each operation around Posts, users, bookmarks, lists and media: for `everyOperation.test.ts`. */
import type { INodeParameters } from 'n8n-workflow';
import { me } from '../../simulator/identities';
import type { Simulator } from '../../support/simulator';
import { byId, core, first, held, world } from './support';

export interface Sample {
	/** The smallest form. */
	form?: INodeParameters;
	/** What has to be there before. */
	before?: () => Promise<INodeParameters | void>;
	/** The last request; `{…}` stands for one segment. */
	sends: string;
}

const window = { start_time: '2026-01-01T00:00:00Z', end_time: '2026-01-02T00:00:00Z' };

/** @param sim the running simulator, once the tests run */
export function familySamples(sim: () => Simulator): Record<string, Sample> {
	const w = () => world(sim());
	const given = (form: () => INodeParameters) => async () => await Promise.resolve(form());
	const thePost = given(() => ({ tweet_id: byId(w().foreignPost.id) }));
	const otherUser = given(() => ({ id: byId(w().other.id) }));
	const target = given(() => ({ target_user_id: byId(w().other.id) }));
	const folder = given(() => ({ folder_id: [...held(sim()).bookmarkFolders.keys()][0]! }));
	const reply = given(() => {
		const posts = [...held(sim()).posts.values()];
		const root = w().ownPost;
		const answer = posts.find(({ author_id }) => author_id !== me.id)!;
		answer.conversation_id = root.id;
		return { tweet_id: byId(answer.id) };
	});
	/** Somebody else has reposted, quoted and liked the Post. */
	const busy = async () => {
		const { ownPost, foreignPost, other } = w();
		await sim().control('core', 'repost', { author: other.id, post: ownPost.id });
		held(sim()).likes.set(other.id, [ownPost.id]);
		foreignPost.referenced_tweets = [{ type: 'quoted', id: ownPost.id }];
		return { id: byId(ownPost.id) };
	};
	const lists = () => [...held(sim()).lists.values()];
	const ownList = () => byId(lists().find(({ owner_id }) => owner_id === me.id)!.id);
	const onList = given(() => ({ id: ownList() }));
	const member = given(() => ({ id: ownList(), user_id: byId(w().other.id) }));
	const theList = given(() => ({ list_id: ownList() }));
	const media = given(() => ({ media_key: [...held(sim()).media.keys()][0]! }));
	const space = given(() => ({ id: byId('1DXxyRYNejbKM') }));
	const community = given(() => ({ id: [...held(sim()).communities.keys()][0]! }));
	const job = async () => {
		const run = await core(sim(), 'complianceJob.create', { type: 'users' }, { as: 'app' });
		return { id: first(run) };
	};
	const rules = { rules: { values: [{ value: 'from:acme_support', tag: 'own' }] } };
	const streamRule = async () => first(await core(sim(), 'streamRule.create', rules, { as: 'app' }));
	const streamRules = 'POST /2/tweets/search/stream/rules';
	const own = `/2/users/${me.id}`;
	return {
		'post.getAnalytics': {
			before: given(() => ({ ids: w().ownPost.id })),
			form: window,
			sends: 'GET /2/tweets/analytics',
		},
		'post.getLikingUsers': { before: busy, sends: 'GET /2/tweets/{id}/liking_users' },
		'post.getQuotes': { before: busy, sends: 'GET /2/tweets/{id}/quote_tweets' },
		'post.getRepostingUsers': { before: busy, sends: 'GET /2/tweets/{id}/retweeted_by' },
		'post.getReposts': { before: busy, sends: 'GET /2/tweets/{id}/retweets' },
		'post.hideReply': { before: reply, sends: 'PUT /2/tweets/{id}/hidden' },
		'post.repost': { before: thePost, sends: `POST ${own}/retweets` },
		'post.undoRepost': {
			before: thePost,
			sends: `DELETE ${own}/retweets/{id}`,
		},
		'post.unhideReply': { before: reply, sends: 'PUT /2/tweets/{id}/hidden' },

		'user.blockDms': { before: otherUser, sends: 'POST /2/users/{id}/dm/block' },
		'user.getAffiliates': { form: { id: byId(me.id) }, sends: `GET ${own}/affiliates` },
		'user.getBlocked': { sends: `GET ${own}/blocking` },
		'user.getHomeTimeline': { sends: `GET ${own}/timelines/reverse_chronological` },
		'user.getLikedPosts': { form: { id: byId(me.id) }, sends: `GET ${own}/liked_tweets` },
		'user.getMentions': { form: { id: byId(me.id) }, sends: `GET ${own}/mentions` },
		'user.getMuted': { sends: `GET ${own}/muting` },
		'user.getPosts': { form: { id: byId(me.id) }, sends: `GET ${own}/tweets` },
		'user.getRepostsOfMe': { before: async () => void (await busy()), sends: 'GET /2/users/reposts_of_me' },
		'user.mute': { before: target, sends: `POST ${own}/muting` },
		'user.unblockDms': { before: otherUser, sends: 'POST /2/users/{id}/dm/unblock' },
		'user.unmute': { before: target, sends: `DELETE ${own}/muting/{id}` },

		'bookmark.add': { before: thePost, sends: `POST ${own}/bookmarks` },
		'bookmark.createFolder': { form: { name: 'Later' }, sends: `POST ${own}/bookmarks/folders` },
		'bookmark.getFolders': { sends: `GET ${own}/bookmarks/folders` },
		'bookmark.getMany': { sends: `GET ${own}/bookmarks` },
		'bookmark.getManyOfFolder': { before: folder, sends: `GET ${own}/bookmarks/folders/{id}` },
		'bookmark.remove': { before: thePost, sends: `DELETE ${own}/bookmarks/{id}` },

		'list.addMember': { before: member, sends: 'POST /2/lists/{id}/members' },
		'list.create': { form: { name: 'Press' }, sends: 'POST /2/lists' },
		'list.delete': { before: onList, sends: 'DELETE /2/lists/{id}' },
		'list.follow': { before: theList, sends: `POST ${own}/followed_lists` },
		'list.get': { before: onList, sends: 'GET /2/lists/{id}' },
		'list.getFollowed': { form: { id: byId(me.id) }, sends: `GET ${own}/followed_lists` },
		'list.getFollowers': { before: onList, sends: 'GET /2/lists/{id}/followers' },
		'list.getMembers': { before: onList, sends: 'GET /2/lists/{id}/members' },
		'list.getMemberships': { form: { id: byId(me.id) }, sends: `GET ${own}/list_memberships` },
		'list.getOwned': { form: { id: byId(me.id) }, sends: `GET ${own}/owned_lists` },
		'list.getPinned': { sends: `GET ${own}/pinned_lists` },
		'list.getPosts': { before: onList, sends: 'GET /2/lists/{id}/tweets' },
		'list.pin': { before: theList, sends: `POST ${own}/pinned_lists` },
		'list.removeMember': { before: member, sends: 'DELETE /2/lists/{id}/members/{user}' },
		'list.unfollow': { before: theList, sends: `DELETE ${own}/followed_lists/{id}` },
		'list.unpin': { before: theList, sends: `DELETE ${own}/pinned_lists/{id}` },
		'list.update': {
			before: onList,
			form: { updateFields: { name: 'Friends' } },
			sends: 'PUT /2/lists/{id}',
		},

		'media.get': { before: media, sends: 'GET /2/media/{key}' },
		'media.getAnalytics': { before: media, form: window, sends: 'GET /2/media/analytics' },
		'media.getMany': { before: media, sends: 'GET /2/media' },

		'space.get': { before: space, sends: 'GET /2/spaces/{id}' },
		'space.getBuyers': { form: { id: byId('1nAJELYEEPvGL') }, sends: 'GET /2/spaces/{id}/buyers' },
		'space.getByCreators': { form: { user_ids: me.id }, sends: 'GET /2/spaces/by/creator_ids' },
		'space.getMany': { form: { ids: '1DXxyRYNejbKM' }, sends: 'GET /2/spaces' },
		'space.getPosts': { before: space, sends: 'GET /2/spaces/{id}/tweets' },
		'space.search': { form: { query: 'release' }, sends: 'GET /2/spaces/search' },

		'community.get': { before: community, sends: 'GET /2/communities/{id}' },
		'community.search': { form: { query: 'photography' }, sends: 'GET /2/communities/search' },

		'complianceJob.create': { form: { type: 'tweets' }, sends: 'POST /2/compliance/jobs' },
		'complianceJob.get': { before: job, sends: 'GET /2/compliance/jobs/{id}' },
		'complianceJob.getMany': {
			before: async () => void (await job()),
			form: { type: 'users' },
			sends: 'GET /2/compliance/jobs',
		},

		'streamRule.count': { sends: 'GET /2/tweets/search/stream/rules/counts' },
		'streamRule.create': { form: rules, sends: streamRules },
		'streamRule.delete': { before: async () => ({ ids: await streamRule() }), sends: streamRules },
		'streamRule.deleteAll': { sends: streamRules },
		'streamRule.getMany': {
			before: async () => void (await streamRule()),
			sends: 'GET /2/tweets/search/stream/rules',
		},

		'usage.get': { sends: 'GET /2/usage/tweets' },
	};
}
