import { classify, type FailureKind } from '../../../nodes/shared/errors';
import { adsErrorCodes } from '../../facts';

/** A 403 as the core API sends it. */
const forbidden = (detail: string, request?: { method: string; path: string }) =>
	classify({
		status: 403,
		body: { type: 'about:blank', title: 'Forbidden', status: 403, detail },
		...(request && { request }),
	});

const GENERIC = 'You are not permitted to perform this action.';

/** Wordings reported by users of the API; the rules behind them: https://docs.x.com/changelog */
describe('403 for rules of self-serve access', () => {
	test.each<[string, string, FailureKind, RegExp]>([
		[
			'a reply to somebody who did not summon the account',
			'Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged by the author of the post you are replying to.',
			'forbidden',
			/mentions or quotes the account.*Enterprise/,
		],
		[
			'a quote',
			'Quoting this post is not allowed because you have not been mentioned or are not part of the conversation thread of the post you are quoting.',
			'forbidden',
			/Enterprise/,
		],
		['two cashtags', 'Posts are limited to a maximum of one cashtag.', 'badRequest', /\$.*one cashtag/],
		[
			'a reply to what is gone',
			'You attempted to reply to a Tweet that is deleted or not visible to you.',
			'notFound',
			/Reply To/,
		],
	])('%s', (_case, detail, kind, advice) => {
		const failure = forbidden(detail);
		expect(failure.kind).toBe(kind);
		expect(failure.message).toContain(detail.replace(/\.$/, ''));
		expect(failure.description).toMatch(advice);
	});

	test.each([
		['a like', { method: 'POST', path: '/2/users/12/likes' }, /Liking.*Enterprise/],
		['an unfollow', { method: 'DELETE', path: '/2/users/12/following/13' }, /Unfollowing.*Enterprise/],
		['a follow', { method: 'POST', path: '/2/users/12/following' }, /Following.*Enterprise/],
	])('%s, which the words do not tell', (_case, request, advice) => {
		expect(forbidden(GENERIC, request).description).toMatch(advice);
	});

	test.each([
		['a message', { method: 'POST', path: '/2/chat/conversations/12-13/messages' }, GENERIC],
		['a code', { method: 'POST', path: '/2/chat/conversations/group' }, 'UNAUTHORIZED_REQUESTING_USER'],
	])('%s of a bot to somebody who does not follow it', (_case, request, words) => {
		const failure = forbidden(words, request);
		expect(failure.kind).toBe('forbidden');
		expect(failure.description).toMatch(/set up X Chat.*follow this account/);
	});

	it('a bot whose handle cannot be had', () => {
		const failure = forbidden(GENERIC, { method: 'POST', path: '/2/bots' });
		expect(failure.description).toMatch(/1 to 15 letters.*another.*plan/);
	});

	it('says nothing of Enterprise where the same words answer something else', () => {
		const [like, mute] = ['/2/users/12/likes', '/2/users/12/muting'] as const;
		expect(forbidden(GENERIC, { method: 'GET', path: like }).description).not.toContain('Enterprise');
		expect(forbidden(GENERIC, { method: 'POST', path: mute }).description).not.toContain('Enterprise');
		const scope = forbidden('The token lacks the scope like.write.', { method: 'POST', path: like });
		expect(scope.kind).toBe('missingScope');
	});
});

it('takes a field of Posts among the allowed ones for no scope', () => {
	const message = 'The `post.fields` query parameter value [x] is not one of [id,scopes,text]';
	const type = 'https://api.x.com/2/problems/invalid-request';
	const errors = [{ parameters: { 'post.fields': ['x'] }, message }];
	expect(classify({ status: 400, body: { title: 'Invalid Request', type, errors } }).kind).toBe('badRequest');
});

