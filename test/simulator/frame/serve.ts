/** One request from arrival to answer: route, credential, rate limit, parameters, handler, faults, log. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { mapValues, omit } from 'lodash';
import { authenticate } from '../auth/authenticate';
import type { BoundRoute, Caller, Issue, Listener, Refused, RefusalStyle, SimResponse } from '../frame';
import { billFor, type BilledLine } from '../bill';
import type { Platform } from '../platform';
import { mediaTypeOf, parseBody, readBody } from './body';
import type { Fault, Faults } from './faults';
import type { RateLimits } from './limits';
import { coreRefusals, Refusal, strictlyInvalid } from './problems';
import type { Router } from './router';
import { readBody as readDocumented, readTexts } from './validate';

/** What is kept of a request. */
export interface Logged {
	listener: Listener;
	method: string;
	path: string;
	/** Template of the route that answered, empty when there was none. */
	route: string;
	/** Query parameters in order, decoded. */
	query: Record<string, string>;
	/** The query exactly as sent. */
	rawQuery: string;
	/** Without `authorization` and cookies. */
	headers: IncomingHttpHeaders;
	/** Parsed body; files of a multipart body as `{ bytes }`. Bodies of token endpoints are left out. */
	body: unknown;
	/** Credential kind that was accepted, or how far it got. */
	auth: Caller['kind'] | 'refused';
	/** Status of the answer; 0 when the connection was cut. */
	status: number;
	/** What X bills for it. */
	billed: readonly BilledLine[];
	/** The simulator's time in milliseconds. */
	at: number;
}

interface Serving {
	platform: Platform;
	router: Router;
	limits: RateLimits;
	faults: Faults;
	requests: Logged[];
	listener: Listener;
	/** Words refusals of unknown paths; the core's when absent. */
	fallback: RefusalStyle | undefined;
}

const REPLACES_ANSWER = new Set<Fault['kind']>([
	'status',
	'rateLimited',
	'unavailable',
	'unauthorized',
	'html',
	'empty',
]);

/** Answer one request. */
export async function serve(
	context: Serving,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const { platform, router, faults, requests, listener } = context;
	const target = request.url ?? '/';
	const [path = '', ...rest] = target.split('?');
	const rawQuery = rest.join('?');
	const at = platform.clock.now();
	const method = request.method ?? 'GET';
	const rawBody = await readBody(request);
	const found = router.find(listener, method, path);
	const fault = faults.take({ method, path }, found?.route.path);
	const logged: Logged = {
		listener,
		method,
		path,
		route: found?.route.path ?? '',
		query: Object.fromEntries(new URLSearchParams(rawQuery)),
		rawQuery,
		headers: omit(request.headers, ['authorization', 'cookie', 'x-pixel-token']),
		body: undefined,
		auth: 'refused',
		status: 0,
		billed: [],
		at,
	};
	requests.push(logged);

	const isUnanswered = fault?.kind === 'reset' || fault?.kind === 'silent';
	if (isUnanswered && !fault.after) return leave(request, fault);
	let answer: SimResponse;
	if (fault && !fault.after && REPLACES_ANSWER.has(fault.kind)) {
		logged.body = keepBody((await tryParse(rawBody, request.headers['content-type'])).body, path);
		answer = faults.answer(fault);
	} else {
		answer = await answerTo(context, request, { method, path, rawQuery, rawBody }, found, logged);
		if (fault?.after && REPLACES_ANSWER.has(fault.kind)) answer = faults.answer(fault);
	}
	if (isUnanswered) return leave(request, fault);
	if (fault?.kind === 'altered') answer = fault.alter?.(answer, new URLSearchParams(rawQuery)) ?? answer;
	if (fault?.kind === 'slow') await platform.clock.until(at + (fault.delayMs ?? 1000));
	if (fault?.kind === 'partial') answer = withErrors(answer, fault);
	logged.status = answer.status;
	if (found) logged.billed = billFor(`${method} ${found.route.path}`, answer, logged.body);
	send(response, answer, fault, platform.clock.now());
}

/** Gives no answer. */
function leave(request: IncomingMessage, { kind }: Fault): void {
	if (kind === 'reset') request.socket.destroy();
}

