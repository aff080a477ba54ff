/**
 * What the platform charges for a read, in US dollars: https://docs.x.com/x-api/getting-started/pricing. An entity that
 * is read again on the same day (UTC) is charged once.
 */
import type { Operation } from '../shared/operation/operation';

export interface Price {
	readonly usd: number;
	/** Whether it is charged for each entity that comes, or for each request. */
	readonly unit: 'object' | 'request';
}

const perObject = (usd: number): Price => ({ usd, unit: 'object' });

const POST = perObject(0.005);
const USER = perObject(0.01);

/** By route; the advertising API is free of charge. */
const PRICES: Readonly<Record<string, Price>> = {
	'GET /2/dm_events': perObject(0.01),
	'GET /2/lists/{id}/members': USER,
	'GET /2/lists/{id}/tweets': POST,
	'GET /2/trends/by/woeid/{woeid}': { usd: 0.01, unit: 'request' },
	// The platform's own price lists differ: this one may be free.
	'GET /2/tweets/{id}/liking_users': USER,
	'GET /2/tweets/{id}/quote_tweets': POST,
	'GET /2/tweets/search/recent': POST,
	'GET /2/users/{id}/bookmarks': POST,
	'GET /2/users/{id}/followers': USER,
	'GET /2/users/{id}/liked_tweets': POST,
	'GET /2/users/{id}/mentions': POST,
	'GET /2/users/{id}/tweets': POST,
	'GET /2/users/reposts_of_me': POST,
};

const FREE = perObject(0);

/** The highest price that is published for an operation. */
export const priceOf = ({ route }: Pick<Operation, 'route'>): Price => PRICES[route] ?? FREE;
