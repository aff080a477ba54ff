/** The contents and destination of a website or app card: https://docs.x.com/x-ads-api/creatives/reference#cards */
import { country, webAddress } from '../../shared/ads/fields';
import { leadForm } from '../../shared/ads/leadForms';
import {
	choice,
	choicesFrom,
	formChoice,
	formOnly,
	oneOf,
	optional,
	required,
	rows,
	text,
	when,
} from '../../shared/fields';
import { title } from '../../shared/operation/labels';
import type { Field, ValuesOf } from '../../shared/operation/operation';
import { libraryMedia, mediaKeys, sortable } from '../locators';

const FORMATS = {
	carousel: ['Carousel', '2 to 6 images or videos to swipe through, which lead to the same place'],
	multiDestination: [
		'Carousel with Several Destinations',
		'2 to 6 images or videos, each with a title and website of its own',
	],
	single: ['Single Image or Video', 'One image or video above a title or a button'],
} as const;

const KEPT = { keep: ['Keep as It Is', 'Change the name alone'] } as const;

const DESTINATIONS = {
	app: ['App', 'A button that leads to an app in the stores'],
	leadForm: ['Lead Form', 'A title under the media that opens a lead form'],
	leadFormButton: ['Lead Form Behind a Button', 'A button that opens a lead form'],
	website: ['Website', 'A title under the media that leads to a website'],
} as const;

const BUTTONS = choicesFrom(['BOOK', 'CONNECT', 'INSTALL', 'OPEN', 'ORDER', 'PLAY', 'SHOP'], title);

const ONE_DESTINATION = { card_format: ['single', 'carousel'] };
const TITLED = { ...ONE_DESTINATION, destination: ['website', 'leadForm'] };
const WITH_BUTTON = { ...ONE_DESTINATION, destination: ['app', 'leadFormButton'] };
const TO_APP = { ...ONE_DESTINATION, destination: ['app'] };

const MOST_MEDIA = 6;

const cardTitle = () => text({ label: 'Title', description: 'The headline under the image or video' });
const website = () => webAddress('Website', 'Where the card leads');
const shownTo = <T>(conditions: NonNullable<Field['when']>, field: Field<T>) =>
	when(conditions, formOnly(field));

const slide = {
	media_key: required(libraryMedia()),
	title: required(cardTitle()),
	url: required(website()),
};

const appDetails = {
	country_code: shownTo(TO_APP, country({ description: 'Where the app is sold' })),
	googleplay_app_id: optional(
		shownTo(TO_APP, text({ label: 'Google Play App ID', placeholder: 'e.g. com.example.app' })),
	),
	googleplay_deep_link: optional(
		shownTo(
			TO_APP,
			text({ label: 'Google Play Deep Link', description: 'A place inside of the Android app' }),
		),
	),
	ios_app_store_identifier: optional(
		shownTo(TO_APP, text({ label: 'App Store ID', placeholder: 'e.g. 333903271' })),
	),
	ios_deep_link: optional(
		shownTo(TO_APP, text({ label: 'App Store Deep Link', description: 'A place inside of the iOS app' })),
	),
};

const details = (least: number) => ({
	media_key: shownTo(
		{ card_format: ['single'] },
		libraryMedia({ description: 'The image or video, from the media library' }),
	),
	media_keys: shownTo(
		{ card_format: ['carousel'] },
		mediaKeys({
			min: least,
			max: MOST_MEDIA,
			description: '2 to 6 images or videos of the media library, in their order',
		}),
	),
	card_slides: shownTo(
		{ card_format: ['multiDestination'] },
		sortable(rows(slide, { label: 'Slides', placeholder: 'Add Slide', min: least, max: MOST_MEDIA })),
	),
	destination: shownTo(
		ONE_DESTINATION,
		oneOf(DESTINATIONS, { label: 'Leads To', default: 'website', description: 'Where the card leads' }),
	),
	title: shownTo(TITLED, cardTitle()),
	url: shownTo({ ...ONE_DESTINATION, destination: ['website'] }, website()),
	button: shownTo(WITH_BUTTON, choice(BUTTONS, { default: 'OPEN' })),
	lead_form_id: shownTo({ ...ONE_DESTINATION, destination: ['leadForm', 'leadFormButton'] }, leadForm()),
	...appDetails,
});

export const newContent = {
	card_format: formChoice(FORMATS, { label: 'Format', default: 'single' }),
	...details(2),
};

/** The contents of a changed card, which X replaces as a whole. In X's own example, one of two media is left. */
export const changedContent = {
	card_format: formChoice(
		{ ...FORMATS, ...KEPT },
		{
			label: 'Format',
			default: 'keep',
			description: 'The new content of the card. X replaces all of it, so fill in what stays as well.',
		},
	),
	...details(1),
};

export type Content = Partial<ValuesOf<typeof changedContent>>;
