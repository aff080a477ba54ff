/** What measures ads: tags of websites and apps, and A/B tests: https://docs.x.com/x-ads-api/measurement */
import { listValue, textValue, type Handlers } from './context';
import { entityHandlers, named, withBody, type EntityKind } from './entities';
import { invalid } from './errors';
import type { Values } from '../frame/validate';
import { begun, changed } from './samples';

const appLists: EntityKind = {
	...named('app_list', 'appLists'),
	notFound: 'NOT_FOUND',
	create: (_scope, values) => ({
		name: textValue(values, 'name') ?? null,
		apps: (listValue(values, 'app_store_identifiers') ?? []).map((app) => ({
			app_store_identifier: app,
			os_type: /^\d+$/.test(app) ? 'iOS' : 'Android',
		})),
	}),
};

const providerConfigurations: EntityKind = {
	kind: 'providerConfigurations',
	version: 11,
	segment: 'app_event_provider_configurations',
	idParam: 'id',
	notFound: 'APP_EVENT_PROVIDER_CONFIGURATION_NOT_FOUND',
	filters: { ids: 'id' },
	create: (_scope, values) => ({ provider_name: 'InternalTestProvider', ...changed(values) }),
};

/** The sizes of the groups of a test add up to the whole. */
function checkGroups(values: Values): void {
	const { user_groups: groups = [] } = values as { user_groups?: readonly { size: string }[] };
	const sum = groups.reduce((all, { size }) => all + Math.round(Number(size) * 100), 0);
	if (sum !== 10_000) invalid('user_groups', 'The sizes of the groups must add up to 100.00', sum / 100);
}

const abTests: EntityKind = {
	...named('ab_test', 'abTests'),
	notFound: 'NOT_FOUND',
	q: 'part',
	read: withBody,
	create: (_scope, values) => {
		checkGroups(values);
		return begun('ab_tests', values);
	},
	update: (_scope, _entity, values) => {
		checkGroups(values);
		return changed(values);
	},
};

export const measurementHandlers: Handlers = {
	...entityHandlers(named('web_event_tag', 'webEventTags')),
	...entityHandlers(named('app_event_tag', 'appEventTags')),
	...entityHandlers(appLists),
	...entityHandlers(providerConfigurations),
	...entityHandlers(abTests),
};
