import type { Sharing } from '../sharing/sharing';
import type { SourceContext } from '../sources/source';
import type { RegistrationStore } from './registrationStore';

/** What switching a workflow on and off works with. */
export interface ActivationContext extends SourceContext {
	/** The node's address in this mode. */
	readonly url: string;
	readonly isTest: boolean;
	/** Whether n8n is starting up, as against somebody waiting for the result. */
	readonly isStartup: boolean;
	/** The node's settings as a digest. */
	readonly fingerprint: string;
	readonly registrations: RegistrationStore;
	readonly sharing: Sharing;
}
