import { stranger, user } from './people';
import type { EventContext, EventOptions, NoticeEvent, StreamEvent } from './model';

/** A Post on its way through the filtered stream. */
export function streamEvent(context: EventContext, options: EventOptions = {}): StreamEvent {
	const author = options.actor ?? stranger;
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

/** How a replay job ended; arrives on the webhook that was replayed. */
export function replayNotice(options: {
	webhookId: string;
	jobId: string;
	state?: 'Complete' | 'Incomplete';
	description?: string;
}): NoticeEvent {
	const state = options.state ?? 'Complete';
	return {
		family: 'notice',
		body: {
			replay_job_status: {
				webhook_id: options.webhookId,
				job_state: state,
				job_state_description:
					options.description ??
					(state === 'Complete' ? 'Job completed successfully' : 'Job stopped before all events were sent'),
				job_id: options.jobId,
			},
		},
	};
}
