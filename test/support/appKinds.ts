import { APP } from '../simulator/identities';
import type { WebhookSimulator } from '../simulator/webhooks';
import type { Addresses } from './credentials';

/** An app of the simulated X, by which of its secrets X signs with. */
export interface AppKind {
	kind: string;
	id: string;
	bearerToken: string;
	/** The secrets that the app has; its credential holds the same ones. */
	secrets: { consumerSecret?: string; clientSecret?: string };
}

const { consumerSecret, clientSecret } = APP;
const appKind = (index: number, kind: string, secrets: AppKind['secrets']): AppKind => ({
	kind,
	secrets,
	id: `91000000000000001${index}0`,
	bearerToken: `AAAAsim${String(index).repeat(24)}`,
});

/** One app of each kind. The secrets are those of the simulator's own app, so that a search for secrets knows them. */
export const APP_KINDS = {
	old: appKind(1, 'an app with the consumer secret', { consumerSecret }),
	new: appKind(2, 'an app with the client secret', { clientSecret }),
	both: appKind(3, 'an app with both secrets', { consumerSecret, clientSecret }),
} as const;

/** Registers the apps on the simulated X, which then signs for each with the secrets that it has. */
export function addAppKinds(events: WebhookSimulator): void {
	events.configure({ webhookSigning: 'both' });
	for (const { id, secrets, bearerToken } of Object.values(APP_KINDS))
		events.addApp(id, secrets, bearerToken);
}

/** The credential of an app with its own secrets or other ones. */
export function credentialOf(
	{ kind, bearerToken, secrets: own }: AppKind,
	{ baseUrl, adsUrl, adsSandboxUrl }: Addresses,
	secrets: AppKind['secrets'] = own,
): { name: string; type: string; data: Record<string, string> } {
	const data = { baseUrl, adsUrl, adsSandboxUrl, bearerToken, ...secrets };
	return { name: `Credential of ${kind}`, type: 'xAppApi', data };
}
