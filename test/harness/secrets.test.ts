/**
 * Every operation of every node against a host that sends everything back that it was sent, keys included, as a gateway
 * that is wrongly set up does: none of the keys comes out of n8n again.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { createServer } from 'node:http';
import { uniqBy } from 'lodash';
import { Person } from '../simulator/chat/person';
import { KEY_VERSION } from '../simulator/chat/state';
import { ME } from '../simulator/identities';
import { host, runNode, type CredentialOverrides } from '../support';
import { cases } from '../support/cases';
import { filled } from '../support/fill';
import { forms } from '../support/forms';
import { useOwnHost } from '../support/ownHost';

const marked = (name: string) => `marked-${name}-5f0c2d`;

const { blob: privateKeys } = new Person(ME.id, KEY_VERSION);
const CLIENT_SECRET = marked('client-secret');
const APP_CLIENT_SECRET = marked('app-client-secret');
const CONSUMER_SECRET = marked('consumer-secret');
const ACCESS_TOKEN = marked('oauth2-access-token');
const REFRESH_TOKEN = marked('oauth2-refresh-token');

const CREDENTIALS: CredentialOverrides = {
	xAppApi: {
		bearerToken: marked('bearer-token'),
		consumerKey: 'key',
		consumerSecret: CONSUMER_SECRET,
		clientSecret: APP_CLIENT_SECRET,
	},
	xUserOAuth2Api: {
		clientId: 'client',
		clientSecret: CLIENT_SECRET,
		oauthTokenData: { access_token: ACCESS_TOKEN, refresh_token: REFRESH_TOKEN },
	},
	xUserOAuth1Api: {
		consumerKey: 'key',
		consumerSecret: marked('oauth1-consumer-secret'),
		accessToken: marked('oauth1-token'),
		accessTokenSecret: marked('oauth1-token-secret'),
	},
	xPixelTokenApi: { pixelToken: marked('pixel-token') },
};

/** As they are, and as the header of a token endpoint writes them. */
const SECRETS: readonly string[] = [
	CLIENT_SECRET,
	APP_CLIENT_SECRET,
	CONSUMER_SECRET,
	ACCESS_TOKEN,
	REFRESH_TOKEN,
	privateKeys,
	...['bearer-token', 'oauth1-consumer-secret', 'oauth1-token', 'oauth1-token-secret', 'pixel-token'].map(
		marked,
	),
	Buffer.from(`key:${CONSUMER_SECRET}`).toString('base64'),
	Buffer.from(`client:${CLIENT_SECRET}`).toString('base64'),
];

let status = 400;
let seen = '';

/** Says what it was asked, as a problem of X and as plain members. */
const server = createServer((request, response) => {
	const chunks: Buffer[] = [];
	request.on('data', (chunk: Buffer) => chunks.push(chunk));
	request.on('end', () => {
		const said = JSON.stringify({
			url: request.url,
			headers: request.headers,
			body: Buffer.concat(chunks).toString(),
		});
		seen += said;
		const problem = { type: 'about:blank', title: said, detail: said, request: { headers: request.headers } };
		response.writeHead(status, { 'content-type': 'application/json', 'x-said': encodeURIComponent(said) });
		response.end(JSON.stringify({ ...problem, errors: [{ message: said, code: said }] }));
	});
});

const sim = useOwnHost(server);

/** Every text in a value, however deep; objects may hold each other. */
function textsIn(value: unknown, known = new Set<unknown>()): string {
	if (typeof value !== 'object' || value === null) return String(value);
	if (known.has(value)) return '';
	known.add(value);
	const names = Reflect.ownKeys(value).filter((name) => !(name === 'length' && Array.isArray(value)));
	return names
		.map((name) => `${String(name)} ${textsIn((value as Record<PropertyKey, unknown>)[name], known)}`)
		.join('\n');
}

const image = { data: Buffer.from('image').toString('base64'), mimeType: 'image/png', fileName: 'a.png' };

it.each([400, 401])(
	'no operation shows a key, though the host answers %s with all of them',
	async (answered) => {
		status = answered;
		seen = '';
		const log = host().services.recordLog(['debug', 'info', 'warn', 'error']);
		const shown: string[] = [];
		try {
			const nodes = host()
				.nodesOfPackage()
				.filter(([, node]) => node.execute !== undefined);
			const all = nodes.flatMap(([, node]) => forms(node));
			// n8n itself handles 401, for all operations alike: one of each resource does.
			const some = uniqBy(all, ({ label }) => label.split('.').slice(0, 2).join('.'));
			const share = all.filter((form, place) => place % cases(10, 1) === 0 || some.includes(form));
			for (const form of answered === 401 ? some : share) {
				// With Continue On Fail the failure is an item, without it an error of the execution.
				const continueOnFail = answered === 400;
				const items = [{ json: { marker: '1111' }, binary: { data: { ...image } } }];
				const node = form.description.name;
				const run = await runNode({
					node,
					sim: sim(),
					parameters: filled(form),
					credentials: CREDENTIALS,
					items,
					continueOnFail,
				});
				const told = textsIn([run.outputs, run.hints, run.error, run.run]);
				for (const secret of SECRETS)
					if (told.includes(secret)) shown.push(`${form.label}: ${secret.slice(0, 40)}`);
			}
		} finally {
			log.stop();
		}
		expect(shown).toEqual([]);
		expect(SECRETS.filter((secret) => log.lines.join('\n').includes(secret))).toEqual([]);
		// Else the host would have had nothing to send back.
		for (const secret of [ACCESS_TOKEN, marked('bearer-token'), marked('pixel-token')])
			expect(seen).toContain(secret);
	},
);
