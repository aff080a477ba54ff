/** Conversation and poll cards: https://docs.x.com/x-ads-api/creatives/reference#image-conversation-cards */
import { accountChildren, adsResource } from '../../shared/ads/children';
import { adLocator } from '../../shared/ads/locators';
import { withArticle } from '../../shared/operation/labels';
import { type Field, type Fields, InvalidValue, type ValueOf } from '../../shared/operation/operation';
import { libraryImage, libraryVideo, poster, nameBeginning, libraryMedia } from '../locators';
import { webAddress } from '../../shared/ads/fields';
import { mapValues } from 'lodash';
import { additional, type Appearance, formChoice, text, update, when, number } from '../../shared/fields';

const LONGEST_CALL = 20;

/** A call to action: a hashtag or a few words. The # does not count as a character. */
function callToAction(rest: Appearance): Field<string> {
	const field = text({ placeholder: 'e.g. #ShareNow', ...rest });
	return {
		...field,
		encode: (value, context) => {
			const written = field.encode(value, context);
			const length = Array.from((written ?? '').replaceAll('#', '')).length;
			if (length > LONGEST_CALL)
				throw new InvalidValue(
					'maxLength',
					`must be at most ${LONGEST_CALL} characters long without the #, and has ${length}`,
				);
			return written;
		},
	};
}

const postOf = (which: string) =>
	text({
		label: `${which} Call to Action: Post`,
		rows: 2,
		description: `What people post who choose the ${which.toLowerCase()} call to action`,
	});

const call = (which: string) => callToAction({ label: `${which} Call to Action` });
const short = (label: string, description: string) => text({ label, max: 23, description });

const title = () => short('Title', 'The headline');

const first = () => ({ first_cta: call('First'), first_cta_tweet: postOf('First') });
const second = () => ({ second_cta: call('Second'), second_cta_tweet: postOf('Second') });
const third = () => ({ third_cta: call('Third'), third_cta_tweet: postOf('Third') });
const fourth = () => ({ fourth_cta: call('Fourth'), fourth_cta_tweet: postOf('Fourth') });

const basics = () => ({
	name: text({ description: 'Only the account sees it' }),
	thank_you_text: short('Thank You Text', 'What people see once they have posted'),
});

const extras = () => ({
	thank_you_url: webAddress('Thank You URL', 'Where people can go once they have posted'),
	unlocked_image_media_key: libraryImage({
		label: 'Unlocked Image',
		description: 'The image that people see once they have posted: 800 pixels wide or more, 5:2',
	}),
});

const COUNTS = ['one', 'two', 'three', 'four'];

/** Fields that the form shows from a number of calls to action on. */
const fromCount = <F extends Fields>(least: number, fields: F) =>
	mapValues(fields, (field) => when({ cta_count: COUNTS.slice(least - 1) }, field)) as WhileShown<F>;

type WhileShown<F extends Fields> = { readonly [Key in keyof F]: Field<ValueOf<F[Key]> | undefined> };

/** Makes the fields of a new card. With a single call to action X requires a title, and each call has its own Post. */
const newConversation = <F extends Fields>(media: Field<string>, more: F) => ({
	name: basics().name,
	media_key: media,
	cta_count: formChoice(
		{ one: '1', two: '2', three: '3', four: '4' },
		{ label: 'Calls to Action', default: 'one', description: 'How many calls people can choose from' },
	),
	title: { ...when({ cta_count: ['one'] }, title()), optionalWhen: { cta_count: ['two', 'three', 'four'] } },
	...first(),
	...fromCount(2, second()),
	...fromCount(3, third()),
	...fromCount(4, fourth()),
	thank_you_text: basics().thank_you_text,
	...additional({ ...extras(), ...more }),
});

/** Returns the fields that an update can change. */
const changedConversation = <F extends Fields>(media: Field<string>, more: F) =>
	update({
		...basics(),
		media_key: media,
		title: title(),
		...first(),
		...second(),
		...third(),
		...fourth(),
		...extras(),
		...more,
	});

type Calls = Partial<
	Readonly<Record<`${'second' | 'third' | 'fourth'}_cta${'' | '_tweet'}`, string | undefined>>
>;

/** X requires the Post together with its call to action, even if the card already has it. */
function* warnCalls(card: Calls) {
	for (const which of ['second_cta', 'third_cta', 'fourth_cta'] as const) {
		const post = `${which}_tweet` as const;
		if ((card[which] ?? '') !== '' && (card[post] ?? '') === '')
			yield `X may refuse {${which}} without {${post}}: add what the card has, too`;
	}
}

