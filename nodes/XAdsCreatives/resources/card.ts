import { reads, writes } from '../../shared/ads/children';
import { pageOptions, sort, withDeleted } from '../../shared/ads/listFields';
import { adIds, inAccount } from '../../shared/ads/locators';
import { body, choices, choicesFrom, filters, flag, options, text, update } from '../../shared/fields';
import { title } from '../../shared/operation/labels';
import { broken, cursor, deleted, many, one, op, type Call } from '../../shared/operation/operation';
import { words } from '../../shared/util/text';
import { nameBeginning } from '../cards/filters';
import { checkApp, contentOf } from '../cards/components';
import { changedContent, newContent, type Content } from '../cards/contentFields';
import { cardShape } from '../cards/shape';
import { anyCard, card, cardUris } from '../locators';
import { creativeResource } from '../resource';

const REFERENCE = 'https://docs.x.com/x-ads-api/creatives/reference';

const TYPES = choicesFrom(
	words(`
		IMAGE_APP IMAGE_CAROUSEL_APP IMAGE_CAROUSEL_WEBSITE IMAGE_MULTI_DEST_CAROUSEL_WEBSITE IMAGE_WEBSITE
		MIXED_MEDIA_MULTI_DEST_CAROUSEL_WEBSITE MIXED_MEDIA_SINGLE_DEST_CAROUSEL_APP
		MIXED_MEDIA_SINGLE_DEST_CAROUSEL_WEBSITE VIDEO_APP VIDEO_CAROUSEL_APP VIDEO_CAROUSEL_WEBSITE
		VIDEO_MULTI_DEST_CAROUSEL_WEBSITE VIDEO_WEBSITE`),
	title,
);

const cardName = () => body(text({ label: 'Name', max: 80, description: 'Only the account sees it' }));

const ofOne = { ...inAccount, card_id: card() };

/** Sends the name with what the card shows. */
async function sendContent(call: Call<Content>) {
	const request = call.request();
	return await call.sendAndOutput({ ...request, body: { ...request.body, ...contentOf(call.values) } });
}

export const cardResource = creativeResource('cards', 'card', 'Card', {
	create: op({
		route: 'POST /12/accounts/{account_id}/cards',
		name: 'Create',
		action: 'Create a card',
		description:
			'Create a card that leads from an image, a video or a carousel to a website, app or lead form',
		auth: writes,
		fields: { ...inAccount, name: cardName(), ...newContent },
		result: one(cardShape),
		commutes: true,
		check: checkApp,
		run: sendContent,
	}),
	delete: op({
		route: 'DELETE /12/accounts/{account_id}/cards/{card_id}',
		name: 'Delete',
		action: 'Delete a card',
		description: 'Delete a website or app card',
		auth: writes,
		fields: ofOne,
		result: deleted('card_id'),
	}),
	get: op({
		route: 'GET /12/accounts/{account_id}/cards/{card_id}',
		name: 'Get',
		action: 'Get a card',
		description: 'Get one website or app card',
		auth: reads,
		fields: { ...ofOne, ...withDeleted },
		result: one(cardShape),
		many: {
			route: 'GET /12/accounts/{account_id}/cards',
			parameter: 'card_id',
			max: 200,
			field: 'card_id',
			query: [['count', '200']],
		},
	}),
	getByUris: op({
		route: 'GET /12/accounts/{account_id}/cards/all',
		name: 'Get Many by URIs',
		action: 'Get cards of any kind by URI',
		description: 'Get up to 200 cards of any kind by their URIs, as Posts name them',
		docs: `${REFERENCE}#cards-fetch`,
		auth: reads,
		fields: { ...inAccount, card_uris: cardUris(), ...withDeleted },
		result: many(),
	}),
	getMany: op({
		route: 'GET /12/accounts/{account_id}/cards',
		name: 'Get Many',
		action: 'Get many cards',
		description: 'Get the website and app cards of an account',
		docs: `${REFERENCE}#cards`,
		auth: reads,
		fields: {
			...inAccount,
			...sort('name'),
			...filters({
				card_id: adIds('Card IDs'),
				card_types: choices(TYPES, { label: 'Card Types' }),
				card_uris: cardUris(),
				q: nameBeginning(),
			}),
			...options({
				include_legacy_cards: flag({
					label: 'Include Legacy Cards',
					description: 'Whether to include older website and app cards, made before X had components',
				}),
			}),
			...pageOptions,
			...withDeleted,
		},
		paging: cursor(200),
		result: many(cardShape),
	}),
	getOfAnyKind: op({
		route: 'GET /12/accounts/{account_id}/cards/all/{card_id}',
		name: 'Get of Any Kind',
		action: 'Get a card of any kind',
		description: 'Get one card of any kind by its ID, older kinds included',
		docs: `${REFERENCE}#cards-fetch`,
		auth: reads,
		fields: { ...inAccount, card_id: anyCard(), ...withDeleted },
		result: one(),
	}),
	update: op({
		route: 'PUT /12/accounts/{account_id}/cards/{card_id}',
		name: 'Update',
		action: 'Update a card',
		description: 'Change the name of a website or app card, or replace what it shows',
		auth: writes,
		fields: {
			...ofOne,
			...changedContent,
			...update({ name: { ...cardName(), sendsEmpty: false } }),
		},
		result: one(cardShape),
		check: function* (values) {
			if (values.card_format === 'keep' && values.name === undefined)
				yield broken('updateFields', 'required', 'needs a name, unless {card_format} says what to show');
			yield* checkApp(values);
		},
		run: sendContent,
	}),
});
