import { oAuth2, one, op, resource } from '../../shared/operation/operation';
import { additional, text } from '../../shared/fields';

/** The developer account of the authenticated user: https://docs.x.com/x-api/account/get-developer-account */
export const developerAccountResource = resource({
	value: 'developerAccount',
	defaultOperation: 'get',
	operations: {
		ensure: op({
			route: 'POST /2/account',
			name: 'Create if Missing',
			action: 'Create a developer account if there is none',
			description: 'Create a developer account for the authenticated user, unless they have one',
			auth: oAuth2('developer.write'),
			body: 'always',
			commutes: true,
			fields: additional({
				metadata: {
					...text({
						max: 64,
						description: 'The text by which X credits your app with the account, if X gave you one',
					}),
					name: 'attribution',
				},
			}),
			result: one(),
		}),
		get: op({
			route: 'GET /2/account',
			action: 'Get the developer account',
			description: 'Get the developer account of the authenticated user',
			auth: oAuth2('developer.read'),
			fields: {},
			result: one(),
		}),
	},
});
