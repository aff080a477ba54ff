import { lowerFirst } from 'lodash';
import { ActivationError } from '../context';
import { CREDENTIALS, type CredentialKind } from '../../shared/auth/credentialKinds';
import { challengeScheme, SIGNING, type Secrets } from '../signature';
import type { ActivationContext } from './activationContext';

export const WHERE_SECRETS_ARE =
	'The Developer Console shows the client secret on the page Keys and tokens of the app, under OAuth 2.0, and the consumer secret under OAuth 1.0 (API Key Secret).';

const ADVICE = {
	both: `That secret is of another app, or was generated anew since: copy it again into the credential. If the app uses OAuth 1.0a only, empty Client Secret.`,
	oauth2: `That secret is of another app, or was generated anew since: copy it again into the credential. If the app uses OAuth 1.0a only, enter its Consumer Secret and empty Client Secret, or choose a credential of OAuth 1.0a.`,
	oauth1: `If the app has an OAuth 2.0 client secret, X wants that one: enter it as Client Secret in the credential. If not, the consumer secret is of another app or was generated anew since: copy it again.`,
} as const;

/** Makes the error of a failed challenge. If this process answered, the secret is the most likely cause. */
export async function challengeFailed(
	{ challenge, url: own, settings: { authentication: kind } }: ActivationContext,
	url: string,
): Promise<ActivationError> {
	const reached = 'Check that the address is reached from the internet and that no proxy changes the answer.';
	if (url !== own)
		return new ActivationError(
			`X's challenge to ${url} was not answered correctly`,
			`${reached} The workflow that has this webhook must be published, and its credential needs the secrets of this very app.`,
		);
	const secrets = await challenge.secrets();
	const used = challengeScheme(secrets);
	if (used === undefined) return noSecret(kind);
	const { secret } = SIGNING[used];
	const advice = `${ADVICE[hasBoth(secrets) ? 'both' : used]} ${WHERE_SECRETS_ARE}`;
	return challenge.wasAnswered()
		? new ActivationError(
				`X did not accept the answer to its challenge, which this node made with the ${secret}`,
				`${advice} If the secret is right, a proxy changes the answer.`,
			)
		: new ActivationError(
				`X's challenge to ${url} was not answered correctly. This node answers with the ${secret}`,
				`${reached} If it is: ${lowerFirst(advice)}`,
			);
}

const hasBoth = ({ oauth1, oauth2 }: Secrets) => oauth1.length > 0 && oauth2.length > 0;

/** Makes the error of an activation without any secret, before anything is sent to X. */
export const noSecret = (kind: CredentialKind): ActivationError =>
	new ActivationError(
		`The credential ${CREDENTIALS[kind].displayName} has neither a client secret nor a consumer secret`,
		`X's challenges are answered and its deliveries verified with them. Enter the Client Secret of the app there, or its Consumer Secret if it uses OAuth 1.0a only. ${WHERE_SECRETS_ARE}`,
	);
