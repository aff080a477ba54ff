import { randomBytes } from 'node:crypto';
import { get } from 'lodash';
import { sign } from './signing';
import { signersOf, type CrcRecord, type Webhook, type WebhooksState } from './state';
import { call, outcomeName, type Outcome } from './wire';

const HOUR = 3_600_000;
/**
 * https://docs.x.com/x-api/webhooks/introduction#webhook-validation (read on 22 November 2026); a paragraph on security
 * of the same page still says "hourly".
 */
const EVERY = HOUR / 2;
/** How long after a right answer no challenge comes. */
const QUIET = 24 * HOUR;
/** How long a webhook stays valid while challenges fail for reasons that may pass. */
const GRACE = 28 * HOUR;

/**
 * Sends one challenge and judges the answer. A 2xx with a wrong token, a redirect and a TLS failure prove that the
 * callback is not the app's; a 4xx, a 5xx, silence or a closed connection count as temporary.
 *
 * @param at When the challenge counts as sent, by the simulator's clock.
 */
export async function challenge(
	state: WebhooksState,
	webhook: Pick<Webhook, 'id' | 'url' | 'appId'>,
	cause: CrcRecord['cause'],
	at = state.platform.clock.now(),
): Promise<CrcRecord> {
	const token = randomBytes(24).toString('base64url');
	const target = state.detours.resolve(webhook.url);
	const started = performance.now();
	const outcome = await withDeadline(state, state.settings.crcDeadlineMs, async (deadline) => {
		const address = target === undefined ? undefined : withToken(target, token);
		return await call({ method: 'GET', target: address, headers: { accept: 'application/json' }, deadline });
	});
	const [right] = signersOf(state, webhook.appId);
	const answeredWith = signersOf(state, webhook.appId, 'both').find(({ secret }) =>
		isAnswer(outcome, sign(secret, token)),
	)?.scheme;
	const record: CrcRecord = {
		webhookId: webhook.id,
		url: webhook.url,
		at,
		durationMs: Math.round(performance.now() - started),
		cause,
		outcome: outcomeName(outcome),
		verdict: verdictOf(outcome, answeredWith !== undefined && answeredWith === right?.scheme),
		...(answeredWith !== undefined && { answeredWith }),
	};
	state.challenges.push(record);
	return record;
}

/** Applies the verdict of a challenge to the webhook it was sent for. */
export function applyVerdict(webhook: Webhook, record: CrcRecord): void {
	if (record.verdict === 'passed') {
		webhook.valid = true;
		webhook.lastSuccess = record.at;
		return;
	}
	const isLate = record.at - webhook.lastSuccess > GRACE;
	if (record.verdict === 'wrong' || record.cause === 'validate' || isLate) webhook.valid = false;
}

/**
 * Plans the next challenge one period after `last`, and the ones after it. None comes while the last right answer is
 * young. No page says that a webhook which has become invalid is still challenged, so its owner has to ask for it.
 */
export function scheduleCheck(state: WebhooksState, webhook: Webhook, last: number): void {
	const due = Math.max(last + EVERY, webhook.lastSuccess + QUIET);
	webhook.cancelCheck();
	if (!webhook.valid) return;
	webhook.cancelCheck = state.timers.at(due, () => {
		void state.timers.track(
			challenge(state, webhook, 'schedule', due).then((record) => {
				if (!state.webhooks.has(webhook.id)) return;
				applyVerdict(webhook, record);
				scheduleCheck(state, webhook, due);
			}),
		);
	});
}

/** Runs a call that is given up when the simulator's clock says so. */
export async function withDeadline<T>(
	state: WebhooksState,
	patienceMs: number,
	work: (deadline: AbortSignal) => Promise<T>,
): Promise<T> {
	const controller = new AbortController();
	const calledOff = state.timers.at(state.platform.clock.now() + patienceMs, () => controller.abort());
	try {
		return await work(controller.signal);
	} finally {
		calledOff();
	}
}

function verdictOf(outcome: Outcome, isRight: boolean): CrcRecord['verdict'] {
	if (outcome.kind === 'tls') return 'wrong';
	if (outcome.kind !== 'answered') return 'transient';
	if (outcome.status >= 400) return 'transient';
	if (outcome.status !== 200) return 'wrong';
	return isRight ? 'passed' : 'wrong';
}

const isAnswer = (outcome: Outcome, expected: string): boolean =>
	outcome.kind === 'answered' && readToken(outcome.body) === expected;

function readToken(body: string): unknown {
	try {
		return get(JSON.parse(body), 'response_token');
	} catch {
		// Not JSON: no token.
		return undefined;
	}
}

function withToken(address: string, token: string): string {
	const url = new URL(address);
	url.searchParams.set('crc_token', token);
	return url.toString();
}
