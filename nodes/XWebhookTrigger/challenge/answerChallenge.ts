import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { answer, answerFailure, log } from '../context';
import { readBody, text } from '../read';
import { consumerSecrets } from '../secrets';
import { responseToken } from '../signature';

/**
 * Answers the platform's challenge. Never a 2xx with a wrong token: that would make the webhook invalid at once, while
 * after a 5xx the platform asks again for a day.
 *
 * @see https://docs.x.com/x-api/webhooks/quickstart#2-the-crc-check
 */
export async function answerChallenge(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const token = text((context.getQueryData() as IDataObject).crc_token);
	if (token === undefined) return answer(context, 400, { error: 'The query parameter crc_token is missing' });
	// The answer is made like the signature of a delivery, with the same secret. If it were given for a token that is
	// also the body of a delivery, anybody could have a forged delivery signed.
	if (readBody(Buffer.from(token)) !== undefined) {
		log(context, 'warn', 'refused a challenge: its token is the body of a delivery');
		return answer(context, 400, { error: 'The token is the body of a delivery' });
	}
	try {
		const [secret = ''] = await consumerSecrets(context);
		return answer(context, 200, { response_token: responseToken(token, secret) });
	} catch (error) {
		return answerFailure(context, 'The challenge could not be answered', error);
	}
}
