/** Image and video conversation cards: https://docs.x.com/x-ads-api/creatives/reference#image-conversation-cards */
import { webAddress } from '../../shared/ads/fields';
import { mapValues } from 'lodash';
import { additional, type Appearance, formChoice, text, update, when } from '../../shared/fields';
import { InvalidValue, type Field, type Fields, type ValueOf } from '../../shared/operation/operation';
import { libraryImage } from '../locators';

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
export const newConversation = <F extends Fields>(media: Field<string>, more: F) => ({
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
export const changedConversation = <F extends Fields>(media: Field<string>, more: F) =>
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
export function* warnCalls(card: Calls) {
	for (const which of ['second_cta', 'third_cta', 'fourth_cta'] as const) {
		const post = `${which}_tweet` as const;
		if ((card[which] ?? '') !== '' && (card[post] ?? '') === '')
			yield `X may refuse {${which}} without {${post}}: add what the card has, too`;
	}
}
