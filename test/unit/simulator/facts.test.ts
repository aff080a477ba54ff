/** Every documented operation answers what the facts allow, and refuses whatever they do not. */
import { operations, type Operation } from '../../facts';
import { ids } from '../../simulator/ads/ids';
import { ME } from '../../simulator/identities';
import { startSimulator, type Simulator } from '../../simulator/server';
import { cases } from '../../support/cases';
import { brokenRequests, requestFor, type Made } from './requests';

let sim: Simulator;
let token: string;
beforeAll(async () => {
	sim = await startSimulator({ followers: 40 });
	token = sim.platform.credentials.grant(ME.id).access_token;
	for (const category of ['writes', 'global-reads', 'targeting-options']) sim.limits.resize(category, 1e9);
});
afterAll(() => sim.close());

/** The refusal of a request whose names and values are fine, but which finds nothing, is an answer as well. */
const isAnswer = (status: number) => status < 300 || [403, 404].includes(status);

/** What rules that no fact expresses refuse; the tests of their area show them. */
const needsMore = [
	'POST /12/batch/accounts/{account_id}/line_items',
	'POST /12/batch/accounts/{account_id}/targeting_criteria',
	'POST /2/activity/subscriptions',
	'POST /2/dm_conversations',
	'POST /2/media/metadata',
	'POST /2/tweets',
	'POST /2/media/subtitles',
	'DELETE /2/media/subtitles',
	'POST /2/media/upload/initialize',
	'POST /2/tweets/search/stream/rules',
	'GET /2/tweets/search/stream',
	'POST /2/webhooks',
	'POST /2/users/{id}/dm/block',
	'POST /2/users/{id}/public_keys',
	'POST /2/users/{id}/dm/unblock',
	'GET /12/accounts/{account_id}/account_history',
	'GET /12/insights/keywords/search',
	'POST /12/batch/accounts/{account_id}/custom_audiences',
	'POST /12/accounts/{account_id}/ab_tests',
	'PUT /12/accounts/{account_id}/ab_tests/{ab_test_id}',
	'POST /12/measurement/conversions/{pixel_id}',
	'POST /2/chat/conversations/group',
	'POST /2/chat/conversations/{id}/keys',
	'POST /2/chat/conversations/{id}/messages',
	'POST /2/chat/conversations/{id}/messages/delete',
	'POST /2/chat/media/upload/{id}/append',
	'POST /2/chat/media/upload/{id}/finalize',
	...['', '/image_conversation', '/video_conversation'].map(
		(kind) => `POST /12/accounts/{account_id}/cards${kind}`,
	),
	...['reach/campaigns', 'reach/funding_instruments', 'active_entities'].map(
		(list) => `GET /12/stats/accounts/{account_id}/${list}`,
	),
	'GET /12/stats/accounts/{account_id}',
	'POST /12/stats/jobs/accounts/{account_id}',
	'POST /12/accounts/{account_id}/campaigns',
	'POST /12/batch/accounts/{account_id}/campaigns',
];

/** Identifiers in paths that name who is calling. */
function own({ path, sandboxOnly }: Operation): Record<string, string> {
	return {
		account_id: sandboxOnly ? ids.sandboxAccount : ids.account,
		source_user_id: ME.id,
		...(path.startsWith('/2/users/{id}/') && { id: ME.id }),
	};
}

async function send(
	{ api, method, section, sandboxOnly, auth, answer }: Operation,
	{ path, query, body }: Made,
) {
	const host = api === 'core' ? sim.baseUrl : sandboxOnly ? sim.adsSandboxUrl : sim.adsUrl;
	const search = new URLSearchParams(query).toString();
	const bearer = auth.includes('oAuth2') ? token : 'AAAAsimAppBearer';
	const response = await fetch(`${host}${path}${search && `?${search}`}`, {
		method,
		headers: {
			...(auth.length > 0 && { authorization: `Bearer ${bearer}` }),
			...(body !== undefined && { 'content-type': 'application/json' }),
		},
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
	// A stream that was opened does not end.
	if (answer === 'stream' && response.ok) {
		await response.body?.cancel();
		return { status: response.status, text: '', section };
	}
	return { status: response.status, text: await response.text(), section };
}

/** Those that only other kinds of bodies or OAuth 1.0a reach are left to the tests of their area. */
const reachable = operations().filter(
	({ auth, body, parameters }) =>
		(auth.length === 0 || auth.includes('oAuth2') || auth.includes('app')) &&
		(!body || body.types.includes('application/json')) &&
		!parameters.some((parameter) => parameter.in === 'header' && parameter.required),
);

it('answers every operation', async () => {
	const failed: string[] = [];
	let count = 0;
	for (const operation of reachable) {
		const { status, text } = await send(operation, requestFor(operation, own(operation)));
		count += 1;
		if (isAnswer(status) === needsMore.includes(operation.route))
			failed.push(`${operation.route} ${status} ${text.slice(0, 300)}`);
	}
	expect(failed).toEqual([]);
	expect(count).toBeGreaterThan(400);
});

it('refuses what is not documented', async () => {
	const taken: string[] = [];
	let count = 0;
	// The rules are the same for all operations: by default one in three is tried.
	const every = cases(3, 1);
	for (const operation of reachable.filter((_, place) => place % every === 0)) {
		for (const [rule, request] of brokenRequests(operation, own(operation))) {
			const { status, text } = await send(operation, request);
			count += 1;
			if (status !== 400 && !text.includes('INVALID_ID_ILLEGAL_CHARACTERS'))
				taken.push(`${operation.route}: ${rule} ${status} ${text.slice(0, 160)}`);
		}
	}
	expect(taken).toEqual([]);
	expect(count).toBeGreaterThan(1800 / every);
});
