import type { Sharing } from '../sharing/sharing';
import type { Secrets } from '../signature';
import type { WebhookSourceContext } from '../sources/source';
import type { Tell } from '../notices';
import type { AfterStart } from './afterStart';
import type { Missed } from './missed';
import type { Asker } from './webhookOwners';
import type { RegistrationStore } from './registrationStore';

/** The context of publishing and unpublishing a workflow. */
export interface ActivationContext extends WebhookSourceContext {
	/** The node's address in this mode. */
	readonly url: string;
	readonly isTest: boolean;
	/** The n8n and the node that ask who uses the app's webhooks. */
	readonly asker: Asker;
	/** Whether n8n is starting up, or this process has become its leader. Otherwise a person waits for the result. */
	readonly isStartup: boolean;
	readonly fingerprint: string;
	/** The ID of the app's credential. */
	readonly credential: string | undefined;
	readonly registrations: RegistrationStore;
	readonly sharing: Sharing;
	/** The answers to X's challenges. */
	readonly challenge: {
		readonly secrets: () => Promise<Secrets>;
		/** Whether this process has answered one for the node since the activation began. */
		readonly wasAnswered: () => boolean;
	};
	/** Tasks for some time after n8n's start. */
	readonly afterStart: AfterStart;
	/** Notes the account of the credential, and returns whether it is another one than before. */
	readonly isOtherAccount: () => Promise<boolean>;
	/** Begins anew if the account is another one. */
	readonly lookAtAccount: () => Promise<void>;
	/** What the node missed. Is undefined in a test run. */
	readonly missed: Missed | undefined;
	/** Reports what happened. */
	readonly tell: Tell;
	/** Whether the last activation in this process failed. */
	readonly hasFailed: boolean;
}
