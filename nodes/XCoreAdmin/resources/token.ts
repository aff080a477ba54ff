import { one, op, type Auth, resource } from '../../shared/operation/operation';
import { checkExchange, exchangeFields, exchangeToken } from '../operations/tokenExchange';

/** The keys to retire are those of the credential. */
const oAuth1: Auth = { kinds: ['oAuth1'], scopes: [] };

/** Tokens of users: https://docs.x.com/fundamentals/authentication/oauth-2-0/oauth-1-0a-token-exchange */
export const tokenResource = resource({
	value: 'token',
	operations: {
		exchange: op({
			route: 'POST /2/oauth2/token',
			action: 'Exchange an older token',
			description:
				'Get an OAuth 2.0 token pair for an OAuth 1.0a token, which stays valid. Store the new tokens right away, and turn off saving executions for this workflow.',
			docs: 'https://docs.x.com/fundamentals/authentication/oauth-2-0/oauth-1-0a-token-exchange',
			auth: oAuth1,
			fields: exchangeFields,
			check: checkExchange,
			result: one(),
			run: exchangeToken,
		}),
	},
});
