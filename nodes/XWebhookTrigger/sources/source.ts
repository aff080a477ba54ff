/** Describes the parts that all sources of events share. */
import { z } from 'zod';

import type { Mark } from '../../shared/events/mark';
import type { Rollback } from '../../shared/events/reconcile';
import type { SourceAccess } from '../../shared/events/source';
import type { Api } from '../../shared/http/connection';
import type { Recognition } from '../recognition/recognition';
import type { WebhookSettings } from '../settings';

export const sourceRecordShape = z.object({
	webhookId: z.string(),
	isTest: z.boolean().default(false),
	/** True if this node registered the webhook. */
	created: z.boolean(),
	subscriptions: z.array(z.string()),
	/** Users this node subscribed for account activity. */
	users: z.array(z.string()),
	rules: z.array(z.string()),
	/** True if this node linked the webhook to the filtered stream. */
	linked: z.boolean(),
});

/** The record of what the sources of a node made on X. Unpublishing the workflow removes exactly this. */
export type SourceRecord = z.infer<typeof sourceRecordShape>;

/** Returns whether all on the webhook comes from test runs of this node, as no one else knows its test address. */
export const isTestAddress = ({ isTest, created }: SourceRecord): boolean => isTest && created;

/** The access of a source to X, the node's mark, and look-ups of IDs. */
export interface WebhookSourceContext extends SourceAccess {
	readonly settings: WebhookSettings;
	/** The mark of the node's subscriptions and rules on X. */
	readonly mark: Mark;
	/** The ID of the credential's user. X is asked for it only once. */
	readonly ownUserId: (user: Api) => Promise<string>;
	/** The ID of a username. X is asked for it only once. */
	readonly userId: (username: string) => Promise<string>;
}

/** The same, once the node knows which things on X are its own. */
export interface RecognisingContext extends WebhookSourceContext {
	readonly recognition: Recognition;
}

/** One source of events: what it needs on X. */
export interface WebhookSource {
	/**
	 * Makes X deliver. Adds what it made to the record, and the steps to undo it to `undo`. Also removes what the
	 * node left earlier and does not need any more, even if it is not in the previous record.
	 */
	ensure(
		context: RecognisingContext,
		record: SourceRecord,
		previous: SourceRecord | undefined,
		undo: Rollback,
	): Promise<void>;
	/** Adds the node's own things on X to the record, even if earlier records were lost. */
	findOwn(context: RecognisingContext, record: SourceRecord): Promise<void>;
	/** Counts the things of others on the record's webhook, after the node's own are removed. */
	countOthers?(context: WebhookSourceContext, record: SourceRecord): Promise<number>;
	/** Removes everything in the record. What could not be removed stays there. */
	remove(context: WebhookSourceContext, record: SourceRecord): Promise<void>;
	/** Checks whether everything that the settings ask for still exists. */
	isComplete(context: WebhookSourceContext, record: SourceRecord): Promise<boolean>;
}
