import { accountChildren, adsResource } from '../../shared/ads/children';
import { adLocator } from '../../shared/ads/locators';
import { choice, flag, text, update } from '../../shared/fields';
import { checkWindows, clickWindow, viewWindow } from '../conversions/windows';
import { titled } from '../../shared/ads/fields';

const WEB_EVENTS = titled(`
	ADDED_PAYMENT_INFO ADD_TO_CART ADD_TO_WISHLIST CHECKOUT_INITIATED CONTENT_VIEW CUSTOM DOWNLOAD
	PRODUCT_CUSTOMIZATION PURCHASE SEARCH SIGN_UP SITE_VISIT START_TRIAL SUBSCRIBE`);

const tags = accountChildren({
	segment: 'web_event_tags',
	locator: adLocator('Web Event Tag', 'o3bk1', 'searchWebEventTags'),
	simplified: `
		id name type status website_tag_id click_window view_through_window retargeting_enabled last_tracked_at
		embed_code deleted`,
});

const contents = () => ({
	name: text({ label: 'Name', placeholder: 'e.g. Order in the shop' }),
	type: choice(WEB_EVENTS, { label: 'Type', default: 'PURCHASE', description: 'What visitors do' }),
	click_window: clickWindow(),
	view_through_window: viewWindow(),
	retargeting_enabled: flag({
		label: 'Retargeting Enabled',
		description: 'Whether ads may target people for whom the event was tracked',
	}),
});

export const webEventTagResource = adsResource('webEventTag', 'Web Event Tag', {
	create: tags.creation(
		'Create an event of a website, such as a purchase, that conversions are counted for',
		contents(),
		{ check: checkWindows },
	),
	delete: tags.remove('Delete a web event tag'),
	get: tags.get('Get one web event tag with its pixel and its code'),
	getMany: tags.list('Get the events of websites that conversions are counted for'),
	update: tags.change('Change a web event tag', update(contents()), { check: checkWindows }),
});
