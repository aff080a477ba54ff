import { request } from 'node:http';
import { BROKEN_TLS } from './address';

/** What came of one call to a callback address. */
export type Outcome =
	| { kind: 'answered'; status: number; contentType: string; body: string }
	| { kind: 'timeout' }
	| { kind: 'closed'; reason: string }
	| { kind: 'unresolved' }
	| { kind: 'tls' };

interface Call {
	method: 'GET' | 'POST';
	/** A loopback address; `undefined` stands for a name that nothing answers to. */
	target: string | undefined;
	headers?: Record<string, string>;
	body?: Buffer;
	/** Aborted when X stops waiting. */
	deadline: AbortSignal;
}

/** Answers are read up to this many bytes; the rest is thrown away, as no one looks at it. */
const READ_LIMIT = 64 * 1024;

/** Makes one call, follows no redirect, and never throws: everything that can happen is an outcome. */
export async function call({ method, target, headers = {}, body, deadline }: Call): Promise<Outcome> {
	if (target === undefined) return { kind: 'unresolved' };
	if (target.startsWith(BROKEN_TLS)) return { kind: 'tls' };
	return await new Promise<Outcome>((resolve) => {
		const outgoing = request(target, {
			method,
			headers: { ...headers, ...(body === undefined ? {} : { 'content-length': String(body.length) }) },
			signal: deadline,
			// A connection of its own: one that is kept could be closed by the receiver in the very moment of its use.
			agent: false,
		});
		outgoing.on('response', (incoming) => {
			const parts: Buffer[] = [];
			let size = 0;
			incoming.on('data', (part: Buffer) => {
				if (size < READ_LIMIT) parts.push(part);
				size += part.length;
			});
			incoming.on('end', () =>
				resolve({
					kind: 'answered',
					status: incoming.statusCode ?? 0,
					contentType: incoming.headers['content-type'] ?? '',
					body: Buffer.concat(parts).toString('utf8'),
				}),
			);
			incoming.on('error', (error) => resolve(broken(error, deadline)));
		});
		outgoing.on('error', (error) => resolve(broken(error, deadline)));
		outgoing.end(body);
	});
}

function broken(error: Error, deadline: AbortSignal): Outcome {
	return deadline.aborted ? { kind: 'timeout' } : { kind: 'closed', reason: error.message };
}

/** A short name for the log: the status, or what went wrong. */
export function outcomeName(outcome: Outcome): string {
	return outcome.kind === 'answered' ? String(outcome.status) : outcome.kind;
}

/** Whether the receiver took the event: only a 2xx before the deadline counts. */
export function taken(outcome: Outcome): boolean {
	return outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300;
}
