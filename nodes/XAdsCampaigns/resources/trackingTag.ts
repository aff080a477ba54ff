import { choice, filters } from '../../shared/fields';
import { cursor, deleted, many, one, op } from '../../shared/operation/operation';
import { reads, writes } from '../auth';
import { adIds, checkList, listOptions, ofLineItems, sort, webAddress, withDeleted } from '../fields/common';
import { inAccount, lineItem, trackingTag } from '../locators';
import { adsResource } from '../resource';
import { trackingTagShape } from '../shapes';
import { TRACKING_TAG_TYPES } from '../enums';

const oneTag = { ...inAccount, tracking_tag_id: trackingTag() };
const tagUrl = () => webAddress('Tracking Tag URL', 'The address of the measurement service');

/** Documentation: tracking tags. */
export const trackingTagResource = adsResource('trackingTag', 'Tracking Tag', {
	getMany: op({
		route: 'GET /12/accounts/{account_id}/tracking_tags',
		name: 'Get Many',
		action: 'Get many tracking tags',
		description: 'Get the addresses by which others measure line items',
		auth: reads,
		fields: {
			...inAccount,
			...sort(),
			...filters({ line_item_ids: ofLineItems(), tracking_tag_ids: adIds('Tracking Tag IDs') }),
			...listOptions,
		},
		paging: cursor(),
		result: many(trackingTagShape),
		check: checkList,
	}),
	get: op({
		route: 'GET /12/accounts/{account_id}/tracking_tags/{tracking_tag_id}',
		name: 'Get',
		action: 'Get a tracking tag',
		description: 'Get one tracking tag',
		auth: reads,
		fields: { ...oneTag, ...withDeleted },
		result: one(trackingTagShape),
	}),
	create: op({
		route: 'POST /12/accounts/{account_id}/tracking_tags',
		name: 'Create',
		action: 'Create a tracking tag',
		description: 'Let a measurement service know of the impressions or clicks of a line item',
		auth: writes,
		fields: {
			...inAccount,
			line_item_id: lineItem(),
			tracking_tag_type: choice(TRACKING_TAG_TYPES, {
				label: 'Tracking Tag Type',
				default: 'IMPRESSION_TAG',
			}),
			tracking_tag_url: tagUrl(),
		},
		result: one(trackingTagShape),
	}),
	update: op({
		route: 'PUT /12/accounts/{account_id}/tracking_tags/{tracking_tag_id}',
		name: 'Update',
		action: 'Update a tracking tag',
		description: 'Change the address of a tracking tag',
		auth: writes,
		fields: { ...oneTag, tracking_tag_url: tagUrl() },
		result: one(trackingTagShape),
	}),
	delete: op({
		route: 'DELETE /12/accounts/{account_id}/tracking_tags/{tracking_tag_id}',
		name: 'Delete',
		action: 'Delete a tracking tag',
		description: 'Delete a tracking tag',
		auth: writes,
		fields: oneTag,
		result: deleted('tracking_tag_id'),
	}),
});
