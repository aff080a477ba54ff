import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { bindApi } from './api';
import { listWebhooks } from './webhooks';

/** The app's webhooks, for the field "Webhook to Share". */
export async function searchWebhooks(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const webhooks = await listWebhooks(await bindApi(this, 'app'));
	const wanted = filter?.toLowerCase() ?? '';
	return {
		results: webhooks
			.filter(({ id, url }) => id.includes(wanted) || url.toLowerCase().includes(wanted))
			.map(({ id, url, valid }) => ({ name: `${url}${valid ? '' : ' (invalid)'}`, value: id })),
	};
}
