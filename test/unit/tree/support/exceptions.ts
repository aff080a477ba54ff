/**
 * Where the records differ from the facts on purpose, each with its reason. Every entry must be needed: one that no
 * longer matches a difference fails the drift test as well.
 */
export interface Exception {
	/** Matched against the line that a check gives. */
	line: RegExp;
	why: string;
}

/** Records whose route the documentation does not list. */
export const undocumentedRoutes: Exception[] = [
	{ line: /\.customApiCall\.send /, why: 'stands for any request; its route is entered by the user' },
	{
		line: /\.powerStreamRule\./,
		why: 'described in prose by the PowerStream pages, missing from the machine-readable description',
	},
];

/** Fields that the documentation does not list for their route. */
export const undocumentedParameters: Exception[] = [];

/** Documented parameters that no field sends. */
export const unofferedParameters: Exception[] = [
	{
		line: /\.streamRule\.(create: (query delete_all|body delete)|delete: (query delete_all|body add)|deleteAll: body (add|delete))$/,
		why: 'one request adds or removes: an operation for each',
	},
	{
		line: /\.webhook\.replay: body (from|to)_date$/,
		why: 'made by the record from a period that the form asks for',
	},
	{ line: /\.media\.upload: body total_bytes$/, why: 'the size of the binary data, which the record knows' },
	{
		line: /\.product\.(delete|sync|upsert): body (product_keys|products)$/,
		why: 'made by the record from the input items, many to a request',
	},
	{
		line: /\.productSet\.create(Filtered: body product_keys|Manual: body filters)$/,
		why: 'a set is made either of a filter or of listed products: an operation for each',
	},
];

/** Required parameters that the form does not demand. */
export const optionalInForm: Exception[] = [];

/** Credential kinds or scopes that differ. */
export const authentication: Exception[] = [
	{
		line: /\.directMessage\.(createGroup|send|sendToConversation): scopes dm\.read /,
		why: 'the guide to direct messages demands dm.read as well',
	},
	{
		line: /\.post\.countRecent: scopes tweet\.read users\.read instead of $/,
		why: 'the description names no scopes, the guide to counts does',
	},
	{
		line: /\.activitySubscription\.create: scopes tweet\.read instead of $/,
		why: 'the description names no scopes; a user token needs one to exist at all',
	},
];

/** Page sizes or tokens that differ. */
export const paging: Exception[] = [
	{
		line: /\.((news|space)\.search|targetingOption\.get(Devices|Platforms)|targetingSuggestion\.getMany): pages on one side only$/,
		why: 'one page of bounded size, which Limit asks for',
	},
];

/** Enumerations that differ. */
export const enumerations: Exception[] = [
	{
		line: /(tweet|user|dm_event)\.fields is never (author_id|in_reply_to_user_id|referenced_tweets|edit_history_tweet_ids|pinned_tweet_id|most_recent_tweet_id|affiliation|sender_id|participant_ids)$/,
		why: 'listed by the pages of the documentation and by its samples, left out of the newest machine-readable description',
	},
	{
		line: /expansions (is never (entities\.note\.mentions\.username|referenced_tweets\.id\.author_id)|may be username)$/,
		why: 'the newest machine-readable description shortens the first to its last part and leaves the second out',
	},
	{
		line: /event_type may be chat\.conversation_join$/,
		why: 'the deprecated spelling of chat.conversation.join, which is offered',
	},
	{
		line: /news\.fields is never last_updated_at_ms$/,
		why: 'named by the change history, beside the updated_at of the description',
	},
	{
		line: /\.scheduledFeed\.create: feed_format is never auto$/,
		why: 'auto takes the format that the address tells',
	},
];

/** Documented operations that no node offers. */
export const unofferedOperations: Exception[] = [
	{
		line: /GET \/2\/.*\/stream(\/lang\/\w+)?$/,
		why: 'a response that never ends does not fit a workflow step; the trigger delivers the same events by webhook',
	},
	{ line: /GET \/2\/openapi\.json$/, why: 'describes the API to programs, not to users' },
	{
		line: /(articles|broadcasts|chat)(\/|$)/,
		why: 'a family that the first release leaves to Custom API Call',
	},
	{
		line: /\/2\/users\/(\{id\}\/)?public_keys$/,
		why: 'keys of encrypted chat, which a workflow cannot decrypt',
	},
	{
		line: /(GET|POST) \/2\/(media\/upload(\/\{id\}\/(append|finalize))?|dm_conversations\/media\/.*)$/,
		why: 'uploads go through the record that makes all steps of one; media of messages are files, not JSON, and left to Custom API Call',
	},
];
