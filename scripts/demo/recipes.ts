/** How the demo starts the examples that wait for X. */
import type { Workflow } from '../runtime/types';

/** An event of `npm run event`, with a text of its own where the example branches on the text. */
export type Trial = readonly [event: string, text?: string];

/** What makes an example run, by its file; those that are missing here are started by hand. */
export const TRIALS: Readonly<Record<string, readonly Trial[]>> = {
	'chat-agent-with-memory.json': [['chat']],
	'chat-answer-messages.json': [['chat']],
	'stream-brand-monitor.json': [['mention']],
	'stream-unfollowed.json': [['unfollow']],
	'trigger-dm-auto-reply.json': [['message']],
	'trigger-mention-triage.json': [['mention'], ['mention', 'What a lovely product']],
	'trigger-post-to-channel.json': [['post']],
	'x-agent-answers-mentions.json': [['mention']],
	'x-direct-messages-to-table.json': [['message']],
	'x-moderate-replies.json': [['reply']],
	'x-new-followers-to-table.json': [['follow']],
};

/** Examples that need servers which the demo does not have; `npm run test:queue` starts those and runs them. */
export const NEED_SERVERS: readonly string[] = ['trigger-once-postgres.json', 'trigger-once-redis.json'];

/**
 * Whether an example asks X at intervals: run by hand, it shows the latest at once.
 *
 * @param workflow The example.
 */
export const isPolling = ({ nodes }: Workflow): boolean =>
	nodes.some(({ type }) => type === 'n8n-nodes-x-platform.xCoreTrigger');

/** What to type for a trial. */
export const commandOf = ([event, text]: Trial): string =>
	`npm run event ${event}${text === undefined ? '' : ` "${text}"`}`;
