/** What X bills for an answer, by the facts: each object once for each entity, each write once. */
import { findOperation, priceOf } from '../facts';
import { isRecord } from './frame/validate';

export interface BilledLine {
	/** What is not billed again on the same day; absent for requests. */
	readonly entity?: string;
	/** The upper price where sources disagree; undefined where no source has one. */
	readonly usd: number | undefined;
}

/** What entities in `includes` cost: as much as those that a look-up returns. */
const INCLUDED: Readonly<Record<string, string>> = {
	users: 'GET /2/users/{id}',
	tweets: 'GET /2/tweets/{id}',
	posts: 'GET /2/tweets/{id}',
};

const lookUp = (route: string) => priceOf(findOperation(route)?.route ?? '');

export function billFor(
	route: string,
	answer: { readonly status: number; readonly body?: unknown },
	sent: unknown,
): BilledLine[] {
	const price = lookUp(route);
	if (answer.status >= 300 || !price) return [];
	const usd = price.usdMax ?? price.usd ?? undefined;
	const body = isRecord(answer.body) ? answer.body : {};
	const included = Object.entries(
		isRecord(body['includes']) && route.startsWith('GET') ? body['includes'] : {},
	);
	const beside = included.flatMap(([key, entities]) => {
		const each = lookUp(INCLUDED[key] ?? '');
		return each ? linesOf(each.liveType ?? key, entities, each.usd ?? undefined) : [];
	});
	if (price.unit === 'object')
		return [...linesOf(price.liveType ?? price.kind ?? '', body['data'], usd), ...beside];
	const link = price.variants?.find(({ when }) => when === 'text contains a URL')?.usd;
	const hasLink = isRecord(sent) && typeof sent['text'] === 'string' && /https?:/.test(sent['text']);
	return [{ usd: hasLink && link !== undefined ? link : usd }, ...beside];
}

const linesOf = (family: string, data: unknown, usd: number | undefined): BilledLine[] =>
	(Array.isArray(data) ? data : data === undefined ? [] : [data]).map((entity) => ({
		entity: `${family} ${isRecord(entity) ? String(entity['id']) : ''}`,
		usd,
	}));

/**
 * The bill for some requests, in millionths of a dollar.
 *
 * @param day Whether what was read before is billed once, as on the same day.
 */
export function totalOf(
	requests: ReadonlyArray<{ readonly billed: readonly BilledLine[] }>,
	day = false,
): number {
	const seen = new Set<string>();
	let total = 0;
	for (const { entity, usd = 0 } of requests.flatMap(({ billed }) => billed)) {
		if (day && entity !== undefined && seen.has(entity)) continue;
		if (entity !== undefined) seen.add(entity);
		total += Math.round(usd * 1_000_000);
	}
	return total;
}
