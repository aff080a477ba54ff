/** Sends one small request for every input item, the way that is asked for. */
import type { Addresses } from '../../support/credentials';
import { credentialsFor } from '../../support/credentials';
import { ME } from '../../simulator/identities';
import { openN8n, type Step } from '../support/n8n';
import { sender } from '../support/sender';
import { serve } from '../support/serve';

export type Way = 'X Core' | 'httpRequestWithAuthentication' | 'httpRequest';

export interface Sent {
	ms: number;
	cpu: number;
	/** Items that hold the user who was asked for. */
	right: number;
}

const CREDENTIAL = 'xUserOAuth2Api';

const bare = sender('bare', CREDENTIAL, (context, request) =>
	context.helpers.httpRequest({ ...request, headers: { Authorization: `Bearer ${ME.oauth2AccessToken}` } }),
);

const authenticated = sender('authenticated', CREDENTIAL, (context, request) =>
	context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL, request),
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
					options: { user_fields: ['created_at'], parallelRequests: 1 },
					// One after the other, as the loops that it is compared with.
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
		return {
			ms,
			cpu,
			right: items.filter(({ json }) => (json['id'] ?? (json['data'] as { id?: unknown }).id) === ME.id)
				.length,
		};
	},
});
