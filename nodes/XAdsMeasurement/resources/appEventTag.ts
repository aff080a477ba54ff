import { accountChildren, adsResource } from '../../shared/ads/children';
import { inAccount } from '../../shared/ads/locators';
import { additional, choice, flag, text } from '../../shared/fields';
import { op } from '../../shared/operation/operation';
import { APP_EVENTS, SYSTEMS } from '../enums';
import { appEventTag } from '../locators';
import { checkWindows, clickWindow, viewWindow } from '../conversions/windows';

const tags = accountChildren({
	segment: 'app_event_tags',
	locator: appEventTag,
	simplified: `
		id provider_app_event_name provider_app_event_id app_store_identifier os_type conversion_type status
		post_engagement_attribution_window post_view_attribution_window retargeting_enabled deep_link_scheme
		last_tracked_at created_at updated_at deleted`,
});

export const appEventTagResource = adsResource('appEventTag', 'App Event Tag', {
	create: op({
		...tags.create,
		description: 'Create an event of an app, as its measurement provider knows it',
		fields: {
			...inAccount,
			app_store_identifier: text({
				label: 'App Store ID',
				placeholder: 'e.g. com.example.shop or 333903271',
				description: 'The package name of an Android app, or the number of an iOS app in the App Store',
			}),
			os_type: choice(SYSTEMS, { label: 'Operating System', default: 'IOS' }),
			conversion_type: choice(APP_EVENTS, { default: 'INSTALL' }),
			provider_app_event_id: text({
				label: 'Provider Event ID',
				description: 'The ID of the event at the measurement provider',
			}),
			provider_app_event_name: text({
				label: 'Provider Event Name',
				description: 'The name of the event at the measurement provider',
			}),
			...additional({
				deep_link_scheme: text({ placeholder: 'e.g. example://' }),
				post_engagement_attribution_window: clickWindow({ label: 'Engagement Window', default: '30' }),
				post_view_attribution_window: viewWindow(),
				retargeting_enabled: flag({
					default: true,
					description: 'Whether ads may target people for whom the event was tracked',
				}),
			}),
		},
		*check({ post_engagement_attribution_window: click, post_view_attribution_window: view }) {
			for (const { rule, text: words } of checkWindows({ click_window: click, view_through_window: view }))
				yield {
					field: 'post_view_attribution_window',
					rule,
					text: words.replace('click_window', 'post_engagement_attribution_window'),
				};
		},
	}),
	delete: tags.remove('Delete an app event tag'),
	get: tags.get('Get one app event tag'),
	getMany: tags.list('Get the events of apps that conversions are counted for', {
		sort: [
			'post_view_attribution_window',
			'post_engagement_attribution_window',
			'assisted_conversion',
			'provider_app_event_name',
		],
	}),
});
