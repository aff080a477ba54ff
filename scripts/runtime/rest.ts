import { request } from 'undici';

/** n8n ties a session to one browser, by this name: any constant will do. */
export const BROWSER_ID = 'n8n-nodes-x-platform';

/** n8n answered with an error; `message` holds its own words. */
export class RestFailed extends Error {
	override readonly name = 'RestFailed';

	constructor(
		message: string,
		/** HTTP status */
		readonly status: number,
	) {
		super(message);
	}
}

/** The session that n8n's editor would have: a cookie, and the browser it was given to. */
export class Rest {
	private cookie: string | undefined;

	constructor(
		/** Address of n8n without a slash at the end */
		readonly url: string,
	) {}

	/** The session cookie's value, for a browser that is to be signed in without the form. */
	get session(): string | undefined {
		return this.cookie;
	}

	/**
	 * Sends one request and gives what n8n answers, without the `{ data: … }` around it.
	 * @throws RestFailed for every status but 2xx
	 */
	async send(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<unknown> {
		const response = await request(`${this.url}${path}`, {
			method,
			// no connection is kept: n8n could close it in the very moment of its next use
			reset: true,
			headers: {
				accept: 'application/json',
				'browser-id': BROWSER_ID,
				...(this.cookie === undefined ? {} : { cookie: `n8n-auth=${this.cookie}` }),
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
			},
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		for (const line of [response.headers['set-cookie'] ?? []].flat()) {
			const value = /^n8n-auth=([^;]+)/.exec(line)?.[1];
			if (value !== undefined) this.cookie = value;
		}
		const text = await response.body.text();
		const answer = parse(text);
		if (response.statusCode < 200 || response.statusCode > 299) {
			throw new RestFailed(
				`${method} ${path} answered ${response.statusCode}: ${messageIn(answer) ?? text.slice(0, 300)}`,
				response.statusCode,
			);
		}
		return isRecord(answer) && 'data' in answer ? answer['data'] : answer;
	}
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

function messageIn(answer: unknown): string | undefined {
	return isRecord(answer) && typeof answer['message'] === 'string' ? answer['message'] : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return value !== null && typeof value === 'object' && !Array.isArray(value);
}
