import { get } from 'lodash';
import { words } from '../../shared/util/text';
import { accountChildren, adsResource } from '../../shared/ads/children';
import { titled, sort, withDeleted, country, webAddress } from '../../shared/ads/fields';
import { adIds, inAccount, adLocator } from '../../shared/ads/locators';
import {
	body,
	choices,
	filters,
	flag,
	options,
	text,
	update,
	choice,
	choicesFrom,
	formChoice,
	formOnly,
	oneOf,
	optional,
	required,
	rows,
	when,
} from '../../shared/fields';
import {
	type Shape,
	broken,
	cursor,
	many,
	one,
	op,
	type Call,
	type Field,
	type ValuesOf,
} from '../../shared/operation/operation';
import { cardUris, nameBeginning, libraryMedia, mediaKeys, sortable } from '../locators';
import { leadForm } from '../../shared/ads/lists';
import { title } from '../../shared/operation/labels';
import { defined } from '../../shared/util/lenient';

type CardPart = Readonly<Record<string, unknown>>;

/** An image or video above a title or a button, with a destination. */
const described = (title: string | undefined, destination: CardPart): CardPart => ({
	type: 'DETAILS',
	title,
	destination,
});

const withButton = (button: string | undefined, destination: CardPart): CardPart => ({
	type: 'BUTTON',
	label: { type: 'ENUM', value: button },
	destination,
});

const toWebsite = (url: string | undefined): CardPart => ({ type: 'WEBSITE', url });

function appOf(content: Content): CardPart {
	const { country_code, googleplay_app_id, googleplay_deep_link } = content;
	const { ios_app_store_identifier, ios_deep_link } = content;
	const ids = { googleplay_app_id, googleplay_deep_link, ios_app_store_identifier, ios_deep_link };
	return { type: 'APP', country_code, ...defined(ids) };
}

function descriptionOf(content: Content): CardPart {
	const { destination, title, button, url, lead_form_id: id } = content;
	switch (destination) {
		case 'app':
			return withButton(button, appOf(content));
		case 'leadForm':
			return described(title, { type: 'LEAD_FORM', id });
		case 'leadFormButton':
			return withButton(button, { type: 'LEAD_FORM', id });
		default:
			return described(title, toWebsite(url));
	}
}

/**
 * Returns the members of a card's body for what it shows, from top to bottom:
 * https://docs.x.com/x-ads-api/creatives/reference#components
 */
function contentOf(content: Content) {
	const { card_format: format, media_key, media_keys, card_slides: slides = [] } = content;
	switch (format) {
		case 'single':
			return { components: [{ type: 'MEDIA', media_key }, descriptionOf(content)] };
		case 'carousel':
			return { components: [{ type: 'SWIPEABLE_MEDIA', media_keys }, descriptionOf(content)] };
		case 'multiDestination':
			return {
				slides: slides.map(({ media_key: key, title, url }) => [
					{ type: 'MEDIA', media_key: key },
					described(title, toWebsite(url)),
				]),
			};
		default:
			return {};
	}
}

/** An app needs a store, and a deep link needs an app. */
function* checkApp(content: Content) {
	const { destination, googleplay_app_id: play, googleplay_deep_link: playLink } = content;
	const { ios_app_store_identifier: store, ios_deep_link: storeLink } = content;
	if (destination !== 'app') return;
	if (play === undefined && store === undefined)
		yield broken('googleplay_app_id', 'required', 'or {ios_app_store_identifier} is required');
	if (playLink !== undefined && play === undefined)
		yield broken('googleplay_deep_link', 'requires', 'needs {googleplay_app_id}');
	if (storeLink !== undefined && store === undefined)
		yield broken('ios_deep_link', 'requires', 'needs {ios_app_store_identifier}');
}

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

const newContent = {
	card_format: formChoice(FORMATS, { label: 'Format', default: 'single' }),
	...details(2),
};

