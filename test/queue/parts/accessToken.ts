import { errorOf, outputOf, type SavedWorkflow } from '../../../scripts/runtime/types';
import { CREDENTIAL_TYPES } from '../../../scripts/runtime/credentials';
import { allScopes } from '../../simulator/auth/credentials';
import { APP, ME } from '../../simulator/identities';
import { peopleOf } from '../../simulator/people';
import { chain, ours } from '../../../scripts/runtime/chain';
import { WORKERS } from '../support/cluster';
import type { QueueStage } from '../support/stage';

const RUNS = 10;
const ROUNDS = 3;
/** How long X takes for a renewal, so that both workers begin one. */
const SLOW_MS = 700;

/** Two workers that renew the same credential: X's refresh tokens are used up by one use. */
export function accessToken(stage: () => QueueStage): void {
	/** The access tokens that X gave at renewals. */
	const issued = (): string[] =>
		renewals.mock.results.flatMap(
			({ value }) => (value as { access_token: string } | undefined)?.access_token ?? [],
		);
	let renewals: jest.SpyInstance;
	beforeAll(() => {
		const { credentials } = stage().sim.platform;
		renewals = jest.spyOn(credentials, 'refresh');
	});
	afterAll(() => {
		renewals.mockRestore();
		stage().sim.repair();
	});

	const endTokens = () => {
		for (const token of issued()) stage().sim.platform.credentials.expire(token);
	};
	const refreshTokenOf = (user: string) =>
		stage().sim.platform.credentials.grant(user, allScopes, -1).refresh_token;

	/** A workflow that asks X for the account of a refresh token. */
	const whoIs = async (name: string, refresh: string | undefined, field: string): Promise<SavedWorkflow> => {
		const { client, sim } = stage();
		const { baseUrl, adsUrl, adsSandboxUrl } = sim;
		const { clientId, clientSecret } = APP;
		const addresses = { baseUrl, adsUrl, adsSandboxUrl };
		const credential = await client.saveCredential({
			name: `Of ${field === '' ? name : 'many accounts'}`,
			type: CREDENTIAL_TYPES.accessToken,
			data: {
				...addresses,
				accessToken: '',
				refreshToken: field === '' ? refresh : field,
				clientId,
				clientSecret,
			},
		});
		const account = {
			name: 'Account',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: { mode: 'raw', jsonOutput: JSON.stringify({ refresh }) },
		};
		const form = { authentication: 'accessToken', resource: 'user', operation: 'getMe' };
		const workflow = chain(name, account, ours('xCore', 'Me', form, credential));
		return await client.createWorkflow(workflow, [credential]);
	};

	/** Runs workflows side by side, and gives what went wrong. */
	const runAll = async (workflows: ReadonlyMap<SavedWorkflow, string>): Promise<(string | undefined)[]> => {
		const { client, sim } = stage();
		sim.fail({
			match: { path: '/2/oauth2/token' },
			kind: 'slow',
			delayMs: SLOW_MS,
			times: 2 * workflows.size,
		});
		const all = [...workflows].flatMap((each) => Array.from({ length: RUNS / workflows.size }, () => each));
		const ended = await Promise.all(
			all.map(async ([workflow, user]) => {
				const execution = await client.run(workflow);
				const [me] = errorOf(execution) === undefined ? outputOf(execution, 'Me') : [];
				return errorOf(execution)?.message ?? (me?.['id'] === user ? undefined : 'another account');
			}),
		);
		sim.repair();
		return ended.filter((each) => each !== undefined);
	};

	it('renew one grant without losing it', async () => {
		const one = new Map([[await whoIs('One account', refreshTokenOf(ME.id), ''), ME.id]]);
		for (let round = 0; round < ROUNDS; round++) {
			endTokens();
			const before = [renewals.mock.calls.length, issued().length] as const;
			expect(await runAll(one)).toEqual([]);
			const [asked, given] = [renewals.mock.calls.length - before[0], issued().length - before[1]];
			process.stdout.write(
				`${RUNS} runs at once with an ended token: X was asked ${asked} times, gave ${given}\n`,
			);
			expect(given).toBe(1);
		}
	});

	it('renew two accounts of one credential, and begin anew with what was stored', async () => {
		const { cluster, sim } = stage();
		const users = [ME.id, peopleOf(sim.platform).first.id];
		const two = new Map<SavedWorkflow, string>();
		for (const user of users)
			two.set(await whoIs(`Account ${user}`, refreshTokenOf(user), '={{ $json.refresh }}'), user);
		for (let round = 0; round < ROUNDS; round++) {
			endTokens();
			expect(await runAll(two)).toEqual([]);
		}
		await Promise.all(
			WORKERS.map(async (worker) => {
				await cluster.kill(worker);
				await cluster.startOne(worker);
			}),
		);
		endTokens();
		expect(await runAll(two)).toEqual([]);
	});
}
