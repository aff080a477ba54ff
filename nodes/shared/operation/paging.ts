/** A record says how its endpoint pages: the core API uses tokens, the Ads API cursors. */
export interface Paging {
	readonly kind: 'token' | 'cursor';
	readonly size?: string;
	readonly min: number;
	readonly max: number;
	readonly request: string;
	/** Whether X documents no parameter for further pages: the first one is all that can be asked for. */
	readonly isSingle?: boolean;
	/** Whether a part of the entities means nothing, so that every run reads all and the form has no Limit. */
	readonly isWhole?: boolean;
	readonly startLimit?: number;
}

/** Pages by `meta.next_token`. */
export const token = (max: number, min = 1, request = 'pagination_token'): Paging => ({
	kind: 'token',
	size: 'max_results',
	min,
	max,
	request,
});

/** One page, for endpoints without a parameter for further ones. */
export const onePage = (max: number): Paging => ({ ...token(max), isSingle: true });

/** Pages by `meta.next_token` where the endpoint has no page size. */
export const tokenWithoutSize = (request = 'pagination_token'): Paging => ({
	kind: 'token',
	min: 1,
	max: 1,
	request,
});

/** Pages by `next_cursor` where the endpoint has no page size. */
export const cursorWithoutSize: Paging = { kind: 'cursor', min: 1, max: 1, request: 'cursor' };

/** Pages by `next_cursor`. */
export const cursor = (max = 1000): Paging => ({
	kind: 'cursor',
	size: 'count',
	min: 1,
	max,
	request: 'cursor',
});
