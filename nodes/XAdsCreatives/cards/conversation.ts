/** Fields and rules of image and video conversation cards: https://docs.x.com/x-ads-api/creatives/reference#image-conversation-cards */
import { webAddress } from '../../shared/ads/fields';
import { text, type Appearance } from '../../shared/fields';
import { broken, InvalidValue, type Field } from '../../shared/operation/operation';
import { libraryImage } from '../locators';

const LONGEST_CALL = 20;

/** A call to action: a hashtag or a few words. The number sign does not count. */
export function callToAction(rest: Appearance): Field<string> {
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

/** The first choice and the thanks, which every card has. */
export const conversationBasics = () => ({
	name: text({ label: 'Name', description: 'Only the account sees it' }),
	first_cta: call('First'),
	first_cta_tweet: postOf('First'),
	thank_you_text: short('Thank You Text', 'What people see once they have posted'),
});

/** What a card may have besides. */
export const conversationMore = () => ({
	title: short('Title', 'The headline; needed unless there is a second call to action'),
	second_cta: call('Second'),
	second_cta_tweet: postOf('Second'),
	third_cta: call('Third'),
	third_cta_tweet: postOf('Third'),
	fourth_cta: call('Fourth'),
	fourth_cta_tweet: postOf('Fourth'),
	thank_you_url: webAddress('Thank You URL', 'Where people can go once they have posted'),
	unlocked_image_media_key: libraryImage({
		label: 'Unlocked Image',
		description: 'The image that people see once they have posted: 800 pixels wide or more, 5:2',
	}),
});

interface Card {
	readonly title?: string | undefined;
	readonly second_cta?: string | undefined;
	readonly second_cta_tweet?: string | undefined;
	readonly third_cta?: string | undefined;
	readonly third_cta_tweet?: string | undefined;
	readonly fourth_cta?: string | undefined;
	readonly fourth_cta_tweet?: string | undefined;
}

/** Each call to action comes with its Post. */
export function* checkCalls(card: Card) {
	for (const which of ['second_cta', 'third_cta', 'fourth_cta'] as const) {
		const post = `${which}_tweet` as const;
		if ((card[which] ?? '') !== '' && (card[post] ?? '') === '')
			yield broken(post, 'required', `is required where there is {${which}}`);
	}
}

/** A new card has a title or a second call to action. */
export function* checkConversation(card: Card) {
	if (card.title === undefined && card.second_cta === undefined)
		yield broken('title', 'required', 'or {second_cta} is required');
	yield* checkCalls(card);
}
