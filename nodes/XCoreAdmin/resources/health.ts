import { any, one, op, resource } from '../../shared/operation/operation';
import { healthFields } from '../operations/finding';
import { healthRows } from '../operations/healthRows';

export const healthResource = resource({
	value: 'health',
	operations: {
		check: op({
			route: 'GET /',
			action: 'Check what a credential can do',
			description:
				'Get a row for each part: token, scopes, webhooks, streams, events, credit, budget. Include What X Bills looks at the account, too (up to $0.01).',
			docs: 'https://docs.x.com/fundamentals/authentication/overview',
			auth: any(),
			isBilled: true,
			fields: healthFields,
			result: one(),
			run: healthRows,
		}),
	},
});
