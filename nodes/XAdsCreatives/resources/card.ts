import { accountChildren, adsResource } from '../../shared/ads/children';
import { sort, withDeleted } from '../../shared/ads/listFields';
import { adIds, inAccount } from '../../shared/ads/locators';
import { titled } from '../../shared/ads/fields';
import { body, choices, filters, flag, options, text, update } from '../../shared/fields';
import { broken, cursor, many, one, op, type Call } from '../../shared/operation/operation';
import { nameBeginning } from '../cards/filters';
import { checkApp, contentOf } from '../cards/components';
import { changedContent, newContent, type Content } from '../cards/contentFields';
import { cardShape } from '../cards/shape';
import { anyCard, card, cardUris } from '../locators';

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
	create: op({
		...cards.create,
		description:
			'Create a card that leads from an image, a video or a carousel to a website, app or lead form',
		fields: { ...inAccount, name: cardName(), ...newContent },
		commutes: true,
		check: checkApp,
		run: sendContent,
	}),
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
	getMany: op({
		...cards.getMany,
		description: 'Get the website and app cards of an account',
		fields: {
			...inAccount,
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
		paging: cursor(200),
	}),
	getOfAnyKind: op({
		route: 'GET /12/accounts/{account_id}/cards/all/{card_id}',
		action: 'Get a card of any kind',
		description: 'Get one card of any kind by its ID, older kinds included',
		fields: { ...inAccount, card_id: anyCard(), ...withDeleted },
		result: one(),
	}),
	update: op({
		...cards.update,
		description: 'Change the name of a website or app card, or replace what it shows',
		fields: {
			...cards.fields,
			...changedContent,
			...update({ name: { ...cardName(), sendsEmpty: false } }),
		},
		needsChange: false,
		check: function* (values) {
			if (values.card_format === 'keep' && values.name === undefined)
				yield broken('updateFields', 'required', 'needs a name, unless {card_format} says what to show');
			yield* checkApp(values);
		},
		run: sendContent,
	}),
});
