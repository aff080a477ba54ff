import { accountChildren, adsResource } from '../../shared/ads/children';
import { webAddress, titled } from '../../shared/ads/fields';
import { inAccount, lineItem, ofLineItems, adLocator } from '../../shared/ads/locators';
import { choice } from '../../shared/fields';
import { op } from '../../shared/operation/operation';

const tagUrl = () => webAddress('Tracking Tag URL', 'The address of the measurement service');
const tags = accountChildren({
	segment: 'tracking_tags',
	locator: adLocator('Tracking Tag', '3m82', 'searchTrackingTags'),
	simplified: 'id line_item_id tracking_tag_type tracking_tag_url created_at updated_at deleted',
});

export const trackingTagResource = adsResource('trackingTag', 'Tracking Tag', {
	create: op({
		...tags.create,
		description: 'Report the impressions or clicks of a line item to a measurement service',
		fields: {
			...inAccount,
			line_item_id: lineItem(),
			tracking_tag_type: choice(titled('CLICK_TRACKER IMPRESSION_TAG'), {
				default: 'IMPRESSION_TAG',
			}),
			tracking_tag_url: tagUrl(),
		},
	}),
	delete: tags.remove('Delete a tracking tag'),
	get: tags.get('Get one tracking tag'),
	getMany: tags.list('Get the URLs by which measurement services track line items', {
		filters: { line_item_ids: ofLineItems() },
	}),
	update: op({
		...tags.update,
		description: 'Change the address of a tracking tag',
		fields: { ...tags.fields, tracking_tag_url: tagUrl() },
	}),
});
