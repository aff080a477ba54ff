/** Time and identifier windows of lists of Posts. */
import { idAt } from '../platform';
import { refuse, type Call } from './call';
import type { Post } from './model';

const FIRST_POST = Date.parse('2006-03-26T00:00:00Z');

/**
 * Whether a Post lies in the window that `start_time`, `end_time`, `since_id` and `until_id` describe.
 *
 * @throws Refusal (400) when the window is impossible or reaches too far
 */
export function rangeOf(call: Call, depthMs: number | undefined): (post: Post) => boolean {
	const now = call.platform.clock.now();
	const time = (name: string) => (call.query(name) ? Date.parse(call.query(name)) : undefined);
	const id = (name: string) => (call.query(name) ? BigInt(call.query(name)) : undefined);
	const [start, end, since, until] = [time('start_time'), time('end_time'), id('since_id'), id('until_id')];
	const earliest = depthMs === undefined ? FIRST_POST : now - depthMs;
	const wrong = (name: string, why: string) =>
		refuse(`Invalid '${name}':'${call.query(name)}'. ${why}`, { [name]: [call.query(name)] });
	if (start !== undefined && start < earliest)
		wrong('start_time', `'start_time' must be on or after ${new Date(earliest).toISOString()}`);
	if (end !== undefined && end > now - 10_000)
		wrong('end_time', "'end_time' must be a minimum of 10 seconds prior to the request time.");
	if (start !== undefined && end !== undefined && start >= end)
		wrong('start_time', "'start_time' must be before 'end_time'.");
	if (since !== undefined && depthMs !== undefined && since < idAt(now - depthMs))
		wrong('since_id', "'since_id' must be a tweet id created after the window's start.");
	if (since !== undefined && until !== undefined && since >= until)
		wrong('since_id', "'since_id' must be smaller than 'until_id'.");
	return (post) => {
		const at = Date.parse(post.created_at);
		if (at < (start ?? earliest) || (end !== undefined && at >= end)) return false;
		if (since !== undefined && BigInt(post.id) <= since) return false;
		return until === undefined || BigInt(post.id) < until;
	};
}
