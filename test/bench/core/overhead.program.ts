/** Sends one small request for every input item, the way that is asked for. */
import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { describe } from '../../support/host/describe';
import type { Addresses } from '../../support/credentials';
import { credentialsFor } from '../../support/credentials';
import { me } from '../../simulator/identities';
import { openN8n, type Step } from '../support/n8n';
import { serve } from '../support/serve';

export type Way = 'X Core' | 'httpRequestWithAuthentication' | 'httpRequest';

export interface Sent {
	ms: number;
	cpu: number;
	/** Items that hold the user who was asked for. */
	right: number;
}

const CREDENTIAL = 'xUserOAuth2Api';

type Send = (context: IExecuteFunctions, url: string) => Promise<unknown>;

/** A node that does nothing but send. */
function sender(name: string, send: Send): INodeType {
	return {
		description: describe({
			name,
			displayName: name,
			credentials: [{ name: CREDENTIAL }],
			properties: [{ displayName: 'URL', name: 'url', type: 'string', default: '' }],
		}),
		async execute() {
			const output: INodeExecutionData[] = [];
			for (const itemIndex of this.getInputData().keys()) {
				const url = this.getNodeParameter('url', itemIndex) as string;
				const { data } = (await send(this, url)) as { data: INodeExecutionData['json'] };
				output.push({ json: data, pairedItem: { item: itemIndex } });
			}
			return [output];
		},
	};
}

const bare = sender('bare', (context, url) =>
	context.helpers.httpRequest({ url, headers: { Authorization: `Bearer ${me.oauth2AccessToken}` } }),
);

const authenticated = sender('authenticated', (context, url) =>
	context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL, { url }),
);

const n8n = openN8n({ 'bench.bare': bare, 'bench.authenticated': authenticated });

function stepOf(way: Way, baseUrl: string): Step {
	const parameters = { url: `${baseUrl}/2/users/me?user.fields=created_at` };
	switch (way) {
		case 'httpRequest':
			return { type: 'bench.bare', parameters };
		case 'httpRequestWithAuthentication':
			return { type: 'bench.authenticated', parameters };
		case 'X Core':
			return {
				type: 'xCore',
				parameters: {
					authentication: 'oAuth2',
					resource: 'user',
					operation: 'getMe',
					fields: { user_fields: ['created_at'] },
				},
			};
	}
}

serve({
	send: async ({ way, sim, count }: { way: Way; sim: Addresses; count: number }): Promise<Sent> => {
		const credential = credentialsFor(sim)[CREDENTIAL] ?? {};
		const { items, ms, cpu } = await (
			await n8n
		).run({
			steps: [stepOf(way, sim.baseUrl)],
			credentials: { [CREDENTIAL]: credential },
			items: Array.from({ length: count }, () => ({ json: {} })),
		});
		return { ms, cpu, right: items.filter(({ json }) => json['id'] === me.id).length };
	},
});
