import type { Sharing } from '../sharing/sharing';
import type { Secrets } from '../signature';
import type { WebhookSourceContext } from '../sources/source';
import type { Tell } from '../notices';
import type { AfterStart } from './afterStart';
import type { Missed } from './missed';
import type { Asker } from './webhookOwners';
import type { RegistrationStore } from './registrationStore';

export interface ActivationContext extends WebhookSourceContext {
	readonly url: string;
	readonly isTest: boolean;
	readonly asker: Asker;
	/** Whether n8n is starting up, or this process has become its leader. Otherwise a person waits for the result. */
	readonly isStartup: boolean;
	readonly fingerprint: string;
	readonly credential: string | undefined;
	readonly registrations: RegistrationStore;
	readonly sharing: Sharing;
	readonly challenge: {
		readonly secrets: () => Promise<Secrets>;
		/** Whether this process has answered one for the node since the activation began. */
		readonly wasAnswered: () => boolean;
	};
	readonly afterStart: AfterStart;
	/** Notes the account of the credential, and returns whether it is another one than before. */
	readonly isOtherAccount: () => Promise<boolean>;
	readonly lookAtAccount: () => Promise<void>;
	/** What the node missed. Is undefined in a test run. */
	readonly missed: Missed | undefined;
	readonly tell: Tell;
	readonly hasFailed: boolean;
}