interface CardKind {
	readonly example: string;
	readonly shown: () => Field<string>;
	readonly more: () => Fields;
}

/** Makes the resource of the conversation cards that show an image, or of those that show a video. */
function conversationCards(medium: 'Image' | 'Video', { example, shown, more }: CardKind) {
	const kind = medium.toLowerCase();
	const noun = `${kind} conversation card`;
	const cards = accountChildren({
		segment: `cards/${kind}_conversation`,
		key: 'card_id',
		locator: adLocator('Card', example, `search${medium}ConversationCards`),
		simplified: `
			id name card_uri card_type title first_cta first_cta_tweet second_cta second_cta_tweet thank_you_text
			media_key media_url image_display_width image_display_height video_width video_height poster_media_url
			created_at updated_at deleted`,
		noun,
		nouns: `${noun}s`,
	});
	return adsResource(`${kind}ConversationCard`, `${medium} Conversation Card`, {
		create: cards.creation(
			`Create a card with ${withArticle(kind)} that asks people to post something`,
			newConversation(shown(), more()),
			{ commutes: true },
		),
		delete: cards.remove(`Delete ${withArticle(noun)} for good`),
		get: cards.get(`Get one ${noun}`),
		getMany: cards.list(`Get the ${noun}s of an account`, { filters: { q: nameBeginning() } }),
		update: cards.change(
			`Change fields of ${withArticle(noun)}; a field that is added and left empty is unset`,
			changedConversation(shown(), more()),
			{ warn: warnCalls },
		),
	});
}

export const imageConversationCardResource = conversationCards('Image', {
	example: '59woh',
	shown: () =>
		libraryImage({
			label: 'Image',
			description: 'From the media library: 800 pixels wide or more, 1.91:1',
		}),
	more: () => ({}),
});

export const videoConversationCardResource = conversationCards('Video', {
	example: '5a86h',
	shown: () =>
		libraryVideo({ label: 'Video', description: 'From the media library, with an aspect ratio of 16:9' }),
	more: () => ({
		poster_media_key: poster({
			label: 'Poster Image',
			description: 'What is shown before the video plays, instead of its first frame',
		}),
		unlocked_video_media_key: libraryVideo({
			label: 'Unlocked Video',
			description: 'The video that people see once they have posted',
		}),
	}),
});

const choiceOf = (label: string) => text({ label, max: 25 });

const polls = accountChildren({
	segment: 'cards/poll',
	key: 'card_id',
	locator: adLocator('Card', '57i77', 'searchPollCards'),
	simplified: `
		id name card_uri card_type first_choice second_choice third_choice fourth_choice duration_in_minutes
		start_time end_time image_display_width image_display_height media_url video_url video_hls_url video_width
		video_height content_duration_seconds video_poster_url created_at updated_at deleted`,
	noun: 'poll card',
	nouns: 'poll cards',
});

export const pollCardResource = adsResource('pollCard', 'Poll Card', {
	create: polls.creation('Create a poll. It starts right away, even before a Post shows it.', {
		name: text({ description: 'Only the account sees it' }),
		choice_count: formChoice(
			{ two: '2', three: '3', four: '4' },
			{ label: 'Choices', default: 'two', description: 'How many choices the poll has' },
		),
		first_choice: choiceOf('First Choice'),
		second_choice: choiceOf('Second Choice'),
		third_choice: when({ choice_count: ['three', 'four'] }, choiceOf('Third Choice')),
		fourth_choice: when({ choice_count: ['four'] }, choiceOf('Fourth Choice')),
		duration_in_minutes: number({
			label: 'Duration (Minutes)',
			min: 5,
			max: 7 * 24 * 60,
			default: 24 * 60,
			description: 'How long people can vote from now on, up to 7 days',
		}),
		...additional({
			media_key: libraryMedia({
				label: 'Image or Video',
				description:
					'From the media library: 800 pixels wide or more, images 1.91:1, videos 16:9. The account needs the feature PROMOTED_MEDIA_POLLS.',
			}),
		}),
	}),
	delete: polls.remove('Delete a poll card for good'),
	get: polls.get('Get one poll card'),
	getMany: polls.list('Get the poll cards of an account', { filters: { q: nameBeginning() } }),
});
