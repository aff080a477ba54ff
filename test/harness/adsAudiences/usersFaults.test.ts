/**
 * Faults while people are added to audiences, and what is shown of them even then.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { inspect } from 'node:util';
import type { IDataObject } from 'n8n-workflow';
import { setMembers } from '../../simulator/ads/audienceUsers';
import { allScopes } from '../../simulator/auth/credentials';
import { ME } from '../../simulator/identities';
import { peopleOf } from '../../simulator/people';
import { host } from '../../support';
import { useSkippedWaits } from '../../support/waits';
import { byId, hashOf, ids, items, keysIn, people, stateOf, useAds, users, USERS } from './support';

const { sim, ads, sent } = useAds('xAdsAudiences');
useSkippedWaits(sim);

beforeEach(() => setMembers(stateOf(sim()), ids.audience, []));

describe('a fault on the way', () => {
	const add = async (more = {}) => await ads('audience.addUsers', users(), { items: people(3), ...more });

	it('after the users arrived does not add them twice', async () => {
		sim().fail({ match: { path: USERS }, kind: 'unavailable', after: true });
		sim().fail({ match: { path: USERS }, kind: 'reset', after: true });
		const run = await add();
		expect(run.error).toBeUndefined();
		expect(sent()).toHaveLength(3);
		expect(keysIn(sim(), ids.audience)).toHaveLength(3);
	});

	const miscounted = { success_count: 2, total_count: 3 };

	it('that shows in the counts is mended by another request', async () => {
		sim().fail({ match: { path: USERS }, kind: 'status', status: 200, body: { data: miscounted }, times: 2 });
		const run = await add();
		expect(run.json).toEqual([expect.objectContaining({ sent: 3, requests: 1 })]);
		expect(sent()).toHaveLength(3);
	});

	it('that stays in the counts is an error', async () => {
		sim().fail({ match: { path: USERS }, kind: 'status', status: 200, body: { data: miscounted }, times: 3 });
		expect((await add()).error?.message).toBe('X counted 2 of 3 users in a request that held 3');
		const other = { success_count: 3, total_count: 2 };
		sim().fail({ match: { path: USERS }, kind: 'status', status: 200, body: { data: other }, times: 3 });
		expect((await add()).error?.message).toBe('X counted 3 of 2 users in a request that held 3');
		sim().fail({ match: { path: USERS }, kind: 'status', status: 200, body: { data: null }, times: 3 });
		expect((await add()).error?.message).toContain('X did not say whether it was done');
	});

	it('says how much was sent before, and goes on with Continue On Fail', async () => {
		const path = USERS.replace(ids.audience, 'other1');
		const data = stateOf(sim()).of('customAudiences').findAny(ids.audience)!.data;
		stateOf(sim())
			.of('customAudiences')
			.add(ids.account, { ...data, id: 'other1' });
		const form = users({ custom_audience_id: byId('={{ $json.audience }}') });
		const rows = items(
			[ids.audience, 'other1', ids.audience].map((audience, index) => ({
				audience,
				email: `u${index}@example.com`,
			})),
		);
		const refusal = { match: { path }, kind: 'status', status: 400 } as const;
		const body = { errors: [{ code: 'INVALID_PARAMETER', message: 'No', parameter: 'users' }] };
		sim().fail({ ...refusal, body });
		const stopped = await ads('audience.addUsers', form, { items: rows });
		expect(stopped.error?.description).toContain('2 users were sent before it stopped');
		sim().fail({ ...refusal, body });
		const run = await ads('audience.addUsers', form, { items: rows, continueOnFail: true });
		expect(run.json).toEqual([
			expect.objectContaining({ custom_audience_id: ids.audience, sent: 2 }),
			expect.objectContaining({ error: expect.any(String) as string }),
		]);
		expect(run.itemsPaired).toEqual([0, 1]);
	});

	it('of an app that may not fill audiences says what to ask for', async () => {
		const body = { errors: [{ code: 'UNAUTHORIZED_CLIENT_APPLICATION', message: 'No' }] };
		sim().fail({ match: { path: USERS }, kind: 'status', status: 403, body });
		expect((await add()).error?.description).toContain('put on a list');
	});
});

it('sends users again whose removal may have happened', async () => {
	const first = await ads('audience.addUsers', users(), { items: people(1), mode: 'trigger' });
	const stored = { mode: 'trigger', staticData: first.staticData } as const;
	sim().fail({ match: { path: USERS }, kind: 'reset', after: true, times: 4 });
	const removal = await ads('audience.removeUsers', users(), { items: people(1), ...stored });
	expect(removal.error).toBeDefined();
	expect(keysIn(sim(), ids.audience)).toEqual([]);
	await ads('audience.addUsers', users(), {
		items: people(1),
		mode: 'trigger',
		staticData: removal.staticData,
	});
	expect(keysIn(sim(), ids.audience)).toHaveLength(1);
});

it('knows whom a list has, whichever item brings the token of its account', async () => {
	const tokenOf = (user: string) => sim().platform.credentials.grant(user, allScopes).access_token;
	const [mine, others] = [tokenOf(ME.id), tokenOf(peopleOf(sim().platform).first.id)];
	const add = async (rows: IDataObject[], staticData?: IDataObject) =>
		await ads('audience.addUsers', users({ authentication: 'accessToken' }), {
			credentials: { xAccessTokenApi: { accessToken: '={{ $json.token }}' } },
			items: items(rows),
			continueOnFail: true,
			mode: 'trigger',
			...(staticData && { staticData }),
		});
	const ada = { email: 'ada@example.com', token: mine };
	const first = await add([ada]);
	const second = await add([{ email: 'bob@example.com', token: others }, ada], first.staticData);
	expect(second.json).toMatchObject([{ error: expect.any(String) as string }, { sent: 0, unchanged: 1 }]);
});

it('shows no plain value anywhere: output, hints, errors, requests, log', async () => {
	const log = host().services.recordLog(['debug', 'info', 'warn', 'error']);
	const seen: unknown[] = [];
	const rows = items([
		{ email: 'Secret.Ada@example.com', phone: '+49 151 987654321', handle: 'secret_ada' },
		{ email: 'secret at example.com', phone: '0151 987654321', twitter_id: 'secret' },
	]);
	const forms = [users(), users({ report: 'all', options: { on_invalid: 'leaveOut' } })];
	for (const form of forms)
		for (const continueOnFail of [false, true])
			for (const kind of [undefined, 'unavailable', 'html', 'rateLimited'] as const) {
				if (kind) sim().fail({ match: { path: USERS }, kind, times: 9, resetIn: 5_000 });
				const rest = await ads('audience.addUsers', form, { items: rows, continueOnFail });
				seen.push(
					rest.json,
					rest.hints,
					rest.error,
					sim().requests.map(({ path, body }) => [path, body]),
				);
				await sim().reset();
			}
	log.stop();
	const all = `${JSON.stringify(seen)} ${inspect([log.lines, log.details], { depth: 20 })}`;
	expect(all.includes(hashOf('secret.ada@example.com'))).toBe(true);
	expect(/secret[._ ]?(ada|at)|"secret"|987654321/i.exec(all)?.[0]).toBeUndefined();
});