async function answerTo(
	{ platform, limits, listener, fallback }: Serving,
	request: IncomingMessage,
	{ method, path, rawQuery, rawBody }: { method: string; path: string; rawQuery: string; rawBody: Buffer },
	found: { route: BoundRoute; params: Record<string, string> } | undefined,
	logged: Logged,
): Promise<SimResponse> {
	const query = new URLSearchParams(rawQuery);
	const contentType = request.headers['content-type'];
	const refused = { listener, method, path, query, params: found?.params ?? {}, body: undefined as unknown };
	if (!found) return (fallback ?? coreRefusals).unknownRoute(refused);
	const { route, params } = found;
	const style = route.refusals ?? coreRefusals;
	const { body, badBody } = await tryParse(rawBody, contentType);
	refused.body = body;
	logged.body = keepBody(body, path);

	const authenticated = authenticate(platform, route, {
		method,
		url: `http://${request.headers.host ?? ''}${path}`,
		rawQuery,
		authorization: request.headers.authorization,
		pixelToken: request.headers['x-pixel-token'],
		contentType,
		rawBody,
	});
	if ('failure' in authenticated) return style.unauthenticated(authenticated.failure, refused);
	const { caller } = authenticated;
	logged.auth = caller.kind;

	const limit = limits.take(route, caller, refused);
	const finish = (answer: SimResponse): SimResponse => ({
		...answer,
		headers: { ...limit.headers, ...answer.headers },
	});
	if (limit.refusedUntil !== undefined) return finish(style.rateLimited(refused, limit.refusedUntil));
	if (badBody) {
		const message = `The request body could not be read: ${badBody}`;
		return finish(
			style.invalid([{ where: 'body', name: 'body', value: '', reason: 'type', message }], refused),
		);
	}
	const issues = issuesOf(route, refused, mediaTypeOf(contentType), platform.strict);
	if (issues.length > 0) {
		const isStrict = platform.strict === 'openapi' && style === coreRefusals;
		return finish(isStrict ? strictlyInvalid(issues) : style.invalid(issues, refused));
	}
	try {
		return finish(
			await route.handle({ ...refused, body, params, headers: request.headers, rawBody, caller }),
		);
	} catch (error) {
		if (error instanceof Refusal) return finish(error.response);
		throw error;
	}
}

/** Everything wrong with a request by the facts of its route. */
function issuesOf(
	{ parameters = [], body }: BoundRoute,
	request: Refused,
	mediaType: string,
	contract: Platform['strict'],
): readonly Issue[] {
	const manner = { contract };
	const of = (place: 'path' | 'query') =>
		parameters === 'any' ? [] : parameters.filter((parameter) => parameter.in === place);
	return [
		...readTexts('path', of('path'), namesOf(of('path'), request.params), manner).issues,
		...(parameters === 'any' ? [] : readTexts('query', of('query'), request.query, manner).issues),
		...(body && body !== 'any' ? readDocumented(body, request.body, mediaType, manner).issues : []),
	];
}

/** Path parameters of a template may go by other names than in the facts. */
const namesOf = (facts: readonly { name: string }[], params: Readonly<Record<string, string>>) =>
	facts.flatMap(({ name }): [string, string][] => {
		const value = params[name];
		return value === undefined ? [] : [[name, value]];
	});

function send(
	response: ServerResponse,
	{ status, body, headers, stream }: SimResponse,
	fault: Fault | undefined,
	now: number,
): void {
	if (stream) {
		response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
		response.flushHeaders();
		return stream(response);
	}
	const raw = typeof body === 'string' || Buffer.isBuffer(body);
	const bytes =
		body === undefined ? Buffer.alloc(0) : raw ? Buffer.from(body) : Buffer.from(JSON.stringify(body));
	const type = raw || body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' };
	const all = { date: new Date(now).toUTCString(), ...type, ...headers };
	const half = bytes.subarray(0, Math.floor(bytes.length / 2));
	const sized = ({ length }: Buffer) => ({ ...all, 'content-length': String(length) });
	if (fault?.kind === 'truncated')
		return void response.writeHead(status, sized(bytes)).write(half, () => response.destroy());
	if (fault?.kind === 'stalled') return void response.writeHead(status, sized(bytes)).write(half);
	if (fault?.kind === 'slowBody') return writeSlowly(response.writeHead(status, sized(bytes)), bytes);
	if (status === 204) return void response.writeHead(status, all).end();
	if (fault?.kind === 'gzip' && body !== undefined) {
		const packed = gzipSync(bytes);
		return void response.writeHead(status, { ...sized(packed), 'content-encoding': 'gzip' }).end(packed);
	}
	const sent = fault?.kind === 'brokenJson' ? half : bytes;
	response.writeHead(status, sized(sent)).end(sent);
}

/** Some bytes in each turn of the event loop. */
function writeSlowly(response: ServerResponse, bytes: Buffer): void {
	if (bytes.length === 0) return void response.end();
	response.write(bytes.subarray(0, 64));
	setImmediate(() => writeSlowly(response, bytes.subarray(64)));
}

function withErrors(answer: SimResponse, { errors = [] }: Fault): SimResponse {
	const { body } = answer;
	// The Ads API writes its answers itself, with integers that JavaScript would round.
	if (typeof body === 'string')
		return { ...answer, body: body.replace(/\}\s*$/, `,"errors":${JSON.stringify(errors)}}`) };
	return typeof body === 'object' && body !== null ? { ...answer, body: { ...body, errors } } : answer;
}

/** The parsed body, or why it could not be read. */
async function tryParse(raw: Buffer, contentType?: string): Promise<{ body?: unknown; badBody?: string }> {
	try {
		return { body: await parseBody(raw, contentType) };
	} catch (error) {
		return { badBody: error instanceof Error ? error.message : String(error) };
	}
}

const LONGEST_KEPT = 20_000;

/** Tokens and secrets travel in the bodies of the token endpoints: those are not kept; nor are files. */
function keepBody(body: unknown, path: string): unknown {
	if (path.includes('oauth')) return undefined;
	if (Buffer.isBuffer(body)) return { bytes: body.length };
	if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
	return mapValues(body, (value: unknown) => {
		const large = Buffer.isBuffer(value) || (typeof value === 'string' && value.length > LONGEST_KEPT);
		return large ? { bytes: value.length } : value;
	});
}
