/** Event tags, app lists and provider configurations: https://docs.x.com/x-ads-api/measurement/mobile-conversions */
import { PIXEL } from '../identities';
import { listValue, numberValue, type Handlers } from './context';
import { entityHandlers, type EntityKind, named } from './entities';
import { invalid } from './errors';
import type { Values } from '../frame/validate';
import { begun, changed } from './samples';
import type { Json } from './state';

const given = (values: Values, name: string): Json => (values[name] as Json | undefined) ?? null;

function checkWindows(values: Values, click: string, view: string): void {
	const [clicked, viewed] = [numberValue(values, click), numberValue(values, view)];
	if (clicked !== undefined && viewed !== undefined && viewed > clicked)
		invalid(view, `"${view}" must be less than or equal to "${click}"`, viewed);
}

const webEventTags: EntityKind = {
	...named('web_event_tag', 'webEventTags'),
	filters: { web_event_tag_ids: 'id' },
	create: (_scope, values) => {
		checkWindows(values, 'click_window', 'view_through_window');
		return {
			...begun('web_event_tags', values),
			embed_code: `<script>twttr.conversion.trackPid('${PIXEL.id}')</script>`,
			last_tracked_at: null,
			status: 'UNVERIFIED',
			website_tag_id: PIXEL.id,
		};
	},
	update: (_scope, { data }, values) => {
		checkWindows({ ...(data as Values), ...values }, 'click_window', 'view_through_window');
		return changed(values);
	},
};

const appEventTags: EntityKind = {
	...named('app_event_tag', 'appEventTags'),
	filters: { app_event_tag_ids: 'id' },
	create: (_scope, values) => {
		checkWindows(values, 'post_engagement_attribution_window', 'post_view_attribution_window');
		return { ...begun('app_event_tags', values), status: 'UNVERIFIED', last_tracked_at: null };
	},
};

const MOST_LISTS = 100;

const appLists: EntityKind = {
	...named('app_list', 'appLists'),
	notFound: 'NOT_FOUND',
	filters: { app_list_ids: 'id' },
	create: ({ state, accountId }, values) => {
		const own = state.of('appLists').of(accountId);
		if (own.filter(({ data }) => !data.deleted).length >= MOST_LISTS)
			invalid('name', `An account can have ${MOST_LISTS} app lists`);
		return {
			name: given(values, 'name'),
			apps: (listValue(values, 'app_store_identifiers') ?? []).map((app) => ({
				app_store_identifier: app,
				os_type: /^\d+$/.test(app) ? 'iOS' : 'Android',
			})),
		};
	},
};

const PROVIDER = 'InternalTestProvider';

const providerConfigurations: EntityKind = {
	kind: 'providerConfigurations',
	version: 11,
	segment: 'app_event_provider_configurations',
	idParam: 'id',
	notFound: 'APP_EVENT_PROVIDER_CONFIGURATION_NOT_FOUND',
	filters: { ids: 'id' },
	create: ({ state, accountId }, values) => {
		const own = state.of('providerConfigurations').of(accountId);
		// The provider is the one that the app belongs to.
		if (own.some(({ data }) => !data.deleted && data.provider_name === PROVIDER))
			invalid('provider_advertiser_id', 'The account has a configuration of this provider already');
		const advertiser = given(values, 'provider_advertiser_id');
		return {
			provider_name: PROVIDER,
			provider_advertiser_id: advertiser,
			provider_advertiser_identifier: advertiser,
		};
	},
};

/** Conversions in apps are for measurement providers: the answer repeats what was asked. */
const attributed = (values: Values) => {
	checkWindows(
		{ click_window: 14, view_through_window: 1, ...values },
		'click_window',
		'view_through_window',
	);
	return {
		app_id: given(values, 'app_id'),
		os_type: given(values, 'os_type'),
		hashed_device_id: given(values, 'hashed_device_id'),
		conversion_type: given(values, 'conversion_type'),
		conversion_time: given(values, 'conversion_time'),
		click_window: numberValue(values, 'click_window') ?? 14,
		view_through_window: numberValue(values, 'view_through_window') ?? 1,
		twitter_attribution: null,
	};
};

export const measurementHandlers: Handlers = {
	...entityHandlers(webEventTags),
	...entityHandlers(appEventTags),
	...entityHandlers(appLists),
	...entityHandlers(providerConfigurations),
	'POST /12/conversion_event': ({ values }) => ({ data: attributed(values) }),
	'GET /12/conversion_attribution': ({ values }) => ({
		data: attributed(values),
		data_type: 'conversion_attribution',
	}),
};
