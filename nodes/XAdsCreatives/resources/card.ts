import { get } from 'lodash';
import { words } from '../../shared/util/text';
import { accountChildren, adsResource } from '../../shared/ads/children';
import { titled } from '../../shared/ads/fields';
import { sort, withDeleted } from '../../shared/ads/listFields';
import { adIds, inAccount, adLocator } from '../../shared/ads/locators';
import { body, choices, filters, flag, options, text, update } from '../../shared/fields';
import { type Shape, broken, cursor, many, one, op, type Call } from '../../shared/operation/operation';
import { type CardPart, checkApp, contentOf } from '../cards/components';
import { changedContent, newContent, type Content } from '../cards/contentFields';
import { cardUris, nameBeginning } from '../locators';

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
