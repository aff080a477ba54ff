import { reads } from '../../shared/ads/children';
import { countries, country, endTime, language, startTime } from '../../shared/ads/fields';
import { nameQuery, pageOptions } from '../../shared/ads/listFields';
import { checkWindow } from '../../shared/ads/rules';
import { choice, choices, filters } from '../../shared/fields';
import { cursor, many, op } from '../../shared/operation/operation';
import { CONVERSATION_TYPES, EVENT_TYPES, LOCATION_TYPES, OS_TYPES } from '../enums';
import { tvMarket } from '../locators';
import { adsResource } from '../resource';
import { eventShape } from '../shapes';

const byName = filters({ q: nameQuery() });

/** What can be targeted: the `targeting_value` of an option goes into a criterion. */
export const targetingOptionResource = adsResource('targetingOption', 'Targeting Option', {
	getAppStoreCategories: op({
		route: 'GET /12/targeting_criteria/app_store_categories',
		name: 'Get App Store Categories',
		action: 'Get app store categories',
		description: 'Get the categories of apps by which users can be targeted',
		auth: reads,
		fields: filters({ q: nameQuery(), os_type: choice(OS_TYPES, { label: 'Operating System' }) }),
		result: many(),
	}),
	getConversations: op({
		route: 'GET /12/targeting_criteria/conversations',
		name: 'Get Conversations',
		action: 'Get conversations',
		description: 'Get the topics that can be targeted by what people talk about',
		auth: reads,
		fields: {
			...filters({ conversation_type: choice(CONVERSATION_TYPES, { label: 'Conversation Type' }) }),
			...pageOptions,
		},
		paging: cursor(),
		result: many(),
	}),
	getDevices: op({
		route: 'GET /12/targeting_criteria/devices',
		name: 'Get Devices',
		action: 'Get devices',
		description: 'Get the devices that can be targeted',
		auth: reads,
		fields: byName,
		paging: cursor(),
		result: many(),
	}),
	getEvents: op({
		route: 'GET /12/targeting_criteria/events',
		name: 'Get Events',
		action: 'Get events',
		description: 'Get the events that can be targeted',
		auth: reads,
		fields: {
			event_types: choices(EVENT_TYPES, { label: 'Event Types' }),
			...filters({ country_codes: countries(), end_time: endTime(), start_time: startTime() }),
			...pageOptions,
		},
		paging: cursor(),
		result: many(eventShape),
		check: checkWindow,
	}),
	getInterests: op({
		route: 'GET /12/targeting_criteria/interests',
		name: 'Get Interests',
		action: 'Get interests',
		description: 'Get the interests that can be targeted',
		auth: reads,
		fields: { ...byName, ...pageOptions },
		paging: cursor(),
		result: many(),
	}),
	getLanguages: op({
		route: 'GET /12/targeting_criteria/languages',
		name: 'Get Languages',
		action: 'Get languages',
		description: 'Get the languages that can be targeted',
		auth: reads,
		fields: { ...byName, ...pageOptions },
		paging: cursor(),
		result: many(),
	}),
	getLocations: op({
		route: 'GET /12/targeting_criteria/locations',
		name: 'Get Locations',
		action: 'Get locations',
		description: 'Get the countries, regions, cities and postal codes that can be targeted',
		auth: reads,
		fields: {
			...filters({
				country_code: country({ description: 'Only places in this country' }),
				location_type: choice(LOCATION_TYPES, { label: 'Location Type' }),
				q: nameQuery(),
			}),
			...pageOptions,
		},
		paging: cursor(),
		result: many(),
	}),
	getNetworkOperators: op({
		route: 'GET /12/targeting_criteria/network_operators',
		name: 'Get Network Operators',
		action: 'Get network operators',
		description: 'Get the mobile networks that can be targeted',
		auth: reads,
		fields: {
			...filters({
				country_code: country({ description: 'Only networks of this country; US unless said' }),
				q: nameQuery(),
			}),
			...pageOptions,
		},
		paging: cursor(),
		result: many(),
	}),
	getPlatformVersions: op({
		route: 'GET /12/targeting_criteria/platform_versions',
		name: 'Get Platform Versions',
		action: 'Get platform versions',
		description: 'Get the versions of operating systems that can be targeted',
		auth: reads,
		fields: byName,
		result: many(),
	}),
	getPlatforms: op({
		route: 'GET /12/targeting_criteria/platforms',
		name: 'Get Platforms',
		action: 'Get platforms',
		description: 'Get the platforms that can be targeted',
		auth: reads,
		fields: filters({ lang: language(), q: nameQuery() }),
		paging: cursor(),
		result: many(),
	}),
	getTvMarkets: op({
		route: 'GET /12/targeting_criteria/tv_markets',
		name: 'Get TV Markets',
		action: 'Get TV markets',
		description: 'Get the markets whose TV shows can be targeted',
		auth: reads,
		fields: {},
		result: many(),
	}),
	getTvShows: op({
		route: 'GET /12/targeting_criteria/tv_shows',
		name: 'Get TV Shows',
		action: 'Get TV shows',
		description: 'Get the TV shows of a market that can be targeted',
		auth: reads,
		fields: {
			locale: tvMarket(),
			...byName,
			...pageOptions,
		},
		paging: cursor(50),
		result: many(),
	}),
});
