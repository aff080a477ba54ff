import { accountChildren, adsResource } from '../../shared/ads/children';
import { webAddress } from '../../shared/ads/fields';
import {
	accountMedia,
	campaign,
	inAccount,
	lineItem,
	ofLineItems,
	adLocator,
} from '../../shared/ads/locators';
import { additional } from '../../shared/fields';
import { op } from '../../shared/operation/operation';

const creatives = accountChildren({
	segment: 'media_creatives',
	locator: adLocator('Media Creative', '1bzq3', 'searchMediaCreatives'),
	simplified: `
		id line_item_id account_media_id creative_type landing_url entity_status approval_status
		created_at updated_at deleted`,
});

export const mediaCreativeResource = adsResource('mediaCreative', 'Media Creative', {
	create: op({
		...creatives.create,
		description: 'Show a media object of the account in a line item',
		fields: {
			...inAccount,
			account_media_id: accountMedia(),
			line_item_id: lineItem(),
			...additional({
				landing_url: webAddress(
					'Landing URL',
					'Where the image leads; needed for the objective Website Clicks, ignored for in-stream ads',
				),
			}),
		},
	}),
	delete: creatives.remove('Remove a media object from a line item'),
	get: creatives.get('Get one media creative'),
	getMany: creatives.list('Get the images and in-stream videos that line items show', {
		filters: {
			campaign_id: campaign(),
			line_item_ids: ofLineItems(),
		},
	}),
});
