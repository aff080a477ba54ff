export const advice = {
	/** A credential has the addresses of several hosts; which one failed is not known here. */
	address: 'Check the address in the credential: Base URL, or Ads URL and Ads Sandbox URL',
	access:
		'Check that the app and its user may do this: the scopes of the credential, the permissions of the app and the access level of its project',
	/** https://docs.x.com/x-ads-api/campaign-management/reference#get-accounts-account-id-authenticated-user-access */
	adsRole:
		'The app must be approved for the Ads API, and the user needs a permission in the ads account: ACCOUNT_ADMIN and AD_MANAGER change everything in campaigns, CREATIVE_MANAGER creatives alone, analysts nothing. Authenticated User Access: Get of X Ads Campaigns shows which the user has',
	again: 'Try again in a few minutes',
	byName:
		'Check the spelling; the account may also be renamed or suspended, and a name that changed is found by its ID',
	byId: 'Check the ID, and that the authenticated user may see what it stands for',
	/** https://docs.x.com/x-api/getting-started/pricing#auto-recharge-safeguards, read on 2026-11-22 */
	buyCredit:
		'Buy credit in the Developer Console, then run it again: until then every request that costs something is refused. Auto-recharge adds credit at most once in 5 minutes, and none at a balance of zero or less: its amount must be more than a burst of requests costs in that time',
	cap: 'Trying again does not help: raise the cap or add credit in the Developer Console, or wait for the next billing period',
	existing: 'Look at what exists already, then run it again',
	host: 'Check the address in the credential, and the network of the machine that runs n8n',
	ifNotIntended: 'Run the workflow again if that was not intended',
	lookFirst: 'Try again; if the request was to create something, look first whether it exists already',
	newToken:
		'Raise the app permissions in the Developer Console, then generate a new access token: a token keeps the permissions it was made with',
	oneByOne: 'Try again in a moment, and change one entity by one request at a time',
	otherCredential: 'Choose a credential of another type in the node',
	reconnect:
		'Check the keys in the credential, or connect it again: a token that was revoked or has expired cannot be used',
	values: 'Correct the value in the node and run it again',
	reportDefect:
		'This is a mistake in the node, not an answer of X. Report it with the version of the node and, if you can, with the input',
	runAgain: 'Run the node again; if it fails again, the message tells where to look',
	wait: 'Run it again after that time, send fewer requests, or raise Max Wait in the options of the node',
	/** Windows of limits last 15 minutes or a day: https://docs.x.com/x-api/fundamentals/rate-limits */
	waitUnsaid: 'Run it again in 15 minutes, send fewer requests, or raise Max Wait in the options of the node',
} as const;
