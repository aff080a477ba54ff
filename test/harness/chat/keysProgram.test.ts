/**
 * The program that makes and recovers keys (tools/chat-keys), run as people run it, against the simulated X. X's own
 * tool has no part in it.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { asText } from '../../../nodes/shared/util/text';
import { Realms } from '../../simulator/chat/realms';
import { APP } from '../../simulator/identities';
import { chatKeys, type CredentialOverrides } from '../../support/credentials';
import { ADA, byId, useChat } from '../../support/chat';
import { backUp, makeBot, runKeysProgram, type Ended } from '../../support/keysProgram';

const { sim, chat, say, readAs, control, held, sent, me } = useChat();

interface Manifest {
	readonly bin: { readonly 'x-chat-keys': string };
	readonly dependencies: Readonly<Record<string, string>>;
}

/** Runs the program, which must leave nothing in its home and folder. */
async function program(args: readonly string[], secrets: Record<string, string>): Promise<Ended> {
	const ended = await runKeysProgram(sim().baseUrl, args, secrets);
	expect(ended.left).toEqual([]);
	return ended;
}

const mine = { X_ACCESS_TOKEN: me.oauth2AccessToken };

/** Someone with keys of the program reads what Ada wrote, and answers. */
async function answersAda(id: string, authentication: string, credentials: CredentialOverrides) {
	const { conversation } = await say({ from: ADA, to: id, text: 'Are you there?' });
	const form = { authentication, id: byId(conversation) };
	const read = await chat('message.getEvents', form, { credentials });
	expect(read.error).toBeUndefined();
	expect(read.json[0]).toMatchObject({ text: 'Are you there?', verified: true, sender_id: ADA });
	const reply = { ...form, target: asText(read.json[0]?.id), text: 'Yes' };
	expect((await chat('message.reply', reply, { credentials })).error).toBeUndefined();
	expect((await readAs(ADA, conversation)).at(-1)).toMatchObject({ from: id, first: 'Yes' });
}

describe('create', () => {
	beforeEach(async () => void (await control('keyless', { user: me.id })));

	it('makes keys with which a newcomer reads a message and answers it', async () => {
		const { code, steps, said } = await program(['create', '--json'], mine);
		expect([code, said]).toEqual([0, expect.stringContaining('no backup')]);
		expect(steps.map(({ step }) => step)).toEqual(['made', 'registered']);
		const { privateKeys = '', version = '' } = steps[0] ?? {};
		await answersAda(me.id, 'oAuth2', chatKeys({ privateKeys, version }));
	});

	it('takes the four keys of OAuth 1.0a, which the console shows for the own account', async () => {
		const { code, out } = await program(['create'], {
			X_ACCESS_TOKEN: me.accessToken,
			X_ACCESS_TOKEN_SECRET: me.accessTokenSecret,
			X_CONSUMER_KEY: APP.consumerKey,
			X_CONSUMER_SECRET: APP.consumerSecret,
		});
		expect(code).toBe(0);
		expect(out).toMatch(/^Private Keys {3}[\w+/]{86}==$/m);
		expect(out).toMatch(/^Key Version {4}\d{13}$/m);
		expect(out).toContain(`@${me.username}`);
	});

	it('prints the keys before X hears of them, so that a broken connection loses none', async () => {
		sim().fail({ match: { path: '/2/users/{id}/public_keys', method: 'POST' }, kind: 'reset', after: true });
		const { code, steps, said } = await program(['create', '--json'], mine);
		expect([code, steps.map(({ step }) => step)]).toEqual([1, ['made']]);
		expect(said).toContain(`they count if X has version ${steps[0]?.['version']}`);
		expect(held().person(me.id)?.version).toBe(steps[0]?.['version']);
	});
});

describe('an account that has keys', () => {
	it('keeps them, and is told how to get them', async () => {
		const before = held().person(me.id)?.version ?? '';
		const { code, out, said } = await program(['create'], mine);
		expect([code, out]).toEqual([1, '']);
		expect(said).toContain(`@${me.username} has keys in X Chat already, of version ${before}`);
		expect(said).toContain('recover');
		expect(sent().filter((line) => line.startsWith('POST'))).toEqual([]);
	});

	it('gets new ones with --replace', async () => {
		const { code, steps } = await program(['create', '--replace', '--json'], mine);
		expect(code).toBe(0);
		expect(held().person(me.id)?.version).toBe(steps[1]?.['version']);
	});
});

test('the package of npm has all that the program needs, under the name of the command', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'chat-keys-package-'));
	await promisify(execFile)('npm', [
		'pack',
		resolve('tools/chat-keys'),
		'--ignore-scripts',
		'--pack-destination',
		folder,
	]);
	const [packed = ''] = readdirSync(folder);
	await promisify(execFile)('tar', ['-xzf', join(folder, packed), '-C', folder]);
	const home = join(folder, 'package');
	const { bin, dependencies } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as Manifest;
	for (const name of Object.keys(dependencies)) {
		mkdirSync(join(home, 'node_modules'), { recursive: true });
		symlinkSync(resolve('node_modules', name), join(home, 'node_modules', name));
	}
	const { stdout } = await promisify(execFile)(join(home, bin['x-chat-keys']), ['--help']);
	expect(stdout).toContain('x-chat-keys recover');
	expect(readdirSync(home)).toEqual(expect.arrayContaining(['LICENSE', 'README.md']));
	const recovered = await promisify(execFile)(
		join(home, bin['x-chat-keys']),
		['recover', '--base-url', sim().baseUrl],
		{
			env: { PATH: process.env['PATH'], ...mine },
		},
	).catch((error: { readonly stderr: string }) => error);
	expect(recovered.stderr).toContain('no backup behind a PIN');
	rmSync(folder, { recursive: true });
});

