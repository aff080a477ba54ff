/** This file lists failures that only the text of an answer or its request identifies, not type, code or status. */
import { advice } from './advice';
import type { AnsweredRequest } from './failure';
import { common, errorText, type ErrorText } from './errorText';

/**
 * The people written to decide, and X gives no reason that names what to do. The code is that of an account without X
 * Chat: https://github.com/cursor/plugins (skill x-chat), read on 2026-11-23.
 */
const NOT_ALLOWED_TO_WRITE = errorText(
	'forbidden',
	'This account may not write in this conversation',
	'Each person decides who may write to them. Ask them to set up X Chat, and to follow this account or write to it first: a bot that they do not follow is a stranger. A member who left a group can no longer write there',
);

export const WORDINGS: ReadonlyArray<readonly [RegExp, ErrorText]> = [
	[/credits?.?deplet/i, common.noCredit],
	[/usage.?cap|spend(ing)?.?(cap|limit)/i, common.usageCap],
	[
		// `scopes` is also a field of a Post, which X names in its list of allowed values.
		/\bscopes?\b(?![^[]*\])/i,
		errorText(
			'missingScope',
			'The credential lacks a scope that this operation needs',
			'Add the scope in the credential and connect it again: a token keeps the scopes it was made with',
		),
	],
	[
		/^could not find user with usernames?\b/i,
		errorText('notFound', 'No user of this name was found on X', advice.byName),
	],
	[/app permissions/i, common.appPermissions],
	[/UNAUTHORIZED_REQUESTING_USER/, NOT_ALLOWED_TO_WRITE],
	[/duplicate content/i, common.duplicate],
	// The rules of self-serve access: https://docs.x.com/changelog and https://docs.x.com/x-api/posts/create-post
	[
		/^reply to this conversation is not allowed/i,
		errorText(
			'forbidden',
			'This reply is not allowed',
			'Apps with self-serve access may reply only where the author of the Post mentions or quotes the account. Reply by hand, or use an app with Enterprise access',
		),
	],
	[
		/^quoting this post is not allowed/i,
		errorText(
			'forbidden',
			'This quote is not allowed',
			'Only apps with Enterprise access may quote Posts. Put the address of the Post into the text instead, or use such an app',
		),
	],
	// https://docs.x.com/x-api/posts/search-recent-posts
	[
		/'start_time' must be on or after/i,
		errorText(
			'badRequest',
			'The start time is too early',
			'X searches and counts the last seven days only: use Search All or Count All for what is older. Times in the answer of X are UTC; a time of the form without an offset is in the time zone of the workflow',
		),
	],
	[
		/\btext is too long/i,
		errorText(
			'badRequest',
			'The text is too long',
			'Shorten it. Without Premium a Post has at most 280 characters; a link counts as 23, an emoji as 2',
		),
	],
	[
		/deleted or not visible/i,
		errorText(
			'notFound',
			'The Post to reply to does not exist',
			'Check the ID in Reply To: the Post was deleted, or its author does not show it to this account',
		),
	],
	[
		/one cashtag/i,
		errorText(
			'badRequest',
			'The Post has too many cashtags',
			'A cashtag is a $ with letters or digits after it. Leave one cashtag, and write the others without the $',
		),
	],
	[
		/video longer than/i,
		errorText(
			'badRequest',
			'The video is too long for this user',
			'Shorten the video and upload it again, or use an account with X Premium, which may post longer ones',
		),
	],
];

/** Writes that self-serve access lost; the refusals do not mention it: https://docs.x.com/changelog */
const ENTERPRISE_ONLY: ReadonlyArray<readonly [RegExp, ErrorText]> = [
	[/^POST \/2\/users\/[^/]+\/likes$/, enterpriseOnly('Liking')],
	[/^POST \/2\/users\/[^/]+\/following$/, enterpriseOnly('Following')],
	[/^DELETE \/2\/users\/[^/]+\/likes\/[^/]+$/, enterpriseOnly('Taking back a like')],
	[/^DELETE \/2\/users\/[^/]+\/following\/[^/]+$/, enterpriseOnly('Unfollowing')],
	[/^POST \/2\/users\/[^/]+\/blocking$/, enterpriseOnly('Blocking')],
	[/^DELETE \/2\/users\/[^/]+\/blocking\/[^/]+$/, enterpriseOnly('Unblocking')],
];

