/**
 * Syncing as the platform advises: sort by the time of the last change, newest first, and stop at the time of the last
 * sync. Documentation: "Ads API, best practices", retrieving changes.
 */
import { get } from 'lodash';
import { date, filters, formOnly } from '../shared/fields';
import type { Field, Operation, Values } from '../shared/operation/operation';
import { asText } from '../shared/util/text';

export const changedSince: Record<string, Field> = {
	...filters({
		changed_since: formOnly(
			date({
				label: 'Changed Since',
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
	},
};

/** Keeps what changed since then; what is older ends the list. */
export const untilUnchanged: NonNullable<Operation['page']> = (body, { changed_since: since }) => {
	const data: unknown = get(body, 'data');
	if (typeof since !== 'string' || !Array.isArray(data)) return { body, last: false };
	const from = Date.parse(since);
	// What does not say when it changed may have changed since.
	const kept = data.filter((entity) => !(Date.parse(asText(get(entity, 'updated_at'))) < from));
	return { body: { ...(body as object), data: kept }, last: kept.length < data.length };
};

export function* checkChangedSince({ changed_since: since, sort_by: sort }: Values) {
	if (since !== undefined && sort !== undefined && sort !== '')
		yield 'Sort: cannot be combined with Changed Since, which sorts by the last change';
}
