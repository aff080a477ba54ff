/** The form of a new Post checks limits, and the parts that exclude each other: https://docs.x.com/x-api/posts/create-post */
import type { INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import {
	broken,
	InvalidValue,
	type BrokenRule,
	type Call,
	type Field,
	type ValuesOf,
} from '../../shared/operation/operation';
import { addAdvice, failureOf } from '../../shared/errors';
import type { ApiRequest } from '../../shared/http/connection';
import { priceOf } from '../../shared/model/prices';
import { asMoney } from '../../shared/util/money';
import {
	additional,
	choice,
	flag,
	formChoice,
	formOnly,
	group,
	id,
	ids,
	number,
	optional,
	required,
	text,
	when,
	whenSibling,
	wireName,
} from '../../shared/fields';
import { post, postToAnswer, users } from '../../shared/core/locators';
import { altTextOfFiles, fileNames, uploadFiles, withUploaded } from './filesFromInput';
import { weightedLength } from './postLength';

export const REPLY_SETTINGS = {
	following: 'Accounts You Follow',
	mentionedUsers: 'Mentioned Accounts',
	subscribers: 'Your Subscribers',
	verified: 'Verified Accounts',
};

const messageText = (rest: { description: string }) => text({ label: 'Text', rows: 4, max: 25_000, ...rest });

const pollOption = (label: string) => text({ label, max: 25 });

const poll = group(
	{
		option1: pollOption('Option 1'),
		option2: pollOption('Option 2'),
		option3: pollOption('Option 3'),
		option4: pollOption('Option 4'),
		duration_minutes: required(
			number({ label: 'Poll Duration (Minutes)', min: 5, max: 10_080, default: 1440 }),
		),
		reply_settings: choice({ '': 'Everyone', ...REPLY_SETTINGS }, { label: 'Who Can Reply', default: '' }),
	},
	{
		description: 'Two to four options of up to 25 characters, open for 5 minutes to 7 days',
		placeholder: 'Add Poll',
		toWire: ({ option1, option2, option3, option4, ...rest }) => {
			const options = [option1, option2, option3, option4].filter((option) => option !== undefined);
			if (options.length >= 2) return { options, ...rest };
			throw new InvalidValue('minItems', `needs 2 to 4 options, and has ${options.length}`);
		},
	},
);

const forApp = <T>(field: Field<T>) => whenSibling({ action: ['app_install'] }, field);
const forAddress = <T>(field: Field<T>) => whenSibling({ action: ['visit_site', 'watch_now'] }, field);

const callToAction = group(
	{
		action: choice(
			{ visit_site: 'Visit Site', watch_now: 'Watch Now', app_install: 'Install App' },
			{ default: 'visit_site' },
		),
		app_store_id: forApp(text()),
		ipad_app_store_id: forApp(text({ label: 'App Store ID (iPad)' })),
		play_store_id: forApp(text()),
		url: forAddress(text({ placeholder: 'e.g. https://example.com' })),
	},
	{
		label: 'Media Call to Action',
		description: 'A button below a video',
		toWire: ({ action = 'visit_site', url, ...stores }) => {
			const target = action === 'app_install' ? stores : { url };
			if (Object.values(target).some((value) => value !== undefined)) return { [action]: target };
			throw new InvalidValue('required', 'needs a URL, or the ID of an app in a store');
		},
	},
);

/** A Post has at most one of these besides its text; X refuses two. */
const attachment = formChoice(
	{
		none: 'None',
		file: ['Files From Input', 'Images, a GIF or a video in binary fields of the input item'],
		media: ['Media by ID', 'Media that Media: Upload has uploaded before'],
		poll: 'Poll',
		quote: ['Quoted Post', 'Only apps with Enterprise access may quote'],
		card: 'Card',
	},
	{
		default: 'none',
		description: 'What to attach to the Post. X takes one kind at a time.',
	},
);

const forMedia = <T>(field: Field<T>) => whenSibling({ '/attachment': ['file', 'media'] }, field);

const WITH_TEXT = ['none', 'poll', 'quote', 'card'];

const price = { usd: 0, linkUsd: 0, ...priceOf('POST /2/tweets') };

export const newPostFields = {
	text: when(
		{ attachment: WITH_TEXT },
		messageText({
			description: `The text of the Post. Up to 280 <a href="https://docs.x.com/fundamentals/counting-characters">counted characters</a>, or 25,000 with Premium; one cashtag ($ACME) unless the app has Enterprise access. With pay-per-use, a Post with a web address costs more (${asMoney(price.linkUsd)} instead of ${asMoney(price.usd)}).`,
		}),
	),
	caption: when(
		{ attachment: ['file', 'media'] },
		optional({
			...wireName(
				'text',
				messageText({
					description:
						'The text of the Post. Optional when media is attached. One cashtag unless the app has Enterprise access.',
				}),
			),
			name: 'text',
		}),
	),
	'reply.in_reply_to_tweet_id': optional(
		postToAnswer({
			label: 'Reply To',
			description:
				'The Post to reply to, if any. Without Enterprise access, its author must have mentioned or quoted you.',
		}),
	),
	attachment,
	binaryProperty: when({ attachment: ['file'] }, formOnly(fileNames())),
	altText: when({ attachment: ['file'] }, altTextOfFiles),
	'media.media_ids': when(
		{ attachment: ['media'] },
		{
			...ids({
				label: 'Media IDs',
				max: 4,
				shape:
					'an ID of 1 to 19 digits (upload the file first with Media: Upload, or choose Files From Input)',
				description: 'Up to 4 images, or one GIF or video: the IDs that Media: Upload returned',
			}),
			name: 'media_id',
		},
	),
	poll: when({ attachment: ['poll'] }, poll),
	quote_tweet_id: when({ attachment: ['quote'] }, post({ label: 'Quoted Post' })),
	card_uri: when({ attachment: ['card'] }, text({ placeholder: 'e.g. card://1234567890' })),
	...additional({
		community_id: id({ description: 'The community to post in' }),
		direct_message_deep_link: text({
			label: 'Direct Message Link',
			description:
				'Link to a private conversation, which turns the Post into an invitation. The Post can have nothing else then.',
		}),
		'edit_options.previous_post_id': post({
			label: 'Post to Edit',
			description: 'Replaces one of your own Posts of the last hour. Needs Premium.',
		}),
		for_super_followers_only: flag({
			label: 'For Subscribers Only',
			description: 'Whether only your subscribers can see the Post',
		}),
		'geo.place_id': text({ label: 'Place ID', placeholder: 'e.g. 5a110d312052166f' }),
		made_with_ai: flag({ description: 'Whether to label the Post as made with AI' }),
		'media.call_to_actions': forMedia(callToAction),
		'media.description': forMedia(text()),
		'media.embeddable': forMedia(
			flag({
				default: true,
				description: 'Whether other sites may embed the video',
			}),
		),
		'media.preview_media_id': forMedia(
			id({
				label: 'Media Preview ID',
				description: 'ID of the image to show before a video plays',
			}),
		),
		'media.tagged_user_ids': forMedia(
			users({
				label: 'Media Tagged Users',
				max: 10,
				description: 'Up to 10 users to tag, by ID, @username or profile URL, separated by commas',
			}),
		),
		'media.title': forMedia(text()),
		nullcast: flag({
			label: 'Promoted Only',
			description: 'Whether to publish the Post only as an ad, hidden from your timeline',
		}),
		paid_partnership: flag({ description: 'Whether to label the Post as a paid promotion' }),
		'reply.auto_populate_reply_metadata': flag({
			label: 'Reply Mentions',
			description: 'Whether to mention everyone in the conversation automatically',
		}),
		'reply.exclude_reply_user_ids': users({
			label: 'Exclude Users From Reply',
			max: undefined,
			description:
				'Users to leave out of the conversation, by ID, @username or profile URL, separated by commas',
		}),
		reply_settings: choice(REPLY_SETTINGS, {
			label: 'Who Can Reply',
			description: 'Who may reply; everyone by default',
		}),
		share_with_followers: flag({ description: 'Whether to show a community Post to your followers as well' }),
	}),
};

type NewPost = ValuesOf<typeof newPostFields>;

/** Checks the rules across the fields of a new Post. */
export function* checkNewPost(values: NewPost): Generator<BrokenRule<keyof NewPost>> {
	const { attachment: kind, direct_message_deep_link: link } = values;
	const has = (...prefixes: string[]) =>
		Object.entries(values).some(
			([key, value]) => value !== undefined && prefixes.some((prefix) => key.startsWith(prefix)),
		);
	if (kind !== 'media' && kind !== 'file' && has('media.'))
		yield broken(
			'attachment',
			'required',
			'must be Files From Input or Media by ID for a Post with media settings such as title or tagged users',
		);
	if (values['reply.in_reply_to_tweet_id'] === undefined && has('reply.exclude', 'reply.auto'))
		yield broken(
			'reply.in_reply_to_tweet_id',
			'required',
			'is required with {reply.auto_populate_reply_metadata} and {reply.exclude_reply_user_ids}',
		);
	if (kind !== 'none' && link !== undefined)
		yield broken(
			'direct_message_deep_link',
			'exclusive',
			'cannot stand beside media, a poll, a quoted Post or a card: X takes one of them',
		);
}

/** Publishes a Post, with files of the input item if it has some. */
export async function createPost(call: Call<NewPost>): Promise<INodeExecutionData[]> {
	const request = call.request();
	const { attachment: kind, binaryProperty: names = [], altText } = call.values;
	if (kind !== 'file') return await publish(call, request);
	const media_ids = await uploadFiles(call, names, 'tweet', altText);
	return await withUploaded(call, media_ids, async () => {
		const { body } = request;
		const media = { ...bodySchema.parse(body).media, media_ids };
		return await publish(call, { ...request, body: { ...body, media } });
	});
}

async function publish(call: Call<NewPost>, request: ApiRequest): Promise<INodeExecutionData[]> {
	try {
		return await call.sendAndOutput(request);
	} catch (error) {
		throw withLikelyReasons(error, call.values);
	}
}

/** Adds its likely reasons to a refusal, because X does not say which limit was exceeded. */
function withLikelyReasons(error: unknown, values: NewPost): unknown {
	const kind = failureOf(error)?.kind;
	return kind === 'badRequest' || kind === 'forbidden' ? addAdvice(error, ...likelyReasons(values)) : error;
}

const bodySchema = z.object({ media: z.record(z.unknown()).optional() }).default({});

/** The longest Post of an account without Premium, as X counts. */
const FREE_LENGTH = 280;

/** The symbol of a share or currency, such as $ACME. */
const CASHTAG = /(?<![\w$])\$[A-Za-z]{1,6}(?:[._][A-Za-z]{1,2})?(?!\w)/g;

/** Warns of values that X ignores. */
export function* warnings(values: NewPost): Generator<string> {
	if (values.share_with_followers === true && values.community_id === undefined)
		yield '{share_with_followers} has an effect only together with {community_id}.';
}

function* likelyReasons(values: NewPost): Generator<string> {
	const said = values.text ?? values.caption ?? '';
	const length = weightedLength(said);
	if (length > FREE_LENGTH)
		yield `The text is ${length} characters long, ${length - FREE_LENGTH} more than an account without Premium may post`;
	const cashtags = said.match(CASHTAG)?.length ?? 0;
	if (cashtags > 1) yield `The text has ${cashtags} cashtags, and without Enterprise access X takes one`;
}
