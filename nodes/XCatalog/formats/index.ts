/** This file lists the formats as they are tried: first feeds, whatever other columns they have, then shop systems. */
import { bigCommerce } from './bigCommerce';
import { ceneo } from './ceneo';
import { feed, meta } from './feed';
import { googleRetail } from './googleRetail';
import { heureka } from './heureka';
import { kaspi } from './kaspi';
import { magento } from './magento';
import { allegro, amazonInventory, amazonReport, ebay, etsy, tikTok } from './marketplaces';
import { awin, hotline, idealo, kelkoo } from './priceComparisons';
import { prestaShop } from './prestaShop';
import { ecwid, shopware, square } from './shopSystems';
import { shopify, shopifyItems } from './shopify';
import { shoptet } from './shoptet';
import { skroutz } from './skroutz';
import { squarespace } from './squarespace';
import { wix } from './wix';
import { wooCommerce, wooCommerceItems } from './wooCommerce';
import { yml } from './yml';

export const FORMATS = [
	meta,
	feed,
	tikTok,
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
	squarespace,
	etsy,
	ecwid,
	shopware,
	square,
	amazonReport,
	amazonInventory,
	ebay,
	awin,
	idealo,
	kelkoo,
	skroutz,
	hotline,
	allegro,
	kaspi,
] as const;

/** The values of the formats in the menu Source Format. */
export type FormatName = (typeof FORMATS)[number]['value'];
