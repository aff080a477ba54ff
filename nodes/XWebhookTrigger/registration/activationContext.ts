import type { Sharing } from '../sharing/sharing';
import type { Secrets } from '../signature';
import type { SourceContext } from '../sources/source';
import type { AfterStart } from './afterStart';
import type { Asker } from './holders';
import type { Mark } from '../../shared/events/mark';
import type { RegistrationStore } from './registrationStore';

/** What switching a workflow on and off works with. */
export interface ActivationContext extends SourceContext {
	/** The node's address in this mode. */
	readonly url: string;
	readonly isTest: boolean;
	/** Who asks whose the app's webhooks are. */
	readonly asker: Asker;
	/** Whether n8n is starting up, as against somebody waiting for the result. */
	readonly isStartup: boolean;
	/** The node's settings as a digest. */
	readonly fingerprint: string;
	readonly registrations: RegistrationStore;
	readonly sharing: Sharing;
	/** What marks the node's subscriptions and rules on X. */
	readonly mark: Mark;
	/** What X's challenges are answered with. */
	readonly challenge: {
		readonly secrets: () => Promise<Secrets>;
		/** Whether this process answered one for the node since the activation began. */
		readonly wasAnswered: () => boolean;
	};
	/** What is done some time after n8n has started. */
	readonly afterStart: AfterStart;
	/** Has delivered again what came while n8n was away, where the settings want it. */
	readonly replayMissed: (webhookId: string) => void;
	/** Whether the last activation in this process failed. */
	readonly hasFailed: boolean;
}
