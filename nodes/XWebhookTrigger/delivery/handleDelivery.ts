import { upperFirst } from 'lodash';
import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { answer, answerFailure, logRefusal, requestOf, scopeOf } from '../context';
import { eventsOf } from '../events';
import { readBody } from '../../shared/util/read';
import { appSecrets, verifyWithCachedSecrets } from '../secrets';
import { readReceiveSettings, type ReceiveSettings } from '../settings';
import { applyShare, isFresh, readShareRequest, type ShareRequest } from '../sharing/guests';
import { challengeScheme, signaturesIn, SIGNING, type Scheme } from '../signature';
import { emitEvents } from './emitEvents';
import { refusalReason } from './refusalReason';

/**
 * Handles a delivery: verifies it, splits it into events, leaves out those that ran already, and hands the rest to n8n.
 * n8n answers 200 once it has started the run; whatever fails before is answered with 5xx, so that X sends
 * the delivery again.
 */
export async function handleDelivery(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		const { rawBody = Buffer.alloc(0), headers } = requestOf(context);
		const signatures = signaturesIn(headers);
		const load = async () => await appSecrets(context);
		const verdict = await verifyWithCachedSecrets(scopeOf(context), rawBody, signatures, load);
		if (verdict.outcome === 'noSecret') {
			const reason = new Error('the credential has neither a client secret nor a consumer secret');
			return answerFailure(context, 'A delivery cannot be verified', reason);
		}
		if (verdict.outcome !== 'valid') {
			const reason = refusalReason(verdict);
			logRefusal(context, `refused a delivery: ${reason}`);
			return answer(context, 401, { error: upperFirst(reason) });
		}
		const body = readBody(rawBody);
		if (body === undefined) {
			logRefusal(context, 'refused a delivery: its body is no JSON object, or one that is nested too deeply');
			return answer(context, 400, { error: 'The body is no JSON object, or one that is nested too deeply' });
		}
		const settings = readReceiveSettings(context);
		const request = readShareRequest(body);
		if (request !== undefined) return await answerShareRequest(context, settings, request, verdict.scheme);
		return await emitEvents(context, settings, { rawBody, signatures, events: eventsOf(body) });
	} catch (error) {
		return answerFailure(context, 'A delivery could not be handled', error);
	}
}

/** @param scheme With which secret the request is signed. */
async function answerShareRequest(
	context: IWebhookFunctions,
	settings: ReceiveSettings,
	request: ShareRequest,
	scheme: Scheme,
): Promise<IWebhookResponseData> {
	if (!settings.share) return answer(context, 403, { error: 'This workflow does not share its webhook' });
	// A guest without the secret that X signs with would refuse every delivery, and with it hold up the owner's.
	const needed = challengeScheme(await appSecrets(context));
	if (request.action === 'join' && needed !== undefined && needed !== scheme) {
		const { secret } = SIGNING[needed];
		return answer(context, 403, {
			error: `This workflow verifies with the ${secret}: enter it in the guest, too`,
		});
	}
	if (!isFresh(request)) return answer(context, 400, { error: 'The request to share is too old' });
	const isStored = applyShare(scopeOf(context), context.getWorkflowStaticData('node'), request);
	return answer(context, 202, { shared: request.action === 'join', stored: isStored });
}
