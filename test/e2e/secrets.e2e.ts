/** A host that repeats what it was asked, keys included, to each kind of credential: nothing of it stays in n8n. */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { CREDENTIAL_TYPES } from '../../scripts/runtime/credentials';
import { errorOf, outputOf, type SavedWorkflow } from '../../scripts/runtime/types';
import { ME } from '../simulator/identities';
import { useOwnHost } from '../support/ownHost';
import { secretsIn } from '../support/secrets';
import { secretsLeft } from './support/secrets';
import { n8nFolder } from './support/shared';
import { chain, ours, useStage } from './support/stage';

const STATUSES = [400, 401, 402, 403, 404, 405, 406, 409, 410, 413, 415, 418, 422, 429, 451];
/** From here on the host also refuses to give or renew tokens. */
const NO_TOKENS = 415;

const CALL = { resource: 'customApiCall', operation: 'send', path: '/2/echo', options: { maxWait: 0 } };
const CONVERSION = {
	resource: 'conversion',
	operation: 'send',
	event_id: { __rl: true, mode: 'id', value: 'tw-o8z6j-o8z6k' },
	conversion_time: '2026-11-20T10:15:30.125Z',
	identifiers: { values: [{ kind: 'twclid', value: '23opevjt88psuo13lu8d020qkn' }] },
	options: { maxWait: 0 },
};

/** What differs from the credentials of the demo: tokens are fetched, or come from the time before. */
const DIFFERENT = {
	app: { bearerToken: '' },
	oAuth1: {},
	oAuth2: { oauthTokenData: { access_token: ME.oauth2AccessToken, refresh_token: ME.oauth2RefreshToken } },
	accessToken: {
		accessToken: ME.oauth2AccessToken,
		refreshToken: ME.oauth2RefreshToken,
		clientId: 'sim-client-id',
	},
	pixelToken: {},
} as const;
const KINDS = Object.keys(DIFFERENT) as Array<keyof typeof DIFFERENT>;

let status = 400;
let seen = '';

const hex = (digits: number): string => randomBytes(digits / 2).toString('hex');

const server = createServer((request, response) => {
	const chunks: Buffer[] = [];
	request.on('data', (chunk: Buffer) => chunks.push(chunk));
	request.on('end', () => {
		const { url = '', headers } = request;
		const said = JSON.stringify({ url, headers, body: Buffer.concat(chunks).toString() });
		seen += said;
		const answer = (code: number, body: object): void => {
			response.writeHead(code, { 'content-type': 'application/json', 'x-said': encodeURIComponent(said) });
			response.end(JSON.stringify(body));
		};
		const problem = {
			title: said,
			detail: said,
			error: said,
			error_description: said,
			errors: [{ message: said }],
		};
		const isRefusing = status >= NO_TOKENS;
		if (!url.endsWith('/oauth2/token'))
			answer(
				isRefusing || headers.authorization?.endsWith(ME.oauth2AccessToken) === true ? 401 : status,
				problem,
			);
		else if (isRefusing) answer(status, problem);
		else if (url.startsWith('/2/'))
			answer(200, {
				access_token: `sim-user-${hex(32)}`,
				refresh_token: `sim-refresh-${hex(32)}`,
				expires_in: 7200,
				token_type: 'bearer',
			});
		else answer(200, { access_token: `AAAAsim${hex(24)}`, token_type: 'bearer' });
	});
});

describe('what a real n8n keeps of a run', () => {
	const addresses = useOwnHost(server);
	const stage = useStage();

	/** A workflow whose node fails, or gives the failure as an item, which becomes a file. */
	const workflow = async (kind: keyof typeof DIFFERENT, isItem: boolean): Promise<SavedWorkflow> => {
		const { client, credential } = stage();
		const { type, data } = credential(CREDENTIAL_TYPES[kind]);
		const saved = await client.saveCredential({
			name: `Of a host that repeats, ${kind}`,
			type,
			data: { ...data, ...addresses(), ...DIFFERENT[kind] },
		});
		const node =
			kind === 'pixelToken'
				? ours('xAdsMeasurement', 'X', { ...CONVERSION, authentication: kind }, saved)
				: ours('xCoreAdmin', 'X', { ...CALL, authentication: kind }, saved);
		const file = {
			name: 'File',
			type: 'n8n-nodes-base.convertToFile',
			typeVersion: 1.1,
			parameters: { operation: 'toJson' },
		};
		const steps = isItem ? [{ ...node, onError: 'continueRegularOutput' as const }, file] : [node];
		return await client.createWorkflow(chain(`Secrets: ${kind}${isItem ? ', as an item' : ''}`, ...steps));
	};

	it('has no secret in any file, after 15 refusals for each of 5 kinds of credentials', async () => {
		const { client } = stage();
		const workflows = await Promise.all(
			KINDS.map(async (kind) => [await workflow(kind, false), await workflow(kind, true)]),
		);
		const told: string[] = [];
		for (status of STATUSES) {
			const runs = workflows.flatMap(([error, item]) => (status % 2 === 0 ? error : item) ?? []);
			const ended = await Promise.all(runs.map(async (run) => await client.run(run)));
			for (const execution of ended) {
				const item = outputOf(execution, 'X')[0];
				told.push(errorOf(execution)?.message ?? JSON.stringify(item?.['error'] ?? null));
			}
		}
		expect(told.filter((message) => message !== 'null')).toHaveLength(KINDS.length * STATUSES.length);
		// Else there would have been nothing to keep.
		expect(secretsIn(seen)).toEqual(
			expect.arrayContaining([
				'consumer secret',
				'client secret',
				'access token of OAuth 1.0a',
				'access token of OAuth 2.0',
				'refresh token',
				'pixel token',
				expect.stringMatching('^sim-user'),
				expect.stringMatching('^sim-refresh'),
				expect.stringMatching('^AAAAsim'),
			]),
		);
		const { files, found } = await secretsLeft(client, n8nFolder());
		process.stdout.write(`${told.length} refusals; ${files} files of n8n searched for secrets\n`);
		expect(found).toEqual([]);
	});
});
