import type { IDataObject } from 'n8n-workflow';
import { classify, type Failure } from '../../shared/errors';
import { tryParseExact } from '../../shared/util/exactJson';
import { isObject, objects, text } from '../../shared/util/lenient';
import type { Ending } from './reconnect';

type StreamMessage =
	| { readonly kind: 'alive' }
	/** Something happened. Errors beside it are about parts that X could not show. */
	| { readonly kind: 'event'; readonly body: IDataObject }
	| { readonly kind: 'end'; readonly failure: Failure; readonly ending: Ending | undefined }
	| { readonly kind: 'unreadable' };

/**
 * Reads a line. A problem may be in `errors` or alone, and a line with data is an event whatever else it has:
 * https://docs.x.com/x-api/fundamentals/consuming-streaming-data
 */
export function readMessage(line: string): StreamMessage {
	if (line.trim() === '') return { kind: 'alive' };
	const body = tryParseExact(line);
	if (!isObject(body)) return { kind: 'unreadable' };
	if (body.data !== undefined && body.data !== null) return { kind: 'event', body };
	const problems = objects(body.errors);
	const [problem] = problems.length > 0 ? problems : [body];
	if (problem === undefined || !isProblem(problem)) return { kind: 'event', body };
	const failure = classify({ status: 200, body });
	return { kind: 'end', failure, ending: endingOf(problem, failure) };
}

const isProblem = ({ title, type, detail, disconnect_type, message }: IDataObject): boolean =>
	[title, type, detail, disconnect_type, message].some((member) => text(member) !== undefined);

/** Waiting does not help with these. */
const FINAL = new Set<Failure['kind']>([
	'authentication',
	'wrongCredentialKind',
	'missingScope',
	'forbidden',
	'usageCap',
	'noCredit',
]);

/** Decides how to continue after a problem inside a stream. Is undefined if trying again does not help. */
function endingOf(problem: IDataObject, { kind, retryAt }: Failure): Ending | undefined {
	if (isTooMany(problem)) return { kind: 'tooMany' };
	if (FINAL.has(kind)) return undefined;
	// Rules that are not valid: until they are corrected, X ends each connection.
	if (kind === 'conflict') return { kind: 'http' };
	if (kind === 'rateLimit') return { kind: 'limited', ...(retryAt && { until: retryAt.getTime() }) };
	// If X disconnects for its own reasons, this is an ordinary loss of connection. Other problems may last a while.
	return /(Operational|Unclean|Force)\w{0,20}Disconnect|SlowReader/i.test(
		text(problem.disconnect_type) ?? '',
	) || /operational-disconnect$/.test(text(problem.type) ?? '')
		? { kind: 'dropped', lived: Infinity }
		: { kind: 'http' };
}

/** Checks whether a problem means that the app has reached its limit of connections. */
const isTooMany = (problem: IDataObject): boolean =>
	problem.connection_issue === 'TooManyConnections' ||
	/maximum allowed connection/i.test(text(problem.detail) ?? '');

/** Decides how to continue after a refused attempt to connect. Is undefined if trying again does not help. */
export function endingOfRefusal({ kind, status, problems, retryAt }: Failure): Ending | undefined {
	if (problems.some((problem) => isTooMany(problem as IDataObject))) return { kind: 'tooMany' };
	switch (kind) {
		case 'connection':
		case 'dns':
		case 'refused':
		case 'timeout':
			return { kind: 'network' };
		case 'rateLimit':
			return { kind: 'limited', ...(retryAt && { until: retryAt.getTime() }) };
		case 'server':
		case 'unavailable':
		case 'locked':
			return { kind: 'http' };
		// A stream without rules. New rules take some seconds to count.
		case 'conflict':
			return { kind: 'http' };
		default:
			return status !== undefined && status >= 500 ? { kind: 'http' } : undefined;
	}
}
