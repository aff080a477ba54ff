import { one, op, type Auth, type Resource } from '../../shared/operation/operation';
import { checkExchange, exchangeFields, exchangeToken } from '../operations/tokenExchange';

/** The keys that are to be retired are those of the credential. */
const oAuth1: Auth = { kinds: ['oAuth1'], scopes: [] };

/** Tokens of users: https://docs.x.com/fundamentals/authentication/oauth-2-0/oauth-1-0a-token-exchange */
export const tokenResource: Resource = {
	value: 'token',
	name: 'Token',
	operations: {
		exchange: op({
			route: 'POST /2/oauth2/token',
			name: 'Exchange',
			action: 'Exchange an older token',
			description:
				'Get a token pair of OAuth 2.0 for a token of OAuth 1.0a, which stays valid. The output has the new tokens: store them at once, and let n8n save no data of this execution.',
			docs: 'https://docs.x.com/fundamentals/authentication/oauth-2-0/oauth-1-0a-token-exchange',
			auth: oAuth1,
			fields: exchangeFields,
			check: checkExchange,
			result: one(),
			run: exchangeToken,
		}),
	},
};
