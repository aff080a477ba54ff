import { defineFormat } from './vocabulary';

/** A file with all of these columns is a feed, even if it has the columns of a shop system too. */
const FEED_COLUMNS = ['id', 'title', 'description', 'availability', 'price', 'link', 'image_link'];

/** The feed of X has the format of Google Merchant Center: https://support.google.com/merchants/answer/7052112 */
export const feed = defineFormat({
	value: 'feed',
	label: 'Google / Merchant Feed',
	description: 'The columns of a product feed',
	recognizedBy: [FEED_COLUMNS],
	fields: 'feed',
	aliases: { sell_on_google_quantity: 'inventory' },
});

/** The template of Meta's Commerce Manager: https://www.facebook.com/business/help/120325381656392 */
export const meta = defineFormat({
	value: 'meta',
	label: 'Meta Catalog',
	recognizedBy: [
		[...FEED_COLUMNS, 'quantity_to_sell_on_facebook'],
		[...FEED_COLUMNS, 'fb_product_category'],
	],
	fields: 'feed',
	aliases: { quantity_to_sell_on_facebook: 'inventory' },
});
