import type { IDataObject, INode, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { isBody, readBody } from './body';
import { responseToken } from './crc';
import { memoryOf, type KeyReservation } from './dedupe';
import { eventsOf, toJson, type PlatformEvent } from './events';
import { text } from './events/read';
import { messageOf } from './platformReasons';
import { consumerSecrets, verifyWithCachedSecrets } from './secrets';
import { readReceiveSettings, type ReceiveSettings } from './settings';
import { applyShare, isFresh, keepGuests, forward, guestsOf, shareRequest } from './sharing';
import { signatureHeader } from './signature';
import { keepRegistration } from './registrationStore';
import { isWanted } from './eventFilter';

/**
 * Answers the platform's challenge. Never a 2xx with a wrong token: that would make the webhook invalid at once, while
 * a 5xx is asked again for a day.
 */
export async function answerChallenge(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const token = text((context.getQueryData() as IDataObject).crc_token);
	if (token === undefined) return answer(context, 400, { error: 'The query parameter crc_token is missing' });
	if (isBody(token)) {
		log(context, 'warn', 'refused a challenge: its token is the body of a delivery');
		return answer(context, 400, { error: 'The token is the body of a delivery' });
	}
	try {
		const [secret = ''] = await consumerSecrets(context);
		return answer(context, 200, { response_token: responseToken(token, secret) });
	} catch (error) {
		return failed(context, 'The challenge could not be answered', error);
	}
}

/**
 * Takes a delivery: verified, split into events, freed of those that ran already, handed to n8n. n8n answers 200 once
 * it has started the run; whatever fails before is answered with 5xx, so that the platform sends it again.
 */
export async function handleDelivery(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		const { rawBody = Buffer.alloc(0), headers } = requestOf(context);
		const signature = signatureHeader(headers);
		const load = async () => await consumerSecrets(context);
		const verdict = await verifyWithCachedSecrets(scopeOf(context), rawBody, signature, load);
		if (verdict === 'noSecret') {
			return failed(
				context,
				'A delivery cannot be verified',
				new Error('the credential holds no consumer secret'),
			);
		}
		if (verdict !== 'valid' || signature === undefined) {
			log(context, 'warn', `refused a delivery: its signature is ${verdict}`);
			return answer(context, 401, { error: `The signature is ${verdict}` });
		}
		const body = readBody(rawBody);
		if (body === undefined) {
			log(context, 'warn', 'refused a delivery: its body is no JSON object');
			return answer(context, 400, { error: 'The body is no JSON object' });
		}
		const settings = readReceiveSettings(context);
		const request = shareRequest(body);
		if (request !== undefined) return answerShareRequest(context, settings, request);
		return await emitEvents(context, settings, { rawBody, signature, events: eventsOf(body) });
	} catch (error) {
		return failed(context, 'A delivery could not be handled', error);
	}
}

/** What is used of n8n's request: it keeps the bytes beside the parsed body. */
interface Request {
	/** Absent when the request had no body. */
	rawBody?: Buffer;
	headers: Record<string, string | string[] | undefined>;
}

interface Response {
	statusCode: number;
	writableEnded: boolean;
	status(code: number): { json(body: IDataObject): unknown };
	once(event: 'finish', listener: () => void): unknown;
}

const requestOf = (context: IWebhookFunctions) => context.getRequestObject() as Request;
const responseOf = (context: IWebhookFunctions) => context.getResponseObject() as Response;

/** Longest that n8n may take to start a run, in milliseconds and more. */
const PATIENCE = 60_000;

interface Verified {
	rawBody: Buffer;
	signature: string;
	events: PlatformEvent[];
}

async function emitEvents(
	context: IWebhookFunctions,
	settings: ReceiveSettings,
	{ rawBody, signature, events }: Verified,
): Promise<IWebhookResponseData> {
	const data = context.getWorkflowStaticData('node');
	const scope = scopeOf(context);
	const memory = memoryOf(scope);
	if (settings.skipDuplicates) memory.absorb(data.seen);
	const keys = settings.skipDuplicates ? events.flatMap(({ key }) => key ?? []) : [];
	const claim = await memory.claim(keys);
	let isDecided = false;
	try {
		const fresh = settings.skipDuplicates ? unseen(events, claim) : events;
		// Also what this node has seen: others may have missed it.
		const left = await forwardToGuests(context, settings, data, rawBody, signature);
		if (left !== undefined) return answer(context, 502, { error: left });
		if (fresh.length === 0) return answer(context, 200, { duplicate: true });
		const wanted = fresh.filter((event) => isWanted(event, settings));
		if (wanted.length === 0) {
			claim.keep();
			return answer(context, 200, { filtered: true });
		}
		const text = settings.rawBody ? rawBody.toString('utf8') : undefined;
		const items = wanted.map((event) => ({ json: toJson(event, text) }));
		claim.hand();
		const flight = memory.flights.start(performance.now());
		const remember = () => {
			if (claim.fresh.size === 0 || !flight.mayWrite(performance.now())) return;
			data.seen = memory.persisted();
			// n8n stores all of the data, and this copy is as old as the delivery.
			if (context.getMode() !== 'manual') keepRegistration(scope, data);
			if (settings.share) keepGuests(scope, data);
		};
		void commitOnceAnswered(context, claim, remember).finally(() => flight.end());
		isDecided = true;
		return { workflowData: [items] };
	} finally {
		// After `keep` this does nothing.
		if (!isDecided) claim.release();
	}
}

