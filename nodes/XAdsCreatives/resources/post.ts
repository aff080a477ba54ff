/** Posts that are out, drafts and scheduled Posts: https://docs.x.com/x-ads-api/creatives/reference#tweets */
import { webAddress } from '../../shared/ads/fields';
import { inAccount, userToPromote, scheduledPost } from '../../shared/ads/locators';
import { adsShape } from '../../shared/ads/micros';
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
	formFlag,
	when,
	update,
	date,
} from '../../shared/fields';
import { title } from '../../shared/operation/labels';
import { cursor, many, one, op, broken, type Shape, type Result } from '../../shared/operation/operation';
import { nameBeginning, countOf, mediaKeys, CARD_URI } from '../locators';
import { adsResource, accountChildren, both } from '../../shared/ads/children';
import { asText, words } from '../../shared/util/text';
import { get } from 'lodash';
import { DAY } from '../../shared/util/time';

/** A card as Posts name it. The list contains website and app cards. */
const cardUri = () =>
	locatorOf({ ...CARD_URI, name: 'Card', search: 'searchCardUris', example: 'card://1044294149527166979' })({
		description:
			'A card from the list, or the card_uri of a card of any kind, such as a poll: card://1044294149527166979',
	});

/** The author: the user of the account, or another user who allows the account to promote their Posts. */
const author = () => userToPromote({ label: 'Post As', description: 'The user who publishes the Post' });

/** The filter of lists by author. */
const ofAuthor = () =>
	userToPromote({
		label: 'Author',
		description: 'Whose Posts to get; by default the user with full access to the account',
	});

const postText = () => text({ label: 'Text', rows: 4 });

/** Returns the text and media of a new Post, which needs a text if it has no media. */
const newContents = () => ({
	with_media: formFlag({ description: 'Whether the Post shows images, a GIF or a video' }),
	text: { ...when({ with_media: [false] }, postText()), optionalWhen: { with_media: [true] } },
	media_keys: when({ with_media: [true] }, postMedia()),
});

const postMedia = () =>
	mediaKeys({
		max: 4,
		description: 'Up to 4 images, or 1 GIF, or 1 video, of the media library',
	});

/** Returns the fields that an update can change while a Post is not published. */
const changedContents = () => ({ ...postDetails(), media_keys: postMedia(), text: postText() });

const postName = () =>
	text({ label: 'Name', max: 80, description: 'A name to find the Post by; nobody else sees it' });

/** Returns the common fields of creation and update besides text and media. */
const postDetails = () => ({
	card_uri: cardUri(),
	name: postName(),
	nullcast: flag({
		label: 'Promoted Only',
		default: true,
		description:
			'Whether the Post is shown as an ad only. Otherwise followers see it too, which only works for the authenticated user.',
	}),
});

interface PostContents {
	readonly media_keys?: readonly string[] | '' | undefined;
}

/** Images can be combined. A GIF or a video must be the only media. */
function* checkMedia({ media_keys: keys }: PostContents) {
	if (keys === undefined || keys === '' || keys.length < 2) return;
	const { gifs, videos } = countOf(keys);
	if (gifs + videos > 0)
		yield broken(
			'media_keys',
			'together',
			'must be up to 4 images, or 1 GIF, or 1 video: take the GIF or video alone',
		);
}

/** Returns the shape of a draft or scheduled Post. */
const laterPostShape = (more = ''): Shape =>
	adsShape(`id name text user_id nullcast card_uri media_keys ${more} created_at updated_at`);

const postShape: Shape = {
	simplifiedFields: words(`
		id name text user_id nullcast tweet_type card_uri conversation_settings scheduled_at
		scheduled_status lang created_at`),
	present: ({ id, id_str: idText, tweet_id: postId, text: short, full_text: full, user, ...post }) => ({
		...post,
		id: asText(idText ?? postId ?? id),
		text: full ?? short,
		user_id: authorOf(user),
	}),
};

const authorOf = (user: unknown): string | undefined => {
	const { id_str: idText, id } = (user ?? {}) as { id_str?: unknown; id?: unknown };
	const author = asText(idText ?? id);
	return author === '' ? undefined : author;
};

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

/** Returns the message of an answer without data, with the ID of its subject. */
const messageOf = (field: string): Result => ({
	isList: false,
	items: (body, values) => {
		const message = asText(get(body, 'message'));
		return message === '' ? [] : [{ [field]: values[field], message }];
	},
});

const drafts = accountChildren({
	segment: 'draft_tweets',
	locator: locatorOf({ example: '994788364334325760', name: 'Draft Post', search: 'searchDraftPosts' }),
	simplified: laterPostShape(),
});

export const draftPostResource = adsResource('draftPost', 'Draft Post', {
	create: drafts.creation(
		'Create a Post that nobody sees yet',
		{ as_user_id: author(), ...newContents(), ...additional(postDetails()) },
		{ check: checkMedia },
	),
	delete: drafts.remove('Delete a draft for good, as X advises once it has become a Post'),
	get: drafts.getOne('Get one draft'),
	getMany: drafts.listOf('Get the drafts of an account', filters({ user_id: ofAuthor() }), {
		paging: cursor(200),
	}),
	sendPreview: op({
		route: 'POST /12/accounts/{account_id}/draft_tweets/preview/{draft_tweet_id}',
		action: 'Send a preview of a draft post',
		description: 'Show the authenticated user a draft in the X app, by a notification',
		fields: drafts.fields,
		result: messageOf('draft_tweet_id'),
	}),
	update: drafts.change(
		'Change a draft; an empty card or media field removes the card or media',
		update(changedContents()),
		{ check: checkMedia },
	),
});

const posts = accountChildren({
	segment: 'scheduled_tweets',
	locator: scheduledPost,
	simplified: laterPostShape('scheduled_at scheduled_status tweet_id completed_at'),
});
const time = () =>
	date({
		label: 'Scheduled At',
		description: 'When the Post goes out, to the minute; within a year from now',
	});

interface Scheduled {
	readonly scheduled_at?: string | undefined;
}

/** A leap year and a day, because clocks differ. */
const YEAR = 367 * DAY;

function* checkTime({ scheduled_at: at }: Scheduled) {
	if (at !== undefined && at !== '' && Date.parse(at) > Date.now() + YEAR)
		yield broken('scheduled_at', 'maximum', `must be within a year from now, and is ${at}`);
}

function* warnSeconds({ scheduled_at: at }: Scheduled) {
	if (at !== undefined && at !== '' && new Date(at).getUTCSeconds() > 0)
		yield `{scheduled_at} counts in whole minutes: X ignores the seconds of ${at}`;
}

export const scheduledPostResource = adsResource('scheduledPost', 'Scheduled Post', {
	create: posts.creation(
		'Create a Post that is published later; at most 30 per account in 15 minutes',
		{ as_user_id: author(), scheduled_at: time(), ...newContents(), ...additional(postDetails()) },
		{ check: both(checkTime, checkMedia), warn: warnSeconds },
	),
	delete: posts.remove('Delete a scheduled Post for good, before it goes out'),
	get: posts.getOne('Get one scheduled Post; once it is out, with the ID of the Post'),
	getMany: posts.listOf('Get the scheduled Posts of an account', filters({ user_id: ofAuthor() }), {
		paging: cursor(200),
	}),
	update: posts.change(
		'Change a Post before it is published; an empty card or media field removes the card or media',
		update({ ...changedContents(), scheduled_at: time() }),
		{ check: both(checkTime, checkMedia), warn: warnSeconds },
	),
});
