/**
 * Who exists on the simulated X, and the keys they hold. Everything that drives the simulator (harness,
 * end-to-end tests, demo, examples) takes its credentials from here; none of these values means anything elsewhere.
 */
export const APP = {
	id: '9100000000000000001',
	consumerKey: 'sim-consumer-key',
	consumerSecret: 'sim-consumer-secret',
	consumerSecretPrevious: 'sim-consumer-secret-before-rotation',
	bearerToken: 'AAAAsimAppBearer',
	clientId: 'sim-client-id',
	clientSecret: 'sim-client-secret',
	clientSecretPrevious: 'sim-client-secret-before-rotation',
} as const;

/** The account that the user credentials act for. */
export const ME = {
	id: '2244994945',
	username: 'acme_support',
	name: 'Acme Support',
	accessToken: '2244994945-simAccessToken',
	accessTokenSecret: 'sim-access-token-secret',
	oauth2AccessToken: 'sim-oauth2-access-token',
	oauth2RefreshToken: 'sim-oauth2-refresh-token',
} as const;

/** The pixel of the advertising account of `ME`, and the token that sends its conversions. */
export const PIXEL = { id: 'o8z6j', token: 'sim-pixel-token' } as const;
