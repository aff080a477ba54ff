import { accountActivityEvent, ACCOUNT_ACTIVITY_KEYS, type AccountActivityKey } from './accountActivity';
import { activityEvent } from './activity';
import type { EventContext, EventOptions, NoticeEvent, PlatformEvent, StreamEvent } from './model';
import { STRANGER, user } from './people';

export * from './model';
export { STRANGER } from './people';

/**
 * Builds an event by name: an Account Activity key (`tweet_create_events`), `stream`, `replay_job_status`, or else an
 * activity event type (`post.create`), known or not.
 */
export function eventByName(context: EventContext, name: string, options: EventOptions = {}): PlatformEvent {
	if (name === 'stream') return streamEvent(context, options);
	if (name === 'replay_job_status') return replayNotice(options.id ?? context.id(), context.id());
	return isAccountActivityKey(name)
		? accountActivityEvent(context, name, options)
		: activityEvent(context, name, options);
}

function isAccountActivityKey(name: string): name is AccountActivityKey {
	return ACCOUNT_ACTIVITY_KEYS.some((key) => key === name);
}

/** A Post on its way through the filtered stream. */
function streamEvent(context: EventContext, options: EventOptions = {}): StreamEvent {
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
