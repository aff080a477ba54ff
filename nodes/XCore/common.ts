/** Fields that several resources of the core API share. */
import { get } from 'lodash';
import { choices, date, filters, id, options, text } from '../shared/fields';
import type { Values } from '../shared/operation/operation';

/** A page to begin with, for runs that go on where another one ended. */
export const startPage = options({
	pagination_token: text({
		label: 'Start Page Token',
		description: 'The page to begin with: the next_token of an earlier answer',
	}),
});

/** Search and counts know the same token by a second name. */
export const startPageEitherName = options({
	...startPage,
	next_token: text({
		label: 'Start Page Token (Next Token)',
		description: 'The same under the older name; use one of the two',
	}),
});

/** Bounds of a search in time and in IDs. */
export const period = filters({
	start_time: date({ description: 'Only Posts from this time on' }),
	end_time: date({ description: 'Only Posts before this time' }),
	since_id: id({ label: 'Since Post ID', description: 'Only Posts newer than this one' }),
	until_id: id({ label: 'Until Post ID', description: 'Only Posts older than this one' }),
});

/** What analytics count. */
export const span = {
	start_time: date({ description: 'Count from this time on' }),
	end_time: date({ description: 'Count up to this time' }),
};

/** Kinds of Posts that a list leaves out. */
export const excluding = filters({
	exclude: choices(
		{ replies: 'Replies', retweets: 'Reposts' },
		{ description: 'Kinds of Posts to leave out' },
	),
});

/** Beside a rule of a stream. */
export const ruleTag = text({ description: 'A text of yours that comes with every match' });

/**
 * What a removal of rules says of itself. An answer that holds errors only gives no item: nothing was removed.
 *
 * @param named The rules that were to go, for the item.
 * @param tried Whether it was only tried: then nothing is gone.
 */
export function rulesRemoved(answer: unknown, named: object, tried = false): Record<string, unknown>[] {
	const summary: unknown = get(answer, 'meta.summary');
	if (summary === undefined && get(answer, 'errors') !== undefined) return [];
	const [gone, left] = [get(summary, 'deleted') as unknown, get(summary, 'not_deleted') as unknown];
	return [{ deleted: !tried && gone !== 0, ...named, deleted_count: gone, not_deleted_count: left }];
}

/** Start before end; the platform says so only after the request. */
export function* checkPeriod(values: Values, after = 'start_time', before = 'end_time'): Generator<string> {
	const { [after]: start, [before]: end } = values;
	if (typeof start === 'string' && typeof end === 'string' && start >= end)
		yield `Start Time: must be before End Time (${start} is not before ${end})`;
}

/** As `checkPeriod`, where a period of no length is a matter for the platform. */
export function* checkOrder(values: Values): Generator<string> {
	if (values.start_time !== values.end_time) yield* checkPeriod(values);
}