/** Seen by users of the Ads API; https://docs.x.com/x-ads-api/getting-started/step-by-step-guide has the advice. */
describe('access to the Ads API', () => {
	test.each([
		['INSUFFICIENT_USER_AUTHORIZED_PERMISSION', /new access token/],
		['UNAUTHORIZED_CLIENT_APPLICATION', /Apply for access.*new access token/],
	])('%s', (code, advice) => {
		const failure = classify({ status: 403, body: { errors: [{ code, message: 'No.' }] } });
		expect(failure).toMatchObject({ kind: 'forbidden', code });
		expect(failure.message).not.toMatch(/^This is not allowed/);
		expect(failure.description).toMatch(advice);
	});

	const CAMPAIGNS = '/12/accounts/18ce54d4x5t/campaigns';
	const EXPORTS = '/12/accounts/18ce54d4x5t/ad-export/api/v1/exports';
	const bare = (code: string) => ({ errors: [{ code, message: 'No.' }] });

	it.each([
		['a code', bare('ACTION_NOT_ALLOWED')],
		['a code that is new', bare('BRAND_NEW')],
		['a problem', { type: 'about:blank', title: 'Forbidden', status: 403 }],
		['a text', 'Forbidden'],
		['nothing', ''],
	])('names the permissions of the account where a write is refused with %s', (_form, body) => {
		const refused = (method: string, path: string) =>
			classify({ status: 403, body, request: { method, path } });
		expect(refused('POST', CAMPAIGNS)).toMatchObject({
			kind: 'forbidden',
			description: expect.stringMatching(/AD_MANAGER.*CREATIVE_MANAGER.*analysts/) as string,
		});
		for (const [method, path] of [
			['POST', EXPORTS],
			['GET', `${EXPORTS}/1`],
		] as const)
			expect(refused(method, path)).toMatchObject({
				message: expect.stringMatching(/^This user may not export leads/) as string,
				description: expect.stringMatching(/^Only administrators of the ads account/) as string,
			});
	});

	it('is not what lacks where a scope is missing', () => {
		const problem = {
			code: 'UNAUTHORIZED_CLIENT_APPLICATION',
			message: 'Not permitted: Missing scopes: ads.read',
		};
		const failure = classify({ status: 403, body: { errors: [problem] } });
		expect(failure).toMatchObject({ kind: 'missingScope' });
		expect(failure.message).toContain('ads.read');
	});
});

const failureOf = (code: string, status: number) =>
	classify({
		status,
		body: { errors: [{ code, message: 'What the API says.' }], request: { params: {} } },
	});

/** What a status may mean, whatever the code. */
const KINDS: Readonly<Record<number, readonly FailureKind[]>> = {
	400: ['badRequest', 'conflict', 'forbidden'],
	401: ['authentication'],
	403: ['forbidden', 'missingScope'],
	404: ['notFound'],
	405: ['badRequest'],
	408: ['timeout'],
	423: ['locked'],
	429: ['rateLimit'],
	500: ['server'],
	503: ['unavailable'],
};

describe('Ads API error codes', () => {
	const documented = Object.entries(adsErrorCodes());

	/** Statuses that say little without a code. */
	const BROAD = [400, 403, 404];

	test.each(documented)(
		'%s (%d) is explained, in words of its own where its status says little',
		(code, status) => {
			const failure = failureOf(code, status);
			const unknown = failureOf('NOT_IN_THE_DOCUMENTATION', status);
			expect(KINDS[status]).toContain(failure.kind);
			expect(failure.code).toBe(code);
			expect(failure.message).toMatch(/^[A-Z].*: What the API says$/);
			const isTheSame = failure.message === unknown.message && failure.description === unknown.description;
			expect(isTheSame && BROAD.includes(status)).toBe(false);
			expect(failure.description).toMatch(/^[A-Z].*[^.]$/);
		},
	);

	it('say which entry of a batch was refused', () => {
		const refused = { code: 'MISSING_PARAMETER', message: 'name is required', parameter: 'name' };
		const body = { data: [], errors: [], operation_errors: [[], [refused], []], request: { params: {} } };
		const { problems, ...failure } = classify({ status: 400, body });
		expect(failure).toMatchObject({
			kind: 'badRequest',
			code: 'MISSING_PARAMETER',
			parameter: 'name',
			message: 'A required value is missing: Entry 2: name is required',
		});
		expect(problems).toEqual([{ ...refused, operation_index: 1 }]);
	});

	it('fall back to the status when the code is new', () => {
		const failure = classify({ status: 403, body: { errors: [{ code: 'BRAND_NEW', message: 'No.' }] } });
		expect(failure).toMatchObject({
			kind: 'forbidden',
			code: 'BRAND_NEW',
			message: 'This is not allowed: No',
		});
	});
});
