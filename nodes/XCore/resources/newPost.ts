/** The form of a new Post. Brief: change history (POST /2/tweets); facts section 7 for bounds and exclusive parts. */
import type { Field, Values } from '../../shared/operation/operation';
import {
	additional,
	wireName,
	whenSibling,
	choice,
	flag,
	formOnly,
	group,
	id,
	ids,
	list,
	number,
	optional,
	text,
	when,
} from '../../shared/fields';
import { post } from '../entities';
import { asText } from '../../shared/util/text';
import { weightedLength } from '../postLength';

const WHO = {
	following: 'Accounts You Follow',
	mentionedUsers: 'Mentioned Accounts',
	subscribers: 'Your Subscribers',
	verified: 'Verified Accounts',
};

const body = (rest: { description: string }) => text({ label: 'Text', rows: 4, max: 25_000, ...rest });

const pollOption = (label: string) => text({ label, max: 25 });

const poll = group(
	{
		option1: pollOption('Option 1'),
		option2: pollOption('Option 2'),
		option3: pollOption('Option 3'),
		option4: pollOption('Option 4'),
		duration_minutes: {
			...number({ label: 'Poll Duration (Minutes)', min: 5, max: 10_080, default: 1440 }),
			required: true,
		},
		reply_settings: choice({ '': 'Everyone', ...WHO }, { label: 'Who Can Reply', default: '' }),
	},
	{
		description: 'Two to four options of up to 25 characters, open for 5 minutes to 7 days',
		placeholder: 'Add Poll',
		toWire: ({ option1, option2, option3, option4, ...rest }) => ({
			options: [option1, option2, option3, option4].filter((option) => option !== undefined),
			...rest,
		}),
	},
);

const forApp = (field: Field) => whenSibling({ action: ['app_install'] }, field);
const forAddress = (field: Field) => whenSibling({ action: ['visit_site', 'watch_now'] }, field);

/** A Post carries one of these beside its text; the platform refuses two. */
const attachment: Field = formOnly(
	choice(
		{
			none: 'None',
			media: 'Media',
			poll: 'Poll',
			quote: 'Quoted Post',
			card: 'Card',
		},
		{
			default: 'none',
			description: 'What the Post carries beside its text. The platform takes one kind at a time.',
		},
	),
);

const withText = ['none', 'poll', 'quote', 'card'];

