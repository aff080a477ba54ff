/** This file makes the subject of a report from its form. */
import { NodeOperationError } from 'n8n-workflow';
import { get, isEqual } from 'lodash';
import { broken, type Call } from '../../shared/operation/operation';
import { memoOf } from '../../shared/memory/requestMemo';
import { asText } from '../../shared/util/text';
import { NEEDS_COUNTRY, PLACEMENTS, type RangeValues, type SubjectValues } from '../fields';
import { groupsOf, type ActiveEntity, type ReportQuery } from '../report/plan';
import { momentIn, onClock, presetSpan, roundedOut, type Granularity, type Span } from '../report/ranges';
import { accountOf, type Account, activeEntities, recordedIn } from './account';

interface ReportSubject {
	readonly account: Account;
	readonly wanted: ReportQuery;
	readonly entities: readonly ActiveEntity[];
}

/** Checks the rules across the fields of a report. */
export function* checkSubject(values: SubjectValues) {
	const { segmentation_type: segment, metric_groups: groups = [] } = values;
	if (segment === 'CONVERSION_TAGS' && groups.some((group) => group !== 'WEB_CONVERSION'))
		yield broken(
			'metric_groups',
			'segment',
			'can be Web Conversions alone where {segmentation_type} is Conversion Tag',
		);
	if (NEEDS_COUNTRY.includes(segment ?? '') && values.country === undefined)
		yield broken('country', 'required', 'is required with {segmentation_type} by region or metro');
	const placement = placementsOf(values).find((name) => !(name in PLACEMENTS));
	if (placement !== undefined)
		yield broken(
			'placement',
			'enum',
			`must hold ${Object.keys(PLACEMENTS).join(', ')} only, and holds "${placement}"`,
		);
	yield* checkFilters(values);
	const filter = FILTERS.find((name) => values[name] !== undefined);
	if (filter !== undefined && (values.entities === 'chosen' || values.entity === 'ACCOUNT'))
		yield broken(filter, 'exclusive', 'goes with {entities} set to All That Were Active only');
	yield* checkRange(values);
}

const FILTERS = ['campaign_ids', 'funding_instrument_ids', 'line_item_ids'] as const;
type ActivityFilterName = (typeof FILTERS)[number];

/** X takes one of the filters: https://docs.x.com/x-ads-api/analytics#get-stats/accounts/account_id/active_entities */
export function* checkFilters(values: Partial<Record<ActivityFilterName, unknown>>) {
	const [one, other] = FILTERS.filter((name) => values[name] !== undefined);
	if (one !== undefined && other !== undefined)
		yield broken(other, 'exclusive', `cannot be combined with {${one}}`);
}

export function* checkRange({ range, start_time: start, end_time: end }: RangeValues) {
	// With an offset in only one of them, the order depends on the time zone of the account.
	if (
		range === 'custom' &&
		start &&
		end &&
		momentIn(end, 'UTC') <= momentIn(start, 'UTC') &&
		hasOffset(start) === hasOffset(end)
	)
		yield broken('end_time', 'after', `must be after {start_time} (${end} is not after ${start})`);
}

const hasOffset = (text: string) => /(Z|[+-]\d\d(:?\d\d)?)$/i.test(text.slice(10));

/** Gives hints about a report. */
export function* warnSubject({
	entity,
	metric_groups: groups = [],
	segmentation_type: segment,
}: SubjectValues) {
	const missing = groups.filter((group) => !groupsOf(entity).includes(group));
	if (missing.length > 0 && missing.length < groups.length)
		yield `X has no ${missing.join(' and ')} metrics of this entity: they were left out of {metric_groups}`;
	if (segment && groups.includes('LIFE_TIME_VALUE_MOBILE_CONVERSION'))
		yield 'X does not split lifetime values: they are null where {segmentation_type} is set';
}

/**
 * Returns the range of a report.
 *
 * @throws NodeOperationError if the end is not after the start.
 */
