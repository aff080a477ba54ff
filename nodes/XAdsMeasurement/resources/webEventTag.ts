import { accountChildren, adsResource } from '../../shared/ads/children';
import { inAccount } from '../../shared/ads/locators';
import { choice, flag, text, update } from '../../shared/fields';
import { op } from '../../shared/operation/operation';
import { WEB_EVENTS } from '../enums';
import { webEventTag } from '../locators';
import { checkWindows, clickWindow, viewWindow } from '../conversions/windows';

const tags = accountChildren({
	segment: 'web_event_tags',
	locator: webEventTag,
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
	create: op({
		...tags.create,
		description: 'Create an event of a website, such as a purchase, that conversions are counted for',
		fields: { ...inAccount, ...contents() },
		check: checkWindows,
	}),
	delete: tags.remove('Delete a web event tag'),
	get: tags.get('Get one web event tag with its pixel and its code'),
	getMany: tags.list('Get the events of websites that conversions are counted for'),
	update: op({
		...tags.update,
		description: 'Change a web event tag',
		fields: { ...tags.fields, ...update(contents()) },
		check: checkWindows,
	}),
});
