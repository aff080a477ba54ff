import { documented } from '../../documented';
import { ok, type Route } from '../../frame';
import { textMember } from '../body';
import { challenge, settle } from '../crc';
import { pack, send } from '../deliveries';
import { replayNotice } from '../events';
import { failure } from '../failures';
import { ownById } from './webhooks';
import type { Delivery, ReplayJob, Webhook, WebhooksState } from '../state';

const minute = 60_000;

/** `POST /2/webhooks/replay`: everything delivered or attempted in a window of the last 24 hours, once more. */
export const replayRoutes: ReadonlyArray<Route<WebhooksState>> = [
	{
		...documented('POST /2/webhooks/replay'),
		rateLimit: { limit: 100, per: 'app' },
		handler: async (state, request) => {
			const webhook = ownById(state, textMember(request.body, 'webhook_id') ?? '', request.caller.appId);
			const window = readWindow(
				state,
				textMember(request.body, 'from_date') ?? '',
				textMember(request.body, 'to_date') ?? '',
			);
			if ([...state.jobs.values()].some((job) => job.webhookId === webhook.id && job.state === 'Running')) {
				throw failure(state.settings, 'ReplayConflictError', 'A replay of this webhook is running.');
			}
			const record = await state.timers.track(challenge(state, webhook, 'replay'));
			settle(state, webhook, record);
			if (record.verdict !== 'passed') {
				throw failure(state.settings, 'CrcValidationFailed', `The callback answered ${record.outcome}.`);
			}
			const job: ReplayJob = {
				id: state.platform.newId(),
				webhookId: webhook.id,
				createdAt: state.platform.clock.iso(),
				state: 'Running',
				deliveries: 0,
			};
			state.jobs.set(job.id, job);
			void state.timers.track(run(state, webhook, job, window));
			return ok({ data: { job_id: job.id, created_at: job.createdAt } });
		},
	},
];

interface Window {
	from: number;
	/** Exclusive, as the longer of the two descriptions has it. */
	to: number;
}

/** Repeated events carry no mark and are not tried again; the notice at the end is an ordinary delivery. */
async function run(state: WebhooksState, webhook: Webhook, job: ReplayJob, window: Window): Promise<void> {
	const repeated: Delivery[] = [];
	for (const delivery of inWindow(state, webhook, window)) {
		const parcel = pack(state, delivery.bytes, {
			url: webhook.url,
			appId: webhook.appId,
			webhookId: webhook.id,
		});
		repeated.push(await send(state, { ...parcel, once: true, replayOf: job.id }));
	}
	job.deliveries = repeated.length;
	job.state = repeated.every((delivery) => delivery.state === 'delivered') ? 'Complete' : 'Incomplete';
	const notice = replayNotice({ webhookId: webhook.id, jobId: job.id, state: job.state });
	const to = { url: webhook.url, appId: webhook.appId, webhookId: webhook.id };
	await send(state, { ...pack(state, notice.body, to), replayOf: job.id });
}

function inWindow(state: WebhooksState, webhook: Webhook, window: Window): Delivery[] {
	return state.deliveries.filter(
		(delivery) =>
			delivery.webhookId === webhook.id &&
			delivery.genuine &&
			delivery.replayOf === undefined &&
			delivery.at >= window.from &&
			delivery.at < window.to,
	);
}

function readWindow(state: WebhooksState, fromText: string, toText: string): Window {
	const from = readMinute(fromText);
	const to = readMinute(toText);
	const refuse = (detail: string, parameter: string) =>
		failure(state.settings, 'QueryParamInvalid', detail, parameter);
	if (from === undefined) throw refuse('The date is not a time of the calendar.', 'from_date');
	if (to === undefined) throw refuse('The date is not a time of the calendar.', 'to_date');
	const now = state.platform.clock.now();
	if (from < now - 24 * 60 * minute) throw refuse('The window starts more than 24 hours ago.', 'from_date');
	if (from > now - 31 * minute) throw refuse('The window must start at least 31 minutes ago.', 'from_date');
	if (to > now - 10 * minute) throw refuse('The window must end at least 10 minutes ago.', 'to_date');
	if (from >= to) throw refuse('The window ends before it starts.', 'to_date');
	return { from, to };
}

/** Reads `yyyymmddhhmm` in UTC. */
function readMinute(text: string): number | undefined {
	const [, year, month, day, hour, minutes] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
	const at = Date.parse(`${year}-${month}-${day}T${hour}:${minutes}:00.000Z`);
	return Number.isNaN(at) ? undefined : at;
}
