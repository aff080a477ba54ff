/**
 * All formats, in the order in which they are tried: first feeds, whatever other columns they have, then shop systems.
 */
import { bigCommerce } from './bigCommerce';
import { ceneo } from './ceneo';
import { feed, meta } from './feed';
import { googleRetail } from './googleRetail';
import { heureka } from './heureka';
import { magento } from './magento';
import { prestaShop } from './prestaShop';
import { shopify, shopifyItems } from './shopify';
import { shoptet } from './shoptet';
import { wix } from './wix';
import { wooCommerce, wooCommerceItems } from './wooCommerce';
import { yml } from './yml';

export const FORMATS = [
	meta,
	feed,
	shopify,
	shopifyItems,
	wooCommerceItems,
	wooCommerce,
	magento,
	prestaShop,
	bigCommerce,
	wix,
	yml,
	ceneo,
	shoptet,
	heureka,
	googleRetail,
] as const;

/** The values of the formats in the menu Source Format. */
export type FormatName = (typeof FORMATS)[number]['value'];
