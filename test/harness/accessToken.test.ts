/**
 * The credential for a token that exists already: bots, and one node for many accounts.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';
import { ads } from '../simulator/ads/area';
import { ids } from '../simulator/ads/ids';
import { APP, ME } from '../simulator/identities';
import { allScopes } from '../simulator/auth/credentials';
import { peopleOf } from '../simulator/people';
import { runNode } from '../support';
import { byId } from '../support/seeded/types';
import { useSimulator } from '../support/simulator';
import { useSkippedWaits } from '../support/waits';

const sim = useSimulator();
// Between a refused renewal and the next look for a newer token.
useSkippedWaits(sim);

const TYPE = 'xAccessTokenApi';
const { clientId, clientSecret } = APP;
const other = () => peopleOf(sim().platform).first.id;

interface Run {
	readonly credential?: ICredentialDataDecryptedObject;
	readonly items?: IDataObject[];
	readonly parameters?: IDataObject;
}

const run = ({ credential = {}, items = [{}], parameters = {} }: Run) =>
	runNode({
		node: 'xCore',
		sim: sim(),
		credentials: { [TYPE]: credential },
		items: items.map((json) => ({ json: json })),
		parameters: {
			resource: 'user',
			operation: 'getMe',
			authentication: 'accessToken',
			...parameters,
		},
	});

const refreshes = () => sim().requests.filter(({ path }) => path === '/2/oauth2/token').length;
const grant = (user: string = ME.id, seconds?: number) =>
	sim().platform.credentials.grant(user, allScopes, seconds);

describe('a token without a refresh token', () => {
	it('is an error when it has ended, with what to do', async () => {
		const { error } = await run({ credential: { accessToken: 'wrong-token' } });
		expect(error?.httpCode).toBe('401');
		expect(JSON.stringify(error)).not.toContain('wrong-token');
	});
});

describe('a refresh token', () => {
	const grantOf = ({ access_token, refresh_token = '' }: ReturnType<typeof grant>) => ({
		accessToken: access_token,
		refreshToken: refresh_token,
		clientId,
		clientSecret,
	});

	it('renews a token that X refuses, and the new pair is kept', async () => {
		const credential = grantOf(grant(ME.id, -1));
		const first = await run({ credential });
		expect(first.json).toMatchObject([{ id: ME.id }]);
		expect(refreshes()).toBe(1);
		const kept = first.credentials[TYPE];
		expect(kept).toMatchObject(credential);
		const second = await run({ credential: { ...credential, renewedTokens: kept?.['renewedTokens'] ?? '' } });
		expect(second.json).toMatchObject([{ id: ME.id }]);
		expect(refreshes()).toBe(1);
	});

	it('is used once by executions that start together, and by one that knows nothing of it', async () => {
		const credential = grantOf(grant(ME.id, -1));
		const runs = await Promise.all([run({ credential }), run({ credential }), run({ credential })]);
		for (const { error, json } of [...runs, await run({ credential })]) {
			expect(error).toBeUndefined();
			expect(json).toMatchObject([{ id: ME.id }]);
		}
		expect(refreshes()).toBe(1);
	});

	it('that is used up opens nothing where the client secret is another', async () => {
		const credential = grantOf(grant(ME.id, -1));
		expect((await run({ credential })).error).toBeUndefined();
		const { error } = await run({ credential: { ...credential, clientSecret: 'wrong-secret' } });
		expect(error?.message).toMatch(/^The access token could not be renewed/);
		expect((await run({ credential })).error).toBeUndefined();
		expect(
			sim().requests.filter(({ path, status }) => path === '/2/users/me' && status === 200),
		).toHaveLength(2);
	});

	it('that is used up is an error that says so, and no token is in it', async () => {
		const issued = grant(ME.id, -1);
		sim().platform.credentials.refresh(issued.refresh_token ?? '');
		const { error } = await run({ credential: grantOf(issued) });
		expect(error?.message).toMatch(/^The access token could not be renewed/);
		expect(error?.description).toMatch(/A refresh token works once/);
		for (const token of [issued.access_token, issued.refresh_token ?? '', clientSecret])
			expect(JSON.stringify(error)).not.toContain(token);
	});
});

describe('expressions', () => {
	/** X Ads Campaigns with items that have a token each. */
	const ofCampaigns = async (operation: string, items: IDataObject[], form: INodeParameters) => {
		const chosen = {
			authentication: 'accessToken',
			environment: 'production',
			resource: 'campaign',
			operation,
		};
		const { json } = await runNode({
			node: 'xAdsCampaigns',
			sim: sim(),
			credentials: { [TYPE]: { accessToken: '={{ $json.token }}' } },
			items: items.map((one) => ({ json: one })),
			continueOnFail: true,
			parameters: { ...chosen, account_id: byId(ids.account), ...form },
		});
		return json;
	};
	const accounts = () => [ME.id, other(), ME.id].map((user) => ({ user, token: grant(user).access_token }));

	it('give each item the token of its own account', async () => {
		const items = accounts();
		const { error, json } = await run({ credential: { accessToken: '={{ $json.token }}' }, items });
		expect(error).toBeUndefined();
		expect(json.map(({ id }) => id)).toEqual([ME.id, other(), ME.id]);
	});

	it('send nothing of one account with the token of another, where a request takes many items', async () => {
		const [mine, others] = [ME.id, other()].map((user) => grant(user).access_token);
		const items = [mine, others, mine].map((token, place) => ({ token, name: `Campaign ${place}` }));
		const json = await ofCampaigns('batch', items, {
			operation_type: 'Create',
			funding_instrument_id: byId(ids.fundingInstrument),
			name: '={{ $json.name }}',
			entity_status: 'PAUSED',
			additionalFields: { daily_budget_amount_local_micro: 5 },
		});
		const written = sim().requests.filter(({ path }) => path.startsWith('/12/batch/'));
		expect(written.map(({ body }) => (body as unknown[]).length)).toEqual([2, 1]);
		expect(json).toMatchObject([
			{ name: 'Campaign 0' },
			{ error: expect.any(String) as string },
			{ name: 'Campaign 2' },
		]);
	});

	it('say of each account what X lets it do, where both are refused', async () => {
		const people = ['CAMPAIGN_ANALYST', 'TWEET_COMPOSER'] as const;
		const access = ads.state(sim().platform).production.state.access;
		const [ada, bob] = [other(), peopleOf(sim().platform).second.id];
		access.set(ids.account, { [ada]: [people[0]], [bob]: [people[1]] });
		const items = [ada, bob].map((user) => ({ token: grant(user).access_token }));
		const json = await ofCampaigns('delete', items, { campaign_id: byId(ids.campaign) });
		for (const [index, permission] of people.entries())
			expect(JSON.stringify(json[index])).toContain(`X gives you ${permission}`);
	});

	it('an item without a token is named', async () => {
		const items = [...accounts().slice(0, 1), { user: other(), token: '' }];
		const { error } = await run({ credential: { accessToken: '={{ $json.token }}' }, items });
		expect(error?.message).toMatch(/has no access token/);
		expect(error?.context).toMatchObject({ itemIndex: 1 });
	});

	it('with refresh tokens keep the pair of each account, and the expressions', async () => {
		const items = [ME.id, other()].map((user) => ({ refresh: grant(user).refresh_token }));
		const credential = { refreshToken: '={{ $json.refresh }}', accessToken: '', clientId, clientSecret };
		const first = await run({ credential, items });
		expect(first.json.map(({ id }) => id)).toEqual([ME.id, other()]);
		expect(refreshes()).toBe(2);
		const kept = first.credentials[TYPE] ?? {};
		expect(kept).toMatchObject({ refreshToken: '={{ $json.refresh }}' });
		const grants = Object.keys(JSON.parse(kept['renewedTokens'] as string) as object);
		expect(grants.length).toBeGreaterThanOrEqual(items.length);
		const second = await run({ credential: kept, items });
		expect(second.json.map(({ id }) => id)).toEqual([ME.id, other()]);
		expect(refreshes()).toBe(2);
	});
});
