/** Builds the body of a card from the form: https://docs.x.com/x-ads-api/creatives/reference#components */
import { broken } from '../../shared/operation/operation';
import { defined } from '../../shared/util/lenient';
import type { Content } from './contentFields';

export type CardPart = Readonly<Record<string, unknown>>;

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

/** Returns the members of a card's body for what it shows, from top to bottom. */
export function contentOf(content: Content) {
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
export function* checkApp(content: Content) {
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