export function spanOf(
	call: Pick<Call, 'hint' | 'invalid'>,
	{ range, start_time: start = '', end_time: end = '' }: RangeValues,
	granularity: Granularity,
	{ zone, zoneSince }: Pick<Account, 'zone' | 'zoneSince'>,
): Span {
	const span = presetSpan(range, Date.now(), zone) ?? {
		from: momentIn(start, zone),
		to: momentIn(end, zone),
	};
	const rounded = roundedOut(span, granularity, zone);
	if (span.from < span.to) {
		if (!isEqual(span, rounded))
			call.hint(
				`The range was widened to whole ${granularity === 'DAY' ? 'days' : 'hours'} of the account: ${onClock(rounded.from, zone)} to ${onClock(rounded.to, zone)}`,
			);
		// https://docs.x.com/x-ads-api/fundamentals/timezones, read on 2026-11-26
		if (rounded.from < zoneSince && zoneSince < rounded.to)
			call.hint(
				`The account got its time zone, ${zone}, on ${onClock(zoneSince, zone)}. X's figures have a gap on that day, and the days before it began at other hours`,
			);
		return rounded;
	}
	throw call.invalid([
		broken('end_time', 'after', `must be after {start_time} (${end} is not after ${start})`),
	]);
}

/**
 * Lists the metric groups of a report that its entity has.
 *
 * @throws NodeOperationError if it has none of them.
 */
export function groupsIn(
	call: Pick<Call, 'invalid'>,
	{ entity, metric_groups: chosen = [] }: Pick<SubjectValues, 'entity' | 'metric_groups'>,
): string[] {
	const groups = chosen.filter((group) => groupsOf(entity).includes(group));
	if (groups.length > 0) return [...new Set(groups)];
	throw call.invalid([
		broken('metric_groups', 'entity', `must hold one that this entity has: ${groupsOf(entity).join(', ')}`),
	]);
}

type SubjectCall = Call<SubjectValues & { readonly platform?: string | undefined }>;

/** Makes the subject of a report. It asks X for the account, for countries, and for active entities. */
export async function subjectOf(call: SubjectCall): Promise<ReportSubject> {
	const { values } = call;
	const account = await accountOf(call, values.account_id);
	const { id: accountId, zone } = account;
	const { granularity, entity, segmentation_type: segmentation } = values;
	const span = spanOf(call, values, granularity, account);
	const groups = groupsIn(call, values);
	const named = countriesOf(values);
	const countries = named && (await Promise.all(named.map((country) => countryOf(call, country))));
	const wanted: ReportQuery = {
		entity,
		granularity,
		placements: placementsOf(values),
		groups,
		segmentation,
		countries,
		platform: values.platform,
		span,
		zone,
	};
	if (entity === 'ACCOUNT') return { account, wanted, entities: [{ id: accountId }] };
	if (values.entities === 'chosen')
		return { account, wanted, entities: [...new Set(values.entity_ids)].map((id) => ({ id })) };
	const filter = { ...values, entity };
	const entities = await activeEntities(call, accountId, filter, recordedIn(span, Date.now()));
	return { account, wanted, entities };
}

/** Lists the placements of a report, each once: all of them where none is chosen. */
export const placementsOf = ({ placement = [] }: Partial<Pick<SubjectValues, 'placement'>>): string[] =>
	placement.length > 0 ? [...new Set(placement)] : Object.keys(PLACEMENTS);

const countriesOf = ({ segmentation_type: segmentation = '', country = [] }: SubjectValues) =>
	NEEDS_COUNTRY.includes(segmentation) ? [...new Set(country)] : undefined;

const isCode = (country: string): boolean => country.length === 2;

/** Counts the requests for the countries of a report. */
export const requestsForCountries = (values: SubjectValues): number =>
	(countriesOf(values) ?? []).filter(isCode).length;

/** The targeting value of a country: https://docs.x.com/x-ads-api/campaign-management/reference#targeting-options */
async function countryOf(call: SubjectCall, country: string): Promise<string> {
	if (!isCode(country)) return country;
	return await memoOf(call.context).get(`country ${country}`, async () => {
		const { body } = await call.api.send({
			method: 'GET',
			path: '/12/targeting_criteria/locations',
			query: [
				['location_type', 'COUNTRIES'],
				['country_code', country],
			],
		});
		const found = asText(get(body, 'data.0.targeting_value'));
		if (found !== '') return found;
		throw new NodeOperationError(call.context.getNode(), `X knows no country ${country}`, {
			itemIndex: call.itemIndex,
			description: 'Check its code of two letters, or give its targeting value.',
		});
	});
}
