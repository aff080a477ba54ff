/** A small client for tests of the simulator itself. */
import { createHmac } from 'node:crypto';
import OAuth from 'oauth-1.0a';
import { APP, ME } from '../../simulator/identities';
import type { SimulatorOptions } from '../../simulator/server';
import { useSimulator, type Simulator } from '../../support/simulator';

export type Json = Record<string, unknown>;

export interface Answer {
	status: number;
	headers: Headers;
	text: string;
	json: Json;
}

export interface Call {
	method?: string;
	/** JSON body. */
	body?: unknown;
	/** Authorization header; by default the user's OAuth 2.0 token, none if empty. */
	authorization?: string;
	form?: Record<string, string>;
}

export const AS_APP = `Bearer ${APP.bearerToken}`;
export const AS_USER = `Bearer ${ME.oauth2AccessToken}`;

/** A seeded platform for the tests of a file, and calls to it. */
export function useClient(options: SimulatorOptions = { followers: 40 }) {
	const sim = useSimulator(options);
	return { sim, call: async (path: string, request: Call = {}) => await call(sim(), path, request) };
}

async function call(
	sim: Simulator,
	path: string,
	{ method, body, authorization = AS_USER, form }: Call,
): Promise<Answer> {
	const payload = form
		? new URLSearchParams(form).toString()
		: body === undefined
			? undefined
			: JSON.stringify(body);
	const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
	const response = await fetch(sim.baseUrl + path, {
		method: method ?? (payload === undefined ? 'GET' : 'POST'),
		redirect: 'manual',
		headers: {
			...(authorization && { authorization }),
			...(payload !== undefined && { 'content-type': type }),
		},
		...(payload !== undefined && { body: payload }),
	});
	const text = await response.text();
	let json: Json = {};
	try {
		json = JSON.parse(text) as Json;
	} catch {
		json = {};
	}
	return { status: response.status, headers: response.headers, text, json };
}

/** An OAuth 1.0a header made by an independent library. */
export function signed(
	url: string,
	method = 'GET',
	data: Record<string, string> = {},
	fixed: { timestamp?: number; nonce?: string } = {},
): string {
	const oauth = new OAuth({
		consumer: { key: APP.consumerKey, secret: APP.consumerSecret },
		signature_method: 'HMAC-SHA1',
		hash_function: (base, key) => createHmac('sha1', key).update(base).digest('base64'),
	});
	if (fixed.timestamp !== undefined) oauth.getTimeStamp = () => fixed.timestamp ?? 0;
	if (fixed.nonce !== undefined) oauth.getNonce = () => fixed.nonce ?? '';
	return oauth.toHeader(
		oauth.authorize({ url, method, data }, { key: ME.accessToken, secret: ME.accessTokenSecret }),
	).Authorization;
}

export function list(value: unknown): Json[] {
	return Array.isArray(value) ? (value as Json[]) : [];
}

export function object(value: unknown): Json {
	return typeof value === 'object' && value !== null ? (value as Json) : {};
}
