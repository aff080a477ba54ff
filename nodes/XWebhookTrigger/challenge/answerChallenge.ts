import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { changeFare } from '../../shared/events/fares';
import { scopeOf, TRIGGER } from '../context';
import { answer, answerFailure, logRefusal, type Incoming } from '../incoming';
import { text } from '../../shared/util/lenient';
import { appSecrets } from '../secrets';
import { responseToken } from '../signature';

/** The longest token that gets an answer, in characters. X's tokens have a few dozen. */
const MAX_TOKEN = 500;

/** The beginning of a delivery's body. A byte order mark counts as white space. */
const OBJECT_OR_LIST = /^\s*[{[]/;

/**
 * Answers X's challenge. A 2xx with a wrong token makes the webhook invalid at once; after a 5xx, X asks for a day:
 * https://docs.x.com/x-api/webhooks/quickstart#2-the-crc-check
 */
export async function answerChallenge(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const token = text((context.getQueryData() as IDataObject).crc_token);
	if (token === undefined) return answer(context, 400, { error: 'The query parameter crc_token is missing' });
	const incoming = { context, scope: scopeOf(context) };
	// Anyone can send a challenge, so tokens are not parsed and long ones are not signed.
	if (token.length > MAX_TOKEN) return refuse(incoming, 'The token is too long');
	// The answer is signed with the secret that signs deliveries. If the token could also be the body of a delivery,
	// anyone could get a forged delivery signed.
	if (OBJECT_OR_LIST.test(token)) return refuse(incoming, 'The token is the body of a delivery');
	try {
		const response_token = responseToken(token, await appSecrets(context));
		changeFare(context, TRIGGER, () => ({ challengedAt: Date.now() }));
		return answer(context, 200, { response_token });
	} catch (error) {
		return answerFailure(context, 'The challenge could not be answered', error);
	}
}

function refuse(incoming: Incoming, reason: string): IWebhookResponseData {
	logRefusal(incoming, `refused a challenge: ${reason}`);
	return answer(incoming.context, 400, { error: reason });
}
