/**
 * Replay: what was delivered to a webhook, or attempted, in a period is delivered again, without a sign of it and only
 * once, and a notice to the webhook says how it went. Rules: https://docs.x.com/x-api/account-activity/quickstart#replay
 */
import { routesOf } from '../../documented';
import { ok, type SimRequest } from '../../frame';
import { textMember } from '../body';
import { applyVerdict, challenge } from '../crc';
import { pack, send } from '../deliveries';
import { render } from '../events';
import { replayNotice } from '../events/stream';
import { failure } from '../failures';
import type { Delivery, Webhook, WebhooksState } from '../state';
import { ownById } from './webhooks';

const MINUTE = 60_000;
const OLDEST = 24 * 60 * MINUTE;
const LATEST_START = 31 * MINUTE;
const LATEST_END = 10 * MINUTE;

export const replayRoutes = routesOf<WebhooksState>(
	{
		'POST /2/webhooks/replay': async (state, request) => {
			const { timers, settings, platform } = state;
			const webhook = ownById(state, textMember(request.body, 'webhook_id') ?? '', request.caller.appId);
			const period = periodOf(state, request);
			if (state.replays.has(webhook.id))
				throw failure(settings, 'ReplayConflictError', 'A replay of this webhook is under way.');
			const record = await timers.track(challenge(state, webhook, 'validate'));
			applyVerdict(state, webhook, record);
			if (record.verdict !== 'passed')
				throw failure(settings, 'CrcValidationFailed', `The callback answered ${record.outcome}.`);
			const job = platform.newId();
			state.replays.add(webhook.id);
			void timers.track(run(state, webhook, job, period));
			return ok({ data: { job_id: job, created_at: platform.clock.iso() } });
		},
	},
	{ rateLimit: { limit: 100, per: 'app' } },
);

interface Period {
	from: number;
	to: number;
}

function periodOf(state: WebhooksState, { body }: SimRequest): Period {
	const refuse = (name: string, rule: string) =>
		failure(state.settings, 'QueryParamInvalid', `${name} ${rule}`, name);
	const read = (name: string) =>
		Date.parse((textMember(body, name) ?? '').replace(/^(....)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:00Z'));
	const [from, to] = [read('from_date'), read('to_date')];
	const now = state.platform.clock.now();
	if (from < now - OLDEST) throw refuse('from_date', 'must be at most 24 hours ago');
	if (from > now - LATEST_START) throw refuse('from_date', 'must be at least 31 minutes ago');
	if (to > now - LATEST_END) throw refuse('to_date', 'must be at least 10 minutes ago');
	if (from >= to) throw refuse('from_date', 'must be before to_date');
	return { from, to };
}

async function run(state: WebhooksState, webhook: Webhook, job: string, { from, to }: Period): Promise<void> {
	const isMeant = ({ webhookId, at }: Delivery) => webhookId === webhook.id && from <= at && at < to;
	const address = { url: webhook.url, appId: webhook.appId, webhookId: webhook.id };
	let isComplete = true;
	for (const { bytes } of state.deliveries.filter(isMeant)) {
		const again = await send(state, pack(state, bytes, address, { once: true }));
		isComplete &&= again.state === 'delivered';
	}
	state.replays.delete(webhook.id);
	await send(state, pack(state, render(replayNotice(webhook.id, job, isComplete), {}), address));
}
