import { any, one, op, type Resource } from '../../shared/operation/operation';
import { credentialRows } from '../operations/credentialRows';

/** Checks whether the needs of the nodes are available and work. */
export const healthResource: Resource = {
	value: 'health',
	name: 'Health',
	operations: {
		check: op({
			route: 'GET /',
			name: 'Check',
			action: 'Check what a credential can do',
			description:
				'Get whose account a credential is, its scopes, and whether its app token, webhook secret and chat keys work. X bills the look at the account (up to $0.01).',
			docs: 'https://docs.x.com/fundamentals/authentication/overview',
			auth: any(),
			isBilled: true,
			fields: {},
			result: one(),
			run: credentialRows,
		}),
	},
};
