/** The commands of the program. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Api } from './api.mjs';
import { recover } from './backup.mjs';
import { Fault } from './fault.mjs';
import { fingerprintOf, keysOf, registrationOf } from './keys.mjs';
import { blobOf, newestBackup, newKeyBytes, versionOf } from './servers.mjs';
import { say, secret } from './terminal.mjs';

const USAGE = `The private keys of an account in X Chat, for a credential with Use for Encrypted Chat in n8n.

  x-chat-keys recover         from the account's backup, with its PIN
  x-chat-keys create          new ones, whose public halves are registered with X
  x-chat-keys bot <handle>    a bot account, its token and its keys

Options:
  --replace        make new keys even where the account has some: messages written
                   for the old ones then open only with the old private keys
  --json           print one line of JSON for each step
  --base-url <url> another address than https://api.x.com
  --servers <host> further servers of a backup than those of x.com, with commas
  --version        the version of this program

It asks for tokens and the PIN, or takes them from the environment:
  X_ACCESS_TOKEN   recover, create: a user's token with dm.read, dm.write, tweet.read, users.read
                   (with X_ACCESS_TOKEN_SECRET, X_CONSUMER_KEY, X_CONSUMER_SECRET: OAuth 1.0a)
  X_BEARER_TOKEN   bot: the app's token
  X_CHAT_PIN       recover: the PIN

Nothing is written to disk. Whoever has the private keys reads all chats of the account.`;

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/**
 * Runs the program.
 *
 * @param {readonly string[]} args
 * @returns {Promise<number>} The exit code.
 */
export async function run(args) {
	try {
		await command(args);
		return 0;
	} catch (error) {
		if (!(error instanceof Fault)) throw error;
		say(`${error.message}.\n${error.advice}`);
		return 1;
	}
}

/** @param {readonly string[]} args */
async function command(args) {
	const { values, positionals } = optionsOf(args);
	const [name, handle] = positionals;
	const options = {
		baseUrl: values['base-url'] ?? 'https://api.x.com',
		servers: values.servers?.split(',') ?? [],
		isJson: values.json === true,
		mayReplace: values.replace === true,
	};
	if (values.version === true) process.stdout.write(`${version}\n`);
	else if (values.help === true) process.stdout.write(`${USAGE}\n`);
	else if (name === 'recover') await recoverKeys(options);
	else if (name === 'create') await createKeys(new Api(options.baseUrl, await userAccess()), options);
	else if (name === 'bot' && handle !== undefined) await createBot(handle, options);
	else throw new Fault('There is no such command', USAGE);
}

/** @typedef {{ baseUrl: string, servers: string[], isJson: boolean, mayReplace: boolean }} Options */

/** @param {readonly string[]} args */
function optionsOf(args) {
	try {
		return parseArgs({
			args: [...args],
			allowPositionals: true,
			options: {
				'base-url': { type: 'string' },
				help: { type: 'boolean', short: 'h' },
				json: { type: 'boolean' },
				replace: { type: 'boolean' },
				servers: { type: 'string' },
				version: { type: 'boolean' },
			},
		});
	} catch (error) {
		throw new Fault(error instanceof Error ? error.message : String(error), USAGE);
	}
}

/** @returns {Promise<import('./api.mjs').Access>} */
async function userAccess() {
	const token = await secret('X_ACCESS_TOKEN', 'Access token of the user');
	const { X_ACCESS_TOKEN_SECRET: tokenSecret, X_CONSUMER_KEY: consumerKey } = process.env;
	const consumerSecret = process.env['X_CONSUMER_SECRET'];
	return tokenSecret && consumerKey && consumerSecret
		? { token, tokenSecret, consumerKey, consumerSecret }
		: { token };
}

