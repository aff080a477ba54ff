import type { SigningScheme } from './signing';
import type { WebhooksState } from './state';

interface Signer {
	scheme: SigningScheme;
	secret: string;
}

/**
 * What X signs an app's deliveries with, one header each. The first is also what a challenge must be answered with: the
 * client secret where the app has one.
 */
export function signersOf(
	{ settings, secrets }: WebhooksState,
	appId: string,
	webhookSigning = settings.webhookSigning,
): Signer[] {
	const app = secrets.get(appId);
	if (app === undefined) throw new Error(`No app ${appId} on the simulated platform`);
	const { consumerSecret, clientSecret } = app;
	const signers: Signer[] = [];
	if (clientSecret !== undefined && (consumerSecret === undefined || webhookSigning !== 'oauth1'))
		signers.push({ scheme: 'oauth2', secret: clientSecret });
	if (consumerSecret !== undefined && (clientSecret === undefined || webhookSigning !== 'oauth2'))
		signers.push({ scheme: 'oauth1', secret: consumerSecret });
	return signers;
}
