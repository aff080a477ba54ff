import { accountActivityEvent, ACCOUNT_ACTIVITY_KEYS, type AccountActivityKey } from './accountActivity';
import { activityEvent } from './activity';
import type { EventContext, EventOptions, PlatformEvent } from './model';
import { replayNotice, streamEvent } from './stream';

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
