import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { answer, answerFailure, logRefusal, requestOf, scopeOf } from '../context';
import { eventsOf } from '../events';
import { readBody } from '../../shared/util/read';
import { consumerSecrets, verifyWithCachedSecrets } from '../secrets';
import { readReceiveSettings, type ReceiveSettings } from '../settings';
import { applyShare, isFresh, readShareRequest, type ShareRequest } from '../sharing/guests';
import { signatureHeader } from '../signature';
import { emitEvents } from './emitEvents';

/**
 * Handles a delivery: verifies it, splits it into events, leaves out those that ran already, and hands the rest to n8n.
 * n8n answers 200 once it has started the run; whatever fails before is answered with 5xx, so that X sends
 * the delivery again.
 */
export async function handleDelivery(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		const { rawBody = Buffer.alloc(0), headers } = requestOf(context);
		const signature = signatureHeader(headers);
		const load = async () => await consumerSecrets(context);
		const verdict = await verifyWithCachedSecrets(scopeOf(context), rawBody, signature, load);
		if (verdict === 'noSecret') {
			const reason = new Error('the credential holds no consumer secret');
			return answerFailure(context, 'A delivery cannot be verified', reason);
		}
		if (verdict !== 'valid' || signature === undefined) {
			logRefusal(context, `refused a delivery: its signature is ${verdict}`);
			return answer(context, 401, { error: `The signature is ${verdict}` });
		}
		const body = readBody(rawBody);
		if (body === undefined) {
			logRefusal(context, 'refused a delivery: its body is no JSON object, or one that is nested too deeply');
			return answer(context, 400, { error: 'The body is no JSON object, or one that is nested too deeply' });
		}
		const settings = readReceiveSettings(context);
		const request = readShareRequest(body);
		if (request !== undefined) return answerShareRequest(context, settings, request);
		return await emitEvents(context, settings, { rawBody, signature, events: eventsOf(body) });
	} catch (error) {
		return answerFailure(context, 'A delivery could not be handled', error);
	}
}

function answerShareRequest(
	context: IWebhookFunctions,
	settings: ReceiveSettings,
	request: ShareRequest,
): IWebhookResponseData {
	if (!settings.share) return answer(context, 403, { error: 'This workflow does not share its webhook' });
	if (!isFresh(request)) return answer(context, 400, { error: 'The request to share is too old' });
	const isStored = applyShare(scopeOf(context), context.getWorkflowStaticData('node'), request);
	return answer(context, 202, { shared: request.action === 'join', stored: isStored });
}