function enterpriseOnly(action: string): ErrorText {
	return errorText(
		'forbidden',
		'This is not allowed',
		`${action} by the API is open to apps with Enterprise access only. If the app has it: ${advice.access.charAt(0).toLowerCase()}${advice.access.slice(1)}`,
	);
}

/** Refused by their request, without words that name the reason. */
export const BY_REQUEST: ReadonlyArray<readonly [readonly number[], RegExp, ErrorText]> = [
	...ENTERPRISE_ONLY.map(([route, text]) => [[403], route, text] as const),
	[[403], /^POST \/2\/chat\/conversations\/[^/]+\/(messages|keys)$/, NOT_ALLOWED_TO_WRITE],
	// https://docs.x.com/x-ads-api/lead-generation/reference, read on 2026-11-23
	[
		[403],
		/^\w+ \/12\/accounts\/[^/]+\/ad-export\/api\/v1\/exports/,
		errorText(
			'forbidden',
			'This user may not export leads',
			'Only administrators of the ads account may: make this user one in X Ads Manager, or take the credential of an administrator',
		),
	],
	[
		[404],
		/^POST \/12\/accounts\/[^/]+\/ad-export\/api\/v1\/exports$/,
		errorText(
			'notFound',
			'The lead form was not found',
			'Check the ID of the form and of the account. The leads of an archived form can no longer be exported',
		),
	],
	[
		[403],
		/^(POST|PUT|DELETE) \/\d+\/accounts\//,
		errorText('forbidden', 'This is not allowed', advice.adsRole),
	],
	// https://docs.x.com/xchat/bots, read on 2026-11-23
	[
		[400, 403, 409],
		/^POST \/2\/bots$/,
		errorText(
			'badRequest',
			'X did not make this bot',
			'A handle has 1 to 15 letters, digits and underscores, and belongs to one account: try another. A project has as many bots as its plan allows, one without a plan that says more: delete one, or ask X for more',
		),
	],
];

/** Codes of the Ads API that say nothing of the reason. */
export const UNEXPLAINED: ReadonlySet<string | undefined> = new Set([
	'ACTION_NOT_ALLOWED',
	'UNAUTHORIZED_ACCESS',
	'NOT_FOUND',
]);

const WORDED = new Set([401, 402, 403, 429]);

/** Returns the text for the wording of a refusal. The status counts for refusals of access and limits only. */
export const errorTextForWords = (status: number, words: readonly string[]): ErrorText | undefined =>
	WORDED.has(status) ? errorTextForWording(words) : undefined;

/** Returns the text for a wording, whatever the status: a thing that was not found may be in an answer of success. */
export const errorTextForWording = (words: readonly string[]): ErrorText | undefined =>
	WORDINGS.find(([pattern]) => words.some((text) => pattern.test(text)))?.[1];

/** https://docs.x.com/x-api/usage/get-usage-credits does not explain why some get a 404. */
const NO_CREDITS = errorText(
	'notFound',
	'X shows no credits of this app',
	'It has none to show where the plan is not paid by credits, such as an Enterprise contract or an older package. The balance, if there is one, stands at https://console.x.com; what was read shows Usage: Get of X Core Admin',
);

/** Returns the text for a request whose status has an unusual meaning. */
export const errorTextForAddress = (status: number, request: AnsweredRequest | undefined) =>
	status === 404 && request?.method === 'GET' && request.path === '/2/usage/credits' ? NO_CREDITS : undefined;

/** Returns the text for a refused request whose answer does not name the reason. */
export function errorTextForRequest(status: number, request: AnsweredRequest | undefined) {
	if (!request) return undefined;
	const route = `${request.method} ${request.path}`;
	return BY_REQUEST.find(([statuses, pattern]) => statuses.includes(status) && pattern.test(route))?.[2];
}