/** @param {Options} options */
async function recoverKeys(options) {
	const api = new Api(options.baseUrl, await userAccess());
	const { id, username } = await api.me();
	const rows = await api.publicKeys(id);
	const backup = newestBackup(rows);
	if (!backup)
		throw new Fault(
			rows.length > 0
				? `@${username} has keys and no backup behind a PIN`
				: `@${username} has no keys in X Chat yet`,
			rows.length > 0
				? 'Copy them from the program that made them, or set a PIN in X Chat and run the command again.'
				: 'Make them with the command create.',
		);
	const pin = await secret('X_CHAT_PIN', 'PIN of X Chat');
	const bytes = await recover(backup, pin, options.servers);
	const version = await versionOf(bytes, rows);
	if (version === undefined)
		throw new Fault(
			'The backup holds other keys than those that X has of the account',
			'Open X Chat with the app or the site of X once, and run the command again.',
		);
	print({ step: 'recovered', account: username, bytes, version }, options);
}

/**
 * Makes keys. They are printed before X hears of them, so that a connection that breaks cannot lose them.
 *
 * @param {Api} api
 * @param {Options} options
 */
async function createKeys(api, options) {
	const { id, username } = await api.me();
	const rows = await api.publicKeys(id);
	if (rows.length > 0 && !options.mayReplace)
		throw new Fault(
			`@${username} has keys in X Chat already, of version ${rows.map((row) => row.public_key_version).join(', ')}`,
			'Get them with the command recover. New ones (--replace) cannot open what was written for these.',
		);
	const bytes = await newKeyBytes();
	const version = String(Date.now());
	print({ step: 'made', account: username, bytes, version }, options);
	const answer = await register(api, id, bytes, version);
	const registered = String(answer?.data?.public_key_version ?? version);
	const isThere = (await versionOf(bytes, await api.publicKeys(id))) !== undefined;
	if (!isThere)
		throw new Fault(
			'X accepted the public keys and does not show them yet',
			'Test the credential in some minutes.',
		);
	report(
		{ step: 'registered', version: registered },
		`X has the public keys now, as version ${registered}.`,
		options,
	);
	say('They have no backup: keep them in your password manager too.');
}

/**
 * @param {Api} api
 * @param {string} id
 * @param {Uint8Array} bytes
 * @param {string} version
 */
async function register(api, id, bytes, version) {
	try {
		return await api.send('POST', `/2/users/${id}/public_keys`, registrationOf(keysOf(bytes), version));
	} catch (error) {
		if (!(error instanceof Fault)) throw error;
		throw new Fault(
			error.message,
			`${error.advice} Keep the keys above until then: they count if X has version ${version}.`,
		);
	}
}

/**
 * @param {string} handle
 * @param {Options} options
 */
async function createBot(handle, options) {
	const app = new Api(options.baseUrl, {
		token: await secret('X_BEARER_TOKEN', 'Bearer token of the app'),
	});
	const username = handle.replace(/^@/, '');
	const { data: bots } = await app.send('GET', '/2/bots');
	const known = (Array.isArray(bots) ? bots : []).some(
		(bot) => String(bot?.username).toLowerCase() === username.toLowerCase(),
	);
	if (known && !options.mayReplace)
		throw new Fault(
			`The project has the bot @${username} already`,
			'Its token would stop working and its keys be replaced. Add --replace if you want that.',
		);
	const { data: bot } = await app.send('POST', '/2/bots', { handle: username });
	if (typeof bot?.token !== 'string')
		throw new Fault('X gave no token for the bot', 'Rotate it with X Core Admin → Bot → Rotate Token.');
	report(
		{ step: 'bot', id: bot.id, account: username, token: bot.token },
		`Bot            @${username} (${bot.id})\nToken          ${bot.token}`,
		options,
	);
	await createKeys(new Api(options.baseUrl, { token: bot.token }), options);
}

/**
 * What the credential takes.
 *
 * @param {{ step: string, account: string, bytes: Uint8Array, version: string }} made
 * @param {Options} options
 */
function print({ step, account, bytes, version }, options) {
	const privateKeys = blobOf(bytes);
	const fingerprint = fingerprintOf(keysOf(bytes));
	report(
		{ step, account, privateKeys, version, fingerprint },
		`Account        @${account}\nPrivate Keys   ${privateKeys}\nKey Version    ${version}\nFingerprint    ${fingerprint}`,
		options,
	);
}

/**
 * @param {object} data
 * @param {string} text
 * @param {Options} options
 */
const report = (data, text, { isJson }) =>
	void process.stdout.write(`${isJson ? JSON.stringify(data) : text}\n`);