describe('bot', () => {
	it('goes from no account to keys with which the bot reads and answers, in one command; one that is there is left alone', async () => {
		const { id, credentials } = await makeBot(sim().baseUrl, '@acme_helper');
		await answersAda(id, 'accessToken', { ...credentials });
		expect(held().person(id)?.version).toBe(credentials.xAccessTokenApi.chatVersion);
		const { code, out, said } = await program(['bot', 'acme_helper'], { X_BEARER_TOKEN: APP.bearerToken });
		expect([code, out]).toEqual([1, '']);
		expect(said).toContain('has the bot @acme_helper already');
	});
});

describe('recover', () => {
	/** Servers of a backup that answer each request with a status. */
	async function servers(status: number) {
		const tokens: string[] = [];
		const server = createServer((request, response) => {
			tokens.push(String(request.headers.authorization));
			request.resume().on('end', () => response.writeHead(status).end());
		});
		await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
		const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
		const backup = new Realms().backupAt(`http://${host}`);
		return { backup, host, tokens, close: () => server.close() };
	}

	it.each([
		[401, 'did not accept the tokens of X'],
		[500, 'cannot be reached'],
	])(
		'goes to the servers that X names, with their tokens; where they answer %s: "…%s"',
		async (status, told) => {
			const { backup, host, tokens, close } = await servers(status);
			await control('backup', { user: me.id, backup });
			const { code, said } = await program(['recover', '--servers', host], { ...mine, X_CHAT_PIN: '2580' });
			close();
			expect(code).toBe(1);
			expect(said).toContain(told);
			expect(tokens.every((token) => /^Bearer head\.(01|02|03){16}\.tail$/.test(token))).toBe(true);
			expect(tokens.length).toBeGreaterThan(0);
		},
	);

	it.each([
		[
			'https://b.x.com.example.com',
			'Standard2019',
			'on https://b.x.com.example.com, which is no server of X',
		],
		['http://realm-b.x.com', 'Standard2019', 'which is no server of X'],
		['https://realm-b.x.com', 'FastInsecure', 'another way (FastInsecure) than that of X (Standard2019)'],
	])('sends nothing to %s with hashing %s', async (address, hashing, told) => {
		await control('backup', { user: me.id, backup: new Realms().backupAt(address, hashing) });
		const { code, said } = await program(['recover'], { ...mine, X_CHAT_PIN: '2580' });
		expect([code, said]).toEqual([1, expect.stringContaining(told)]);
	});

	it('opens a backup that the SDK of Juicebox wrote, with the tries that it has', async () => {
		const realms = new Realms();
		await realms.open();
		const { blob: privateKeys, version } = held().talker(me.id);
		await backUp(realms, privateKeys, { pin: '2580', tries: 2 });
		await control('backup', { user: me.id, backup: realms.backup });
		const tried = async (pin: string) =>
			await program(['recover', '--json', '--servers', realms.host], { ...mine, X_CHAT_PIN: pin });

		realms.down.add('01').add('02');
		expect((await tried('2580')).said).toContain('cannot be reached');
		realms.down.delete('01');
		expect((await tried('1111')).said).toContain('The PIN is wrong; 1 more try');
		expect(await tried('2580')).toMatchObject({
			code: 0,
			said: '',
			steps: [{ step: 'recovered', account: me.username, privateKeys, version }],
		});
		for (const left of ['1 more try', '0 more tries'])
			expect((await tried('1111')).said).toContain(`The PIN is wrong; ${left}`);
		const { code, said } = await tried('2580');
		expect([code, said]).toEqual([1, expect.stringContaining('0 more tries')]);
		realms.close();
	});

	it('says where there are no keys', async () => {
		await control('keyless', { user: me.id });
		const none = await program(['recover'], mine);
		expect([none.code, none.said]).toEqual([1, expect.stringContaining('has no keys in X Chat yet')]);
	});
});

it.each([
	['a token that is none', ['create'], { X_ACCESS_TOKEN: 'nonsense' }, 'refused GET /2/users/me with 401'],
	[
		'the token of an app',
		['create'],
		{ X_ACCESS_TOKEN: APP.bearerToken },
		'refused GET /2/users/me with 403',
	],
	['no token', ['create'], {}, 'Set X_ACCESS_TOKEN'],
	['another command', ['make'], mine, 'There is no such command'],
	['an option that is none', ['create', '--pin=1234'], mine, "Unknown option '--pin'"],
])('says what to do about %s', async (_case, args, secrets, told) => {
	const { code, out, said } = await program(args, secrets);
	expect([code, out]).toEqual([1, '']);
	expect(said).toContain(told);
	for (const value of Object.values(secrets)) expect(said).not.toContain(value);
});
