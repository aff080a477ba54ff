import type { ICredentialsDecrypted, INodeCredentialTestResult } from 'n8n-workflow';
import {
	leadFormLists,
	accountLists,
	LARGEST_PAGE,
	listInAccount,
	listOfVersion,
	lower,
	nameOf,
	page,
} from '../shared/ads/lists';
import { type ListSpec, listSearch } from '../shared/form/search';
import type { Entity } from '../shared/model/escapedText';
import { asText } from '../shared/util/text';
import { spec } from './spec';

/** "Order (purchase, tracking)" */
const eventLabel = (entity: Entity) =>
	`${nameOf(entity)} (${[lower(entity.type), lower(entity.status)].filter(Boolean).join(', ')})`;

const webEventTags = {
	request: listInAccount('web_event_tags', LARGEST_PAGE),
	label: eventLabel,
	page,
	filterLocally: true,
};

/** The searches behind From List. Pages are loaded one by one and filtered by what the user types. */
const lists: Readonly<Record<string, ListSpec>> = {
	...accountLists,
	...leadFormLists,
	searchAbTests: {
		request: (context) =>
			listInAccount('ab_tests', ['q', context.filter.slice(0, 80)], ['count', '100'])(context),
		label: (entity) => `${nameOf(entity)} (${lower(entity.status)})`,
		page,
	},
	searchAppEventTags: {
		request: listInAccount('app_event_tags', LARGEST_PAGE),
		label: ({ provider_app_event_name: name, conversion_type: type, app_store_identifier: app }) =>
			[asText(name), lower(type), asText(app)].filter(Boolean).join(' · '),
		page,
		filterLocally: true,
	},
	searchAppLists: {
		request: listInAccount('app_lists', LARGEST_PAGE),
		label: nameOf,
		page,
		filterLocally: true,
	},
	searchConversionEvents: {
		...webEventTags,
		kinds: ['oAuth1', 'oAuth2'],
		value: ({ website_tag_id: pixel, id }) => `tw-${asText(pixel)}-${asText(id)}`,
	},
	searchProviderConfigurations: {
		request: listOfVersion(11, 'app_event_provider_configurations', LARGEST_PAGE),
		label: ({ provider_name: name, provider_advertiser_id: advertiser }) =>
			`${asText(name)} (${asText(advertiser)})`,
		page,
		filterLocally: true,
	},
	searchWebEventTags: webEventTags,
};

/** Checks the form of a pixel token. X can only test one with a conversion, and an invented conversion would count. */
async function testPixelToken({ data = {} }: ICredentialsDecrypted): Promise<INodeCredentialTestResult> {
	const token = asText(data.pixelToken);
	const isWhole = token !== '' && !/\s/.test(token);
	return await Promise.resolve(
		isWhole
			? { status: 'OK', message: 'X checks the token with the first conversion' }
			: { status: 'Error', message: 'The token must not be empty or hold blanks: copy it once more' },
	);
}

export const methods = { listSearch: listSearch(spec, lists), credentialTest: { testPixelToken } };
