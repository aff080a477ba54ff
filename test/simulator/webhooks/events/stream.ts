import { STRANGER, user } from './people';
import type { EventContext, EventOptions, NoticeEvent, StreamEvent } from './model';

/** A Post on its way through the filtered stream. */
export function streamEvent(context: EventContext, options: EventOptions = {}): StreamEvent {
	const author = options.actor ?? STRANGER;
	const id = options.id ?? context.id();
	return {
		family: 'stream',
		post: {
			id,
			text: options.text ?? 'Anyone tried the new release? #acme',
			author_id: author.id,
			created_at: new Date(context.now()).toISOString(),
			edit_history_tweet_ids: [id],
			lang: 'en',
			...options.payload,
		},
		includes: { users: [user(author)] },
	};
}

/** A replay job has ended; arrives on the webhook that was replayed. */
export const replayNotice = (webhookId: string, jobId: string, isComplete = true): NoticeEvent => ({
	family: 'notice',
	body: {
		replay_job_status: {
			webhook_id: webhookId,
			job_state: isComplete ? 'Complete' : 'Incomplete',
			job_state_description: isComplete
				? 'Job completed successfully'
				: 'Job failed to deliver all events, please retry your replay job',
			job_id: jobId,
		},
	},
});