/** Events that are new, each once even if the delivery holds it twice. */
function unseen(events: PlatformEvent[], claim: KeyReservation): PlatformEvent[] {
	const given = new Set<string>();
	return events.filter(({ key }) => {
		if (key === undefined) return true;
		if (!claim.fresh.has(key) || given.has(key)) return false;
		given.add(key);
		return true;
	});
}

/**
 * n8n decides after this node has returned: its answer tells whether it took the events.
 *
 * @param remember writes the events to static data. n8n saves that right before it answers, but forgets on the way
 *   that it was changed, because it builds a second workflow over the same data: so it is written until the answer.
 */
async function commitOnceAnswered(
	context: IWebhookFunctions,
	claim: KeyReservation,
	remember: () => void,
): Promise<void> {
	const response = responseOf(context);
	const decide = () => {
		if (response.writableEnded && response.statusCode < 300) claim.keep();
		else claim.release();
	};
	response.once('finish', decide);
	for (let waited = 0; waited < PATIENCE && !response.writableEnded; waited++) {
		remember();
		await sleep(1);
	}
	// The platform may have hung up, so that nothing was sent; what n8n meant to answer still tells.
	decide();
}

/** Passes the delivery on to the workflows that share the webhook; says what went wrong, if anything. */
async function forwardToGuests(
	context: IWebhookFunctions,
	settings: ReceiveSettings,
	data: IDataObject,
	rawBody: Buffer,
	signature: string,
): Promise<string | undefined> {
	if (!settings.share) return undefined;
	const sharers = guestsOf(scopeOf(context), data);
	if (sharers.length === 0) return undefined;
	const refused = await forward(context, sharers, rawBody, signature);
	for (const { url, answer: said } of refused) {
		log(context, 'warn', `could not pass a delivery on to ${url}: ${said}`);
	}
	// A workflow that is not there cannot take it later either; one that failed can.
	const failures = refused.filter(({ isGone }) => !isGone);
	return failures.length === 0
		? undefined
		: `${failures.length} of ${sharers.length} workflows that share this webhook did not take the delivery`;
}

function answerShareRequest(
	context: IWebhookFunctions,
	settings: ReceiveSettings,
	request: NonNullable<ReturnType<typeof shareRequest>>,
): IWebhookResponseData {
	if (!settings.share) {
		return answer(context, 403, { error: 'This workflow does not share its webhook' });
	}
	if (!isFresh(request)) return answer(context, 400, { error: 'The request to share is too old' });
	applyShare(scopeOf(context), context.getWorkflowStaticData('node'), request);
	return answer(context, 202, { shared: request.action === 'join' });
}

function scopeOf(context: IWebhookFunctions): string {
	return nodeScope(context.getWorkflow().id, context.getNode(), context.getMode() === 'manual');
}

/**
 * Names a node among all that this process runs; test runs remember apart from production.
 *
 * @param isTest whether the run was started from the editor
 */
export function nodeScope(workflowId: string | undefined, node: INode, isTest: boolean): string {
	return `${workflowId ?? ''}:${node.webhookId ?? node.id}${isTest ? ':test' : ''}`;
}

function failed(context: IWebhookFunctions, what: string, error: unknown): IWebhookResponseData {
	log(context, 'error', `${what}: ${messageOf(error)}`);
	return answer(context, 500, { error: what });
}

function answer(context: IWebhookFunctions, status: number, body: IDataObject): IWebhookResponseData {
	responseOf(context).status(status).json(body);
	return { noWebhookResponse: true };
}

function log(context: IWebhookFunctions, level: 'warn' | 'error', message: string): void {
	const { id, name } = context.getWorkflow();
	context.logger[level](
		`X Webhook Trigger "${context.getNode().name}" of workflow "${name ?? id ?? ''}" ${message}`,
	);
}