export const newPostFields = {
	attachment,
	text: when(
		{ attachment: withText },
		body({ description: 'The text of the Post. Up to 280 counted characters, or 25,000 with Premium.' }),
	),
	caption: when(
		{ attachment: ['media'] },
		optional({
			...wireName('text', body({ description: 'The text of the Post; media may go without' })),
			name: 'text',
		}),
	),
	'media.media_ids': when(
		{ attachment: ['media'] },
		{
			...ids({
				label: 'Media IDs',
				max: 4,
				description: 'Up to 4 images, or one GIF or video: the IDs that Upload of Media answered with',
			}),
			name: 'media_id',
		},
	),
	poll: when({ attachment: ['poll'] }, poll),
	quote_tweet_id: when({ attachment: ['quote'] }, post({ label: 'Quoted Post' })),
	card_uri: when(
		{ attachment: ['card'] },
		text({ label: 'Card URI', placeholder: 'e.g. card://1234567890' }),
	),
	...additional({
		community_id: id({ description: 'The community to post in' }),
		direct_message_deep_link: text({
			label: 'Direct Message Link',
			description:
				'Turns the Post into an invitation to a private conversation: the address of the conversation',
		}),
		'edit_options.previous_post_id': post({
			label: 'Edit of Post',
			description: 'Replaces one of your own Posts of the last hour. Needs Premium.',
		}),
		for_super_followers_only: flag({
			label: 'For Subscribers Only',
			description: 'Whether only your subscribers can see the Post',
		}),
		'geo.place_id': text({ label: 'Place ID', placeholder: 'e.g. 5a110d312052166f' }),
		made_with_ai: flag({ label: 'Made with AI', description: 'Whether to label the Post as made with AI' }),
		'media.call_to_actions': group(
			{
				action: choice(
					{ visit_site: 'Visit Site', watch_now: 'Watch Now', app_install: 'Install App' },
					{ default: 'visit_site' },
				),
				app_store_id: forApp(text({ label: 'App Store ID' })),
				ipad_app_store_id: forApp(text({ label: 'App Store ID (iPad)' })),
				play_store_id: forApp(text({ label: 'Play Store ID' })),
				url: forAddress(text({ label: 'URL', placeholder: 'e.g. https://example.com' })),
			},
			{
				label: 'Media Call to Action',
				description: 'A button below a video',
				toWire: ({ action, url, ...stores }) =>
					action === 'app_install' ? { app_install: stores } : { [String(action)]: { url } },
			},
		),
		'media.description': text({ label: 'Media Description' }),
		'media.embeddable': flag({
			label: 'Media Embeddable',
			default: true,
			description: 'Whether other sites may embed the video',
		}),
		'media.preview_media_id': id({
			label: 'Media Preview ID',
			description: 'ID of the image to show before a video plays',
		}),
		'media.tagged_user_ids': ids({
			label: 'Media Tagged User IDs',
			max: 10,
			description: 'Up to 10 users to tag, separated by commas',
		}),
		'media.title': text({ label: 'Media Title' }),
		nullcast: flag({
			label: 'Promoted Only',
			description: 'Whether to publish the Post for promotion only, so that it is not on your timeline',
		}),
		paid_partnership: flag({ description: 'Whether to label the Post as a paid promotion' }),
		'reply.in_reply_to_tweet_id': post({ label: 'Reply To', description: 'The Post to answer' }),
		'reply.auto_populate_reply_metadata': flag({
			label: 'Reply Mentions',
			description: 'Whether to mention everyone in the conversation by itself',
		}),
		'reply.exclude_reply_user_ids': list({
			label: 'Reply Without User IDs',
			description: 'Users to leave out of the conversation, separated by commas',
			pattern: /^\d{1,19}$/,
			shape: 'an ID of 1 to 19 digits',
			placeholder: 'e.g. 1234567890,1234567891',
		}),
		reply_settings: choice(WHO, {
			label: 'Who Can Reply',
			description: 'Everyone may reply unless this says otherwise',
		}),
		share_with_followers: flag({ description: 'Whether to show a community Post to your followers as well' }),
	}),
};

/** Rules across the fields of a new Post. */
export function* checkNewPost(values: Values): Generator<string> {
	const { attachment: kind, poll: voting } = values;
	if (kind === 'poll') {
		const count = (voting as { options?: unknown[] } | undefined)?.options?.length ?? 0;
		if (count < 2) yield `Poll: needs 2 to 4 options, and has ${count}`;
	}
	if (kind === 'media' && values['media.media_ids'] === undefined)
		yield 'Media IDs: is required for a Post with media';
	const has = (prefix: string) =>
		Object.entries(values).some(
			([key, value]) => key.startsWith(prefix) && value !== undefined && value !== '',
		);
	if (kind !== 'media' && has('media.'))
		yield 'Attachment: must be Media for a Post with media settings such as title or tagged users';
	const replying = values['reply.in_reply_to_tweet_id'] !== undefined;
	if (!replying && (has('reply.exclude') || has('reply.auto')))
		yield 'Reply To: is required with Reply Mentions and Reply Without User IDs';
	if (kind === 'card' && values.direct_message_deep_link !== undefined)
		yield 'Direct Message Link: cannot stand beside a card';
	const call = values['media.call_to_actions'] as Record<string, Record<string, unknown>> | undefined;
	if (
		call &&
		Object.values(call).some((target) => Object.values(target).every((value) => value === undefined))
	)
		yield 'Media Call to Action: needs a URL, or the ID of an app in a store';
}

/** What an account without Premium may publish, counted as the platform counts. */
const FREE_LENGTH = 280;

/** What the platform may refuse, or ignore, depending on the account: warnings, not refusals. */
export function* warnings(values: Values): Generator<string> {
	if (values.share_with_followers === true && values.community_id === undefined)
		yield 'Share With Followers has an effect only together with Community ID.';
	const length = weightedLength(asText(values.text ?? values.caption));
	if (length > FREE_LENGTH)
		yield `The text counts ${length} characters. Without Premium the platform refuses more than ${FREE_LENGTH}.`;
}
