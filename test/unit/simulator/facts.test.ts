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

/** Identifiers in paths that name who is calling. */
function own({ path, sandboxOnly }: Operation): Record<string, string> {
	return {
		account_id: sandboxOnly ? ids.sandboxAccount : ids.account,
		source_user_id: ME.id,
		...(path.startsWith('/2/users/{id}/') && { id: ME.id }),
	};
}

async function send({ api, method, sandboxOnly, auth, answer }: Operation, { path, query, body }: Made) {
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
		return { status: response.status, text: '' };
	}
	return { status: response.status, text: await response.text() };
}

/** Those that only other kinds of bodies or OAuth 1.0a reach are left to the tests of their area. */
const reachable = operations().filter(
	({ auth, body, parameters }) =>
		(auth.length === 0 || auth.includes('oAuth2') || auth.includes('app')) &&
		(!body || body.types.includes('application/json')) &&
		!parameters.some((parameter) => parameter.in === 'header' && parameter.required),
);

/** Those whose smallest request is refused break a rule that no fact expresses; the tests of their area show it. */
const MOST_REFUSED = 45;

it('answers what is documented, and refuses everything else', async () => {
	const taken: string[] = [];
	let [refused, broken] = [0, 0];
	// The rules are the same for all operations: by default one in three is tried.
	const every = cases(3, 1);
	for (const operation of reachable.filter((_, place) => place % every === 0)) {
		// What is not found is an answer as well.
		const { status: ofGood } = await send(operation, requestFor(operation, own(operation)));
		if (ofGood >= 300 && ![403, 404].includes(ofGood)) refused += 1;
		for (const [rule, request] of brokenRequests(operation, own(operation))) {
			const { status, text } = await send(operation, request);
			broken += 1;
			if (status !== 400 && !text.includes('INVALID_ID_ILLEGAL_CHARACTERS'))
				taken.push(`${operation.route}: ${rule} ${status} ${text.slice(0, 160)}`);
		}
	}
	expect(taken).toEqual([]);
	expect(broken).toBeGreaterThan(1800 / every);
	expect(refused).toBeLessThan(MOST_REFUSED / every);
});
