/**
 * Every operation of the other ads nodes once; each is tested in detail in the file of its resource.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { spec as audiences } from '../../../nodes/XAdsAudiences/spec';
import { spec as creatives } from '../../../nodes/XAdsCreatives/spec';
import { spec as measurement } from '../../../nodes/XAdsMeasurement/spec';
import { adsAudiences } from '../../support/seeded/adsAudiences';
import { adsCreatives } from '../../support/seeded/adsCreatives';
import { adsMeasurement } from '../../support/seeded/adsMeasurement';
import { runsEveryOperation } from '../ads/operations';
import { byId, ids, media } from '../ads/support';

const slide = { media_key: byId(ids.libraryImage), title: 'Menu', url: 'https://example.com' };
const slides = { card_format: 'multiDestination', card_slides: { values: [slide, slide] } };
const titled = { card_format: 'carousel', media_keys: media(ids.libraryImage, ids.secondLibraryImage) };
const toWebsite = { ...titled, destination: 'website', title: 'Menu', url: 'https://example.com' };
const ofUploaded = { media_source: 'uploaded', media_key: ids.libraryVideo };
const CALLS = ['second', 'third', 'fourth'];
const allCalls = {
	updateFields: Object.fromEntries(
		CALLS.flatMap((which) => [
			[`${which}_cta`, `#${which}`],
			[`${which}_cta_tweet`, which],
		]),
	),
};
const videoTexts = { description: 'Our menu', title: 'Menu', poster_media_key: byId(ids.libraryImage) };

const PAGE = { headline: 'Thanks', description: 'See you', title: 'Go on', url: 'https://example.com' };

runsEveryOperation('xAdsAudiences', {
	spec: audiences,
	seeded: adsAudiences,
	ownItems: ['audience', 'doNotReachList'].flatMap((list) => [`${list}.addUsers`, `${list}.removeUsers`]),
});

runsEveryOperation('xAdsCreatives', {
	spec: creatives,
	seeded: adsCreatives,
	together: {
		'card.create': [slides],
		'card.update': [slides, toWebsite],
		'imageConversationCard.update': [allCalls],
		'videoConversationCard.update': [allCalls],
		'mediaLibrary.add': [{ ...ofUploaded, additionalFields: videoTexts }],
	},
	others: { 'mediaLibrary.add': ['api'] },
	ownItems: ['draftPost.sendPreview'],
});

runsEveryOperation('xAdsMeasurement', {
	spec: measurement,
	seeded: adsMeasurement,
	together: {
		'leadForm.create': [{ additionalFields: { final_page: { values: PAGE } } }],
		'leadForm.update': [{ updateFields: { final_page: { values: PAGE } } }],
		'webEventTag.update': [{ updateFields: { click_window: '30', view_through_window: '7' } }],
	},
	routes: {
		'lead.getMany': 'GET /12/accounts/{account_id}/ad-export/api/v1/exports/{export_id}/download',
	},
	ownItems: ['conversion.send', 'lead.getMany', 'leadExport.download'],
});
