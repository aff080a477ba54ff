import { webAddress } from '../../shared/ads/fields';
import { inAccount } from '../../shared/ads/locators';
import { adsShape } from '../../shared/ads/shape';
import {
	additional,
	choice,
	choicesFrom,
	filters,
	flag,
	ids,
	optional,
	options,
	text,
	locatorOf,
} from '../../shared/fields';
import { title } from '../../shared/operation/labels';
import { cursor, many, one, op } from '../../shared/operation/operation';
import { nameBeginning } from '../locators';
import { author, checkMedia, newContents, ofAuthor, postDetails, postName, postShape } from '../posts/fields';
import { adsResource } from '../../shared/ads/children';

const publishedPost = locatorOf({
	example: '994788364334325760',
	name: 'Post',
	search: 'searchPublishedPosts',
});

const state = () =>
	choice(choicesFrom(['DRAFT', 'PUBLISHED', 'SCHEDULED'], title), {
		label: 'Post Type',
		default: 'PUBLISHED',
		description: 'Whether the Posts are out; IDs of another type find nothing',
	});

const trimUser = {
	trim_user: flag({
		description: 'Whether to get the ID of the author alone, in Raw output',
	}),
};

const MOST_POSTS = 200;

export const postResource = adsResource('post', 'Post', {
	create: op({
		route: 'POST /12/accounts/{account_id}/tweet',
		action: 'Create a post',
		description: 'Create a Post that is shown as an ad only, or to followers as well',
		fields: {
			...inAccount,
			as_user_id: author(),
			...newContents(),
			...additional({
				...postDetails(),
				conversation_settings: choice(
					{
						EVERYONE: 'Everyone',
						FOLLOWING: 'People the Author Follows',
						MENTIONED_USERS: 'Mentioned Users',
					},
					{ label: 'Who Can Reply', default: 'EVERYONE' },
				),
				video_cta: choice(choicesFrom(['VISIT_SITE', 'WATCH_NOW'], title), { label: 'Video Call to Action' }),
				video_cta_value: webAddress('Video Call to Action URL', 'Where the call to action leads'),
				video_description: text({
					rows: 2,
					max: 200,
					description: 'The text under the video',
				}),
				video_title: text({ max: 70, description: 'The headline under the video' }),
			}),
			...options({
				...trimUser,
				tweet_mode: choice(
					{
						compat: ['Compatibility', 'The text may be cut, as it was before Posts became longer'],
						extended: ['Extended', 'The whole text'],
					},
					{ default: 'extended', description: 'How the answer shows the text' },
				),
			}),
		},
		result: one(postShape),
		check: checkMedia,
		warn: function* (values) {
			if (values.video_cta_value !== undefined && values.video_cta === undefined)
				yield '{video_cta_value} has no effect without {video_cta}';
		},
	}),
	getMany: op({
		route: 'GET /12/accounts/{account_id}/tweets',
		action: 'Get many posts',
		description: 'Get the Posts of an account, including those shown as ads only',
		fields: {
			...inAccount,
			tweet_type: state(),
			...filters({
				include_mentions_and_replies: flag({
					description: 'Whether to include Posts that begin with a mention',
				}),
				name: nameBeginning(),
				timeline_type: choice(
					{
						ALL: 'All',
						NULLCAST: ['Promoted Only', 'Those shown as ads only'],
						ORGANIC: ['Organic', 'Those that followers see'],
					},
					{ label: 'Timeline', default: 'ALL', description: 'Which Posts to get; by default promoted only' },
				),
				tweet_ids: ids({
					max: MOST_POSTS,
					description: `Only these; up to ${MOST_POSTS} IDs, separated by commas`,
				}),
				user_id: ofAuthor(),
			}),
			...options(trimUser),
		},
		paging: cursor(),
		result: many(postShape),
	}),
	getPreviews: op({
		route: 'GET /12/accounts/{account_id}/tweet_previews',
		action: 'Get previews of posts',
		description: 'Get an iframe for each Post that shows what it looks like',
		fields: {
			...inAccount,
			tweet_type: state(),
			tweet_ids: ids({
				max: MOST_POSTS,
				description: `Up to ${MOST_POSTS} Posts of the chosen type, separated by commas`,
			}),
		},
		result: many(adsShape('tweet_id preview')),
	}),
	rename: op({
		route: 'PUT /12/accounts/{account_id}/tweets/{tweet_id}/name',
		action: 'Rename a post',
		description: 'Change the internal name of a Post; without one, the name is removed',
		fields: { ...inAccount, tweet_id: publishedPost(), name: { ...optional(postName()), sendsEmpty: true } },
		result: one(postShape),
	}),
});
