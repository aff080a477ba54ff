/**
 * What measures ads: tags of websites and apps, A/B tests (https://docs.x.com/x-ads-api/measurement), and conversions of
 * websites. A request with those is taken as a whole or not at all, and every mistake is reported, without the places:
 * https://docs.x.com/x-ads-api/measurement/web-conversions
 */
import { randomUUID } from 'node:crypto';
import { isRecord } from '../frame';
import type { Values } from '../frame/validate';
import { PIXEL } from '../identities';
import { listValue, textValue, type Context, type Handlers } from './context';
import { entityHandlers, named, withBody, type EntityKind } from './entities';
import { AdsError, invalid, problemWith, refuse, type Problem } from './errors';
import { ids } from './ids';
import { begun, changed } from './samples';
import { perHost, text, type AdsState, type Json } from './state';

/** A conversion as it came. */
type Received = Readonly<Record<string, unknown>>;

const MOST = 500;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const SHA_256 = /^[0-9a-f]{64}$/;
/** What has the same event and ID within so many milliseconds counts once. */
const MEMORY = 48 * 3_600_000;

interface Counted {
	readonly conversion: Received;
	readonly at: number;
}

const of = perHost((): Counted[] => []);

/** What has been counted, each conversion once. */
export const conversionsOf = (state: AdsState): Received[] => of(state).map(({ conversion }) => conversion);

function* problemsOf({ state }: Context, conversion: Received): Generator<Problem> {
	const { conversion_time: time, event_id: event, event_name: name } = conversion;
	if (!TIME.test(String(time)))
		yield problemWith('conversion_time', `Expected Time in yyyy-MM-ddTHH:mm:ss.SSSZ, got ${String(time)}`);
	if (event === undefined && name === undefined)
		yield problemWith('event_id', '"event_id" is a required parameter', 'MISSING_PARAMETER');
	if (event !== undefined) yield* problemsOfEvent(state, text(event as Json));
	const identifiers = (conversion.identifiers ?? []) as readonly Received[];
	yield* problemsOfIdentifiers(identifiers);
}

function* problemsOfEvent(state: AdsState, event: string): Generator<Problem> {
	const [, ofPixel, tag = event] = /^tw-([^-]+)-([^-]+)$/.exec(event) ?? [];
	const found = state.of('webEventTags').find(ids.account, tag)?.data;
	if (ofPixel !== undefined && ofPixel !== PIXEL.id)
		yield problemWith('event_id', `event_id (${event}) is not a single event tag (SET)`);
	else if (!found || found.deleted)
		yield problemWith('event_id', `event_id (${event}) does not belong to provided account`, 'NOT_FOUND');
}

function* problemsOfIdentifiers(identifiers: readonly Received[]): Generator<Problem> {
	const names = identifiers.flatMap((each) => Object.keys(each));
	// The page says of an IP address both that it counts beside a user agent, and that it needs one of the others.
	const isDevice = names.includes('ip_address') && names.includes('user_agent');
	if (!isDevice && !names.some((name) => name === 'twclid' || name.startsWith('hashed_')))
		yield problemWith('identifiers', 'At least one user identifier must be provided');
	for (const each of identifiers) {
		const own = Object.keys(each);
		if (own.length > 1 && own.some((name) => name !== 'ip_address' && name !== 'user_agent'))
			yield problemWith('identifiers', 'Each identifier must be in its own object');
		for (const [name, value] of Object.entries(each))
			if (name.startsWith('hashed_') && !SHA_256.test(String(value)))
				yield problemWith(name, `${name} (${String(value)}) is not a valid SHA-256 hash`);
	}
}

const conversionsIn = (body: unknown): readonly Received[] =>
	isRecord(body) && Array.isArray(body.conversions) ? (body.conversions as Received[]) : [];

/** Has a message of its own, and is checked before everything else. */
export function refuseTooMany(body: unknown): void {
	if (conversionsIn(body).length > MOST)
		refuse('INVALID_PARAMETER', `Conversion count limit is ${MOST}`, 'conversions');
}

export const conversionHandlers: Handlers = {
	'POST /12/measurement/conversions/{pixel_id}': (context) => {
		const { state, path, request, userId } = context;
		const isAllowed =
			request.caller.kind === 'pixelToken' ||
			(state.access.get(ids.account)?.[userId] ?? []).includes('ACCOUNT_ADMIN');
		if (path.pixel_id !== PIXEL.id || !isAllowed)
			refuse('NOT_FOUND', `pixel_id (${path.pixel_id}) was not found`, 'pixel_id');
		const given = conversionsIn(request.body);
		if (given.length === 0)
			refuse('MISSING_PARAMETER', '"conversions" is a required parameter', 'conversions');
		const problems = given.flatMap((conversion) => [...problemsOf(context, conversion)]);
		if (problems.length > 0) throw new AdsError(problems);
		const now = state.platform.clock.now();
		const all = of(state);
		for (const conversion of given)
			if (!all.some((one) => now - one.at < MEMORY && isSame(one.conversion, conversion)))
				all.push({ conversion, at: now });
		return {
			data: { conversions_processed: given.length, debug_id: randomUUID() },
			echo: { account_id: ids.account },
		};
	},
};

const isSame = (one: Received, other: Received): boolean =>
	one.conversion_id !== undefined &&
	one.conversion_id === other.conversion_id &&
	one.event_id === other.event_id &&
	one.event_name === other.event_name;

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
