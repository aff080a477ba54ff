import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { connect } from '../shared/http/connection';
import { kindOf } from './context';
import { ownersOf } from './registration/webhookOwners';
import { listWebhooks } from './registration/webhooks';

/** Lists the app's webhooks with the names of their workflows, for the field "Webhook to Share". */
async function searchWebhooks(this: ILoadOptionsFunctions, filter = '') {
	const app = await connect(this, { kind: 'app', holder: kindOf(this), maxWait: 0 });
	const webhooks = await listWebhooks(app);
	const names = await ownersOf(app, webhooks, { instanceId: this.getInstanceId() });
	const results = webhooks.map(({ id, url, valid }) => {
		const name = names.get(id);
		const holder = name === undefined ? url : `${name.charAt(0).toUpperCase()}${name.slice(1)} (${url})`;
		return { name: `${holder}${valid ? '' : ' (invalid)'}`, value: id };
	});
	return {
		results: results.filter(({ name, value }) =>
			`${value} ${name}`.toLowerCase().includes(filter.toLowerCase()),
		),
	};
}

export const methods = { listSearch: { searchWebhooks } };
