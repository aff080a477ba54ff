import { accountChildren, adsResource } from '../../shared/ads/children';
import { adLocator } from '../../shared/ads/locators';
import { additional, formChoice, number, text, when } from '../../shared/fields';
import { libraryMedia, nameBeginning } from '../locators';

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
