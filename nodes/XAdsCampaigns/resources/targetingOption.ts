import { reads, adsResource } from '../../shared/ads/children';
import { countries, country, endTime, language, startTime, titled } from '../../shared/ads/fields';
import { nameQuery } from '../../shared/ads/listFields';
import { checkWindow } from '../../shared/operation/window';
import { adsShape } from '../../shared/ads/shape';
import { wholeList } from '../../shared/ads/wholeList';
import { choice, choices, filters } from '../../shared/fields';
import { title } from '../../shared/operation/labels';
import { cursor, many, type Fields, type Operation } from '../../shared/operation/operation';
import { EVENT_TYPES } from '../enums';
import { tvMarket } from '../locators';

const CONVERSATION_TYPES = titled(`
	ACTORS ATHLETES BOOK_GENRES BOOKS BRAND_CATEGORIES BRANDS CELEBRITIES COACHES DIGITAL_CREATORS
	ENTERTAINMENT_BRANDS ENTERTAINMENT_PERSONALITIES FICTIONAL_CHARACTERS JOURNALISTS LIFESTYLES
	MOVIE_GENRES MOVIES MUSIC_GENRES MUSICIANS NEWS NEWS_STORIES PERSONS PLACES PODCASTS
	POLITICAL_AFFILIATIONS POLITICIANS PRODUCTS RADIO_STATIONS SPORTS SPORTS_LEAGUES
	SPORTS_PERSONALITIES SPORTS_TEAMS TRENDS TV_SHOWS VIDEO_GAME_PLATFORMS VIDEO_GAME_PUBLISHERS
	VIDEO_GAMES`);

const byName = filters({ q: nameQuery() });

/** A list of what can be targeted. A criterion takes the `targeting_value` of an option. */
const optionList = (
	segment: string,
	description: string,
	fields: Fields,
	answer: Pick<Operation, 'paging' | 'result' | 'check' | 'run'> = { paging: cursor(), result: many() },
): Operation => ({
	route: `GET /12/targeting_criteria/${segment}`,
	name: `Get ${title(segment)}`,
	action: `Get ${segment.replaceAll('_', ' ').replace(/^tv/, 'TV')}`,
	description,
	auth: reads,
	fields,
	...answer,
});

const eventShape = adsShape(
	'name targeting_value event_type country_code is_global start_time end_time reach top_users top_tweets top_hashtags gender_breakdown_percentage device_breakdown_percentage country_breakdown_percentage',
);

export const targetingOptionResource = adsResource('targetingOption', 'Targeting Option', {
	getAppStoreCategories: optionList(
		'app_store_categories',
		'Get the categories of apps by which users can be targeted',
		filters({ q: nameQuery(), os_type: choice(titled('ANDROID IOS'), { label: 'Operating System' }) }),
		wholeList(),
	),
	getConversations: optionList(
		'conversations',
		'Get the topics of conversation that can be targeted',
		filters({ conversation_type: choice(CONVERSATION_TYPES) }),
	),
	getDevices: optionList('devices', 'Get the devices that can be targeted', byName),
	getEvents: optionList(
		'events',
		'Get the events that can be targeted',
		{
			event_types: choices(EVENT_TYPES),
			...filters({ country_codes: countries(), end_time: endTime(), start_time: startTime() }),
		},
		{ paging: cursor(), result: many(eventShape), check: checkWindow },
	),
	getInterests: optionList('interests', 'Get the interests that can be targeted', byName),
	getLanguages: optionList('languages', 'Get the languages that can be targeted', byName),
	getLocations: optionList(
		'locations',
		'Get the countries, regions, cities and postal codes that can be targeted',
		filters({
			country_code: country({ description: 'Only places in this country' }),
			location_type: choice(titled('CITIES COUNTRIES METROS POSTAL_CODES REGIONS')),
			q: nameQuery(),
		}),
	),
	getNetworkOperators: optionList(
		'network_operators',
		'Get the mobile networks that can be targeted',
		filters({
			country_code: country({ description: 'Only networks of this country (default: US)' }),
			q: nameQuery(),
		}),
	),
	getPlatformVersions: optionList(
		'platform_versions',
		'Get the versions of operating systems that can be targeted',
		byName,
		wholeList(),
	),
	getPlatforms: optionList(
		'platforms',
		'Get the platforms that can be targeted',
		filters({ lang: language(), q: nameQuery() }),
	),
	getTvMarkets: optionList('tv_markets', 'Get the markets whose TV shows can be targeted', {}, wholeList()),
	getTvShows: optionList(
		'tv_shows',
		'Get the TV shows of a market that can be targeted',
		{ locale: tvMarket(), ...byName },
		{ paging: cursor(50), result: many() },
	),
});
