import { additional, filters, text } from '../../shared/fields';
import { cursor, deleted, many, one, op } from '../../shared/operation/operation';
import { reads, writes } from '../auth';
import { checkLandingUrl } from '../checks/platform';
import {
	AD_ID,
	AD_ID_SHAPE,
	adIds,
	checkList,
	listOptions,
	ofLineItems,
	sort,
	webAddress,
	withDeleted,
} from '../fields/common';
import { LABELS } from '../labels';
import { campaign, inAccount, lineItem, mediaCreative } from '../locators';
import { adsResource } from '../resource';
import { mediaCreativeShape } from '../shapes';

const oneCreative = { ...inAccount, media_creative_id: mediaCreative() };

/** Brief: media creatives. */
export const mediaCreativeResource = adsResource('mediaCreative', 'Media Creative', {
	getMany: op({
		route: 'GET /12/accounts/{account_id}/media_creatives',
		name: 'Get Many',
		action: 'Get many media creatives',
		description: 'Get the images and in-stream videos that line items show',
		auth: reads,
		fields: {
			...inAccount,
			...sort(),
			...filters({
				campaign_id: campaign(),
				line_item_ids: ofLineItems(),
				media_creative_ids: adIds('Media Creative IDs'),
			}),
			...listOptions,
		},
		paging: cursor(),
		result: many(mediaCreativeShape),
		check: checkList,
	}),
	get: op({
		route: 'GET /12/accounts/{account_id}/media_creatives/{media_creative_id}',
		name: 'Get',
		action: 'Get a media creative',
		description: 'Get one media creative',
		auth: reads,
		fields: { ...oneCreative, ...withDeleted },
		result: one(mediaCreativeShape),
	}),
	create: op({
		route: 'POST /12/accounts/{account_id}/media_creatives',
		name: 'Create',
		action: 'Create a media creative',
		description: 'Let a line item show a media object of the account',
		auth: writes,
		fields: {
			...inAccount,
			account_media_id: text({
				label: 'Account Media ID',
				placeholder: 'e.g. 10miy',
				pattern: AD_ID,
				shape: AD_ID_SHAPE,
			}),
			line_item_id: lineItem(),
			...additional({
				landing_url: webAddress(
					LABELS.landing_url,
					'Where the image leads; needed for the objective Website Clicks, ignored for in-stream ads',
				),
			}),
		},
		result: one(mediaCreativeShape),
		run: async (call) => {
			await checkLandingUrl(call);
			return await call.sendAndOutput(call.request());
		},
	}),
	delete: op({
		route: 'DELETE /12/accounts/{account_id}/media_creatives/{media_creative_id}',
		name: 'Delete',
		action: 'Delete a media creative',
		description: 'Let a line item no longer show a media object',
		auth: writes,
		fields: oneCreative,
		result: deleted('media_creative_id'),
	}),
});
