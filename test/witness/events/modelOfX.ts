/** What the models of X have in common: the bill, the dates of answers, problems, and odd answers. */
import type { OutsideAnswer } from '../../support/host/outside';
import { Bill } from './bill';
import { MINUTE, SECOND, type Time } from './time';

/** What X may answer with status 200 although it has something. */
const ODD = {
	'only errors': { errors: [{ title: 'Internal', detail: 'Internal error', type: 'about:blank' }] },
	'a count without data': { data: null, meta: { result_count: 12 } },
	nothing: { meta: { result_count: 0 } },
};

export type OddAnswer = keyof typeof ODD | 'a web page';

export type Answer = OutsideAnswer | 'ECONNRESET' | 'ECONNREFUSED' | 'ETIMEDOUT';

export const INVALID = 'https://api.x.com/2/problems/invalid-request';

export class ModelOfX {
	readonly bill = new Bill();
	/** By how much the `Date` of an answer is ahead. */
	ahead = 0;

	constructor(protected readonly time: Time) {}

	protected get date(): string {
		return new Date(this.time.now + this.ahead).toUTCString();
	}

	protected json(status: number, body: object, headers: Record<string, string> = {}): OutsideAnswer {
		const type = 'application/json; charset=utf-8';
		return {
			status,
			headers: { date: this.date, 'content-type': type, ...headers },
			body: JSON.stringify(body),
		};
	}

	protected problem(
		status: number,
		type: string,
		detail: string,
		more: object = {},
		headers: Record<string, string> = {},
	): OutsideAnswer {
		return this.json(status, { type, title: 'Problem', status, detail, ...more }, headers);
	}

	/** The refusal of a request too many, of a limit that begins anew after 15 minutes. */
	protected limited(limit: number): OutsideAnswer {
		const headers = {
			'x-rate-limit-limit': String(limit),
			'x-rate-limit-remaining': '0',
			'x-rate-limit-reset': String(Math.ceil((this.time.now + 15 * MINUTE) / SECOND)),
		};
		return this.problem(429, 'about:blank', 'Too Many Requests', {}, headers);
	}

	/** An answer with status 200 that says nothing; undefined where the name is none of these. */
	protected odd(kind: string | undefined): OutsideAnswer | undefined {
		if (kind === 'a web page')
			return { status: 200, headers: { 'content-type': 'text/html' }, body: '<!DOCTYPE html><p>Sign in' };
		return kind !== undefined && kind in ODD ? this.json(200, ODD[kind as keyof typeof ODD]) : undefined;
	}
}
