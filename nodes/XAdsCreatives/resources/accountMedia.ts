import { accountChildren, adsResource } from '../../shared/ads/children';
import { accountMedia } from '../../shared/ads/locators';
import { titled } from '../../shared/ads/fields';
import { choices } from '../../shared/fields';

const TYPES = titled(`
	BANNER BANNER_TABLET INTERSTITIAL INTERSTITIAL_LANDSCAPE INTERSTITIAL_LANDSCAPE_TABLET
	INTERSTITIAL_TABLET MEDIUM_RECTANGLE PREROLL VAST_PREROLL`);

const media = accountChildren({
	segment: 'account_media',
	locator: accountMedia,
	simplified: 'id creative_type media_url video_id created_at updated_at deleted',
	noun: 'account media object',
});

export const accountMediaResource = adsResource('accountMedia', 'Account Media', {
	delete: media.remove('Delete an image or in-stream video of the account'),
	get: media.get('Get one image or in-stream video that line items can show as it is'),
	getMany: media.list('Get the images and in-stream videos that line items can show as they are', {
		filters: { creative_types: choices(TYPES) },
	}),
});
