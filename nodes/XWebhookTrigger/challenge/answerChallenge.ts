import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { scopeOf } from '../context';
import { answer, answerFailure, logRefusal, type Incoming } from '../incoming';
import { text } from '../../shared/util/read';
import { appSecrets } from '../secrets';
import { responseToken } from '../signature';
import { noteAnswer } from './answered';

/** Longest token that is answered, in characters: those of X have some dozens. */
const MAX_TOKEN = 500;

/** How the body of a delivery begins, whatever follows; a byte order mark counts as a blank. */
const OBJECT_OR_LIST = /^\s*[{[]/;

/**
 * Answers X's challenge. Never a 2xx with a wrong token: that would make the webhook invalid at once, while
 * after a 5xx X asks again for a day.
 *
 * @see https://docs.x.com/x-api/webhooks/quickstart#2-the-crc-check
 */
export async function answerChallenge(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const token = text((context.getQueryData() as IDataObject).crc_token);
	if (token === undefined) return answer(context, 400, { error: 'The query parameter crc_token is missing' });
	const incoming = { context, scope: scopeOf(context) };
	// Anybody may ask: nothing of a token is parsed, and no long one is signed.
	if (token.length > MAX_TOKEN) return refuse(incoming, 'The token is too long');
	// The answer is made like the signature of a delivery, with a secret that signs deliveries. If it were given for a token that is
	// also the body of a delivery, anybody could have a forged delivery signed.
	if (OBJECT_OR_LIST.test(token)) return refuse(incoming, 'The token is the body of a delivery');
	try {
		const response_token = responseToken(token, await appSecrets(context));
		noteAnswer(incoming.scope);
		return answer(context, 200, { response_token });
	} catch (error) {
		return answerFailure(context, 'The challenge could not be answered', error);
	}
}

function refuse(incoming: Incoming, reason: string): IWebhookResponseData {
	logRefusal(incoming, `refused a challenge: ${reason}`);
	return answer(incoming.context, 400, { error: reason });
}
