/**
 * Reads only what has changed, as X advises: sort by the time of the last change, newest first, and stop at the time of
 * the last sync. https://docs.x.com/x-ads-api/fundamentals/rate-limiting#best-practices
 */
import { get } from 'lodash';
import { date, filters, formOnly } from '../../shared/fields';
import { broken, type Field, type Operation } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';

const changedSince = {
	...filters({
		changed_since: formOnly(
			date({
				description:
					'Only those changed at this time or later, newest first: with Return All the list is read until it gets older',
			}),
		),
	}),
	newest_first: {
		wire: 'sort_by',
		place: 'query',
		encode: () => undefined,
		resolve: (_value, { values }) =>
			Promise.resolve(values.changed_since === undefined ? undefined : 'updated_at-desc'),
	} satisfies Field,
};

/** Returns a list with the option Changed Since. */
export const withChangedSince = (list: Operation): Operation => ({
	...list,
	fields: { ...list.fields, ...changedSince },
	*check(values) {
		yield* list.check?.(values) ?? [];
		if (values.changed_since !== undefined && values.sort_by !== undefined)
			yield broken(
				'sort_by',
				'exclusive',
				'cannot be combined with {changed_since}, which sorts by the last change',
			);
	},
	page: untilUnchanged,
});

/** Keeps entities that changed since then. The first older one ends the list. */
export const untilUnchanged: NonNullable<Operation['page']> = (body, { changed_since: since }) => {
	const data: unknown = get(body, 'data');
	if (typeof since !== 'string' || !Array.isArray(data)) return { body, last: false };
	const from = Date.parse(since);
	// An entity without a time may have changed since.
	const kept = data.filter((entity) => !(Date.parse(asText(get(entity, 'updated_at'))) < from));
	return { body: { ...(body as object), data: kept }, last: kept.length < data.length };
};
