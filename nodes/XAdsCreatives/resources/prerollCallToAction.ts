import { accountChildren, adsResource } from '../../shared/ads/children';
import { webAddress } from '../../shared/ads/fields';
import { lineItem, ofLineItems, adLocator } from '../../shared/ads/locators';
import { choice, choicesFrom, update } from '../../shared/fields';
import { title } from '../../shared/operation/labels';

const calls = accountChildren({
	segment: 'preroll_call_to_actions',
	locator: adLocator('Preroll Call to Action', '8f0', 'searchPrerollCallToActions'),
	simplified: 'id line_item_id call_to_action call_to_action_url created_at updated_at deleted',
	noun: 'preroll call to action',
	nouns: 'preroll calls to action',
});

const what = () => ({
	call_to_action: choice(choicesFrom(['GO_TO', 'SEE_MORE', 'SHOP', 'VISIT_SITE', 'WATCH_NOW'], title), {
		default: 'VISIT_SITE',
	}),
	call_to_action_url: webAddress('URL', 'Where the button leads'),
});

export const prerollCallToActionResource = adsResource('prerollCallToAction', 'Preroll Call to Action', {
	create: calls.creation('Give the in-stream video of a line item a button', {
		line_item_id: lineItem(),
		...what(),
	}),
	delete: calls.remove('Remove the button from the in-stream video of a line item'),
	get: calls.get('Get one call to action of an in-stream video'),
	getMany: calls.list('Get the buttons of in-stream videos', {
		filters: { line_item_ids: ofLineItems() },
	}),
	update: calls.change(
		'Change what the button of an in-stream video says, or where it leads',
		update(what()),
	),
});
