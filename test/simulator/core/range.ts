/** Time and identifier windows of lists of Posts. */
import { invalidRequest, Refusal, type Platform, type SimRequest } from '../frame';
import { idAt } from '../platform';
import type { Post } from './model';

const firstPost = Date.parse('2006-03-26T00:00:00Z');

/**
 * Whether a Post lies in the window that `start_time`, `end_time`, `since_id` and `until_id` describe.
 *
 * @param depthMs how far back the endpoint reaches
 * @throws Refusal (400) when the window is impossible or reaches too far
 */
export function rangeOf(
	request: SimRequest,
	platform: Platform,
	depthMs: number | undefined,
): (post: Post) => boolean {
	const now = platform.clock.now();
	const get = (name: string) => request.query.get(name) ?? undefined;
	const [startText, endText, since, until] = [
		get('start_time'),
		get('end_time'),
		get('since_id'),
		get('until_id'),
	];
	const start = startText === undefined ? undefined : Date.parse(startText);
	const end = endText === undefined ? undefined : Date.parse(endText);
	const refuse = (name: string, value: string, why: string) => {
		throw new Refusal(
			invalidRequest({ message: `Invalid '${name}':'${value}'. ${why}`, parameters: { [name]: [value] } }),
		);
	};
	const earliest = depthMs === undefined ? firstPost : now - depthMs;
	if (start !== undefined && start < earliest)
		refuse(
			'start_time',
			startText ?? '',
			`'start_time' must be on or after ${new Date(earliest).toISOString()}`,
		);
	if (end !== undefined && end > now - 10_000)
		refuse(
			'end_time',
			endText ?? '',
			"'end_time' must be a minimum of 10 seconds prior to the request time.",
		);
	if (start !== undefined && end !== undefined && start >= end)
		refuse('start_time', startText ?? '', "'start_time' must be before 'end_time'.");
	if (since !== undefined && depthMs !== undefined && BigInt(since) < idAt(now - depthMs)) {
		refuse('since_id', since, "'since_id' must be a tweet id created after the window's start.");
	}
	if (since !== undefined && until !== undefined && BigInt(since) >= BigInt(until))
		refuse('since_id', since, "'since_id' must be smaller than 'until_id'.");
	return (post) => {
		const at = Date.parse(post.created_at);
		if (at < (start ?? (depthMs === undefined ? firstPost : earliest))) return false;
		if (end !== undefined && at >= end) return false;
		if (since !== undefined && BigInt(post.id) <= BigInt(since)) return false;
		return until === undefined || BigInt(post.id) < BigInt(until);
	};
}
