/** What every source of events has in common. */
import { z } from 'zod';

import type { SourceAccess } from '../../shared/events/source';
import type { Api } from '../../shared/http/connection';
import type { Recognition } from '../recognition/recognition';
import type { Settings } from '../settings';

export const sourceRecordShape = z.object({
	webhookId: z.string(),
	isTest: z.boolean().default(false),
	/** Whether this node registered the webhook. */
	created: z.boolean(),
	/** Activity subscriptions this node created. */
	subscriptions: z.array(z.string()),
	/** Users this node subscribed for account activity. */
	users: z.array(z.string()),
	/** Filtered-stream rules this node added. */
	rules: z.array(z.string()),
	/** Whether this node linked the webhook to the filtered stream. */
	linked: z.boolean(),
});

/** What the sources of a node made on X, so that the deactivation removes exactly that. */
type SourceRecord = z.infer<typeof sourceRecordShape>;

/** Whether all that is on the webhook comes from test runs of this node: nobody else knows its test address. */
export const isTestAddress = ({ isTest, created }: SourceRecord): boolean => isTest && created;

/** What a source works with. */
export interface SourceContext extends SourceAccess {
	readonly settings: Settings;
	/** The ID of the credential's user, asked for once. */
	readonly ownUserId: (user: Api) => Promise<string>;
	/** The ID of a username, asked for once. */
	readonly userId: (username: string) => Promise<string>;
}

/** The same, where it is known what on X is the node's own. */
export interface RecognisingContext extends SourceContext {
	readonly recognition: Recognition;
}

/** Steps that take back what an activation has done so far. */
export type Rollback = Array<() => Promise<unknown>>;

/** One source of events: what it needs on X. */
export interface Source {
	/**
	 * Makes X deliver; adds what it made to the record, and how to take it back to `undo`. What the node left
	 * earlier and no longer needs is removed, whether the previous record knows it or not.
	 */
	ensure(
		context: RecognisingContext,
		record: SourceRecord,
		previous: SourceRecord | undefined,
		undo: Rollback,
	): Promise<void>;
	/** Adds to the record what is the node's own on X, whatever became of earlier records. */
	findOwn(context: RecognisingContext, record: SourceRecord): Promise<void>;
	/** How much others have on the record's webhook, once the node's own is removed. */
	countOthers?(context: SourceContext, record: SourceRecord): Promise<number>;
	/** Removes what stands in the record; what could not be removed stays there. */
	remove(context: SourceContext, record: SourceRecord): Promise<void>;
	/** Whether everything the settings ask for is still there. */
	isComplete(context: SourceContext, record: SourceRecord): Promise<boolean>;
}
