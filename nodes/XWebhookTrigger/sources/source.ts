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
	created: z.boolean(),
	subscriptions: z.array(z.string()),
	users: z.array(z.string()),
	rules: z.array(z.string()),
	linked: z.boolean(),
});

/** The record of what the sources of a node made on X. Unpublishing the workflow removes exactly this. */
export type SourceRecord = z.infer<typeof sourceRecordShape>;

/** Returns whether all on the webhook comes from test runs of this node, as no one else knows its test address. */
export const isTestAddress = ({ isTest, created }: SourceRecord): boolean => isTest && created;

export interface WebhookSourceContext extends SourceAccess {
	readonly settings: WebhookSettings;
	readonly mark: Mark;
	readonly ownUserId: (user: Api) => Promise<string>;
	readonly userId: (username: string) => Promise<string>;
}

/** The same, once the node knows which things on X are its own. */
export interface RecognisingContext extends WebhookSourceContext {
	readonly recognition: Recognition;
}

export interface WebhookSource {
	/** Makes X deliver, adds what it made to the record and to `undo`, and removes what the node no longer needs. */
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
	isComplete(context: WebhookSourceContext, record: SourceRecord): Promise<boolean>;
}
