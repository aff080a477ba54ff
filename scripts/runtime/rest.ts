import { request } from 'undici';
import { until } from './until';

/** n8n ties a session to one browser, by this name: any constant will do. */
export const BROWSER_ID = 'n8n-nodes-x-platform';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** n8n's refusal while its database does not answer in time (packages/cli/src/abstract-server.ts). */
const NOT_READY = 'answered 503: Database is not ready!';

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
	 * Sends one request and gives what n8n answers, without the `{ data: … }` around it. On a busy machine n8n takes its
	 * database for lost and refuses everything before it looks at it; such a request is sent again.
	 * @throws RestFailed for every status but 2xx
	 */
	async send(method: Method, path: string, body?: unknown): Promise<unknown> {
		const attempt = async () => {
			try {
				return { answer: await this.sendOnce(method, path, body) };
			} catch (error) {
				if (error instanceof RestFailed && error.message.endsWith(NOT_READY)) return undefined;
				throw error;
			}
		};
		return (await until('n8n to reach its database', attempt, { everyMs: 500 })).answer;
	}

	private async sendOnce(method: Method, path: string, body: unknown): Promise<unknown> {
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