/** The contents of a changed card, which X replaces as a whole. In X's own example, one of two media is left. */
const changedContent = {
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

type Content = Partial<ValuesOf<typeof changedContent>>;

/** A card of any kind. Some older kinds have no list. */
const anyCard = adLocator('Card', '508pf');

const card = adLocator('Card', '1321554298900107264', 'searchCards');

const partsOf = (value: unknown): CardPart[] =>
	Array.isArray(value)
		? value.filter((part): part is CardPart => typeof part === 'object' && part !== null)
		: [];

function flat(components: unknown): CardPart {
	const parts = partsOf(components);
	const media = parts.flatMap((part) => part.media_keys ?? part.media_key ?? []);
	const description = parts.find(({ destination }) => destination !== undefined);
	return {
		media_keys: media,
		title: description?.title,
		button: get(description, 'label.value'),
		url: get(description, 'destination.url'),
		destination: description?.destination,
	};
}

/** The output of a website or app card, with its media and destination at the top level. */
const cardShape: Shape = {
	simplifiedFields: words(`
		id name card_type card_uri media_keys title button url destination slides created_at updated_at
		deleted`),
	present: ({ components, slides, ...card }) => ({
		...card,
		...(components !== undefined && flat(components)),
		...(Array.isArray(slides) && { slides: slides.map(flat) }),
	}),
};

const TYPES = titled(`
	IMAGE_APP IMAGE_CAROUSEL_APP IMAGE_CAROUSEL_WEBSITE IMAGE_MULTI_DEST_CAROUSEL_WEBSITE IMAGE_WEBSITE
	MIXED_MEDIA_MULTI_DEST_CAROUSEL_WEBSITE MIXED_MEDIA_SINGLE_DEST_CAROUSEL_APP
	MIXED_MEDIA_SINGLE_DEST_CAROUSEL_WEBSITE VIDEO_APP VIDEO_CAROUSEL_APP VIDEO_CAROUSEL_WEBSITE
	VIDEO_MULTI_DEST_CAROUSEL_WEBSITE VIDEO_WEBSITE`);

const cardName = () => body(text({ label: 'Name', max: 80, description: 'Only the account sees it' }));

const cards = accountChildren({
	segment: 'cards',
	listedBy: 'card_id',
	locator: card,
	simplified: cardShape,
});

async function sendContent(call: Call<Content>) {
	const request = call.request();
	return await call.sendAndOutput({ ...request, body: { ...request.body, ...contentOf(call.values) } });
}

export const cardResource = adsResource('card', 'Card', {
	create: cards.creation(
		'Create a card that leads from an image, a video or a carousel to a website, app or lead form',
		{ name: cardName(), ...newContent },
		{ commutes: true, check: checkApp, run: sendContent },
	),
	delete: cards.remove('Delete a website or app card'),
	get: cards.get('Get one website or app card'),
	getByUris: op({
		route: 'GET /12/accounts/{account_id}/cards/all',
		name: 'Get Many by URIs',
		action: 'Get cards of any kind by URI',
		description: 'Get up to 200 cards of any kind by their URIs, as Posts name them',
		fields: { ...inAccount, card_uris: cardUris(), ...withDeleted },
		result: many(),
	}),
	getMany: cards.listOf(
		'Get the website and app cards of an account',
		{
			...sort('name'),
			...filters({
				card_id: adIds('Card IDs'),
				card_types: choices(TYPES),
				card_uris: cardUris(),
				q: nameBeginning(),
			}),
			...options({
				include_legacy_cards: flag({
					description: 'Whether to include older website and app cards, made before X had components',
				}),
			}),
			...withDeleted,
		},
		{ paging: cursor(200) },
	),
	getOfAnyKind: op({
		route: 'GET /12/accounts/{account_id}/cards/all/{card_id}',
		action: 'Get a card of any kind',
		description: 'Get one card of any kind by its ID, older kinds included',
		fields: { ...inAccount, card_id: anyCard(), ...withDeleted },
		result: one(),
	}),
	update: cards.change(
		'Change the name of a website or app card, or replace what it shows',
		{ ...changedContent, ...update({ name: { ...cardName(), sendsEmpty: false } }) },
		{
			needsChange: false,
			check: function* (values) {
				if (values.card_format === 'keep' && values.name === undefined)
					yield broken('updateFields', 'required', 'needs a name, unless {card_format} says what to show');
				yield* checkApp(values);
			},
			run: sendContent,
		},
	),
});
