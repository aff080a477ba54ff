/**
 * Every operation of every node, run by n8n-core with two items against a platform that refuses everything: what each
 * item says is read and sent, and each item's failure stays with that item.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { castArray, get } from 'lodash';
import type { INodeParameters } from 'n8n-workflow';
import { Person } from '../simulator/chat/person';
import { KEY_VERSION } from '../simulator/chat/state';
import { ME as identity } from '../simulator/identities';
import { host, runNode } from '../support';
import type { Form } from '../support/forms';
import { forms } from '../support/forms';
import { filled } from '../support/fill';

const REFUSAL = JSON.stringify({
	type: 'https://api.twitter.com/2/problems/client-forbidden',
	title: 'Client Forbidden',
	detail: 'refused by the test',
	status: 403,
});

const me = { id: identity.id, username: identity.username, name: identity.name };

/** What says who the authenticated user is, and whose the private keys are. */
const whoIAm = (path: string) => {
	if (path.startsWith('/2/users/me')) return me;
	return path === `/2/users/${me.id}/public_keys` ? [new Person(me.id, KEY_VERSION).row] : undefined;
};

let seen: string[] = [];
let knowsMe = false;

const server = createServer((request, response) => {
	const chunks: Buffer[] = [];
	request.on('data', (chunk: Buffer) => chunks.push(chunk));
	request.on('end', () => {
		seen.push(
			`${request.method} ${decodeURIComponent(request.url ?? '')} ${Buffer.concat(chunks).toString()}`,
		);
		const known = knowsMe ? whoIAm(request.url ?? '') : undefined;
		if (known) {
			response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data: known }));
			return;
		}
		response.writeHead(403, { 'content-type': 'application/problem+json' }).end(REFUSAL);
	});
});

let sim: { baseUrl: string; adsUrl: string; adsSandboxUrl: string };

beforeAll(async () => {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	sim = { baseUrl: origin, adsUrl: origin, adsSandboxUrl: origin };
});

beforeEach(() => {
	seen = [];
	knowsMe = false;
});

afterAll(() => {
	server.closeAllConnections();
	server.close();
});

const operations = host()
	.nodesOfPackage()
	.filter(([, node]) => node.execute !== undefined)
	.flatMap(([, node]) => forms(node))
	.map((form) => ({ form, label: form.label, parameters: filled(form) }));

/** Operations that send no request, or nothing of the item before it is known as a product, its file has arrived or the account's Posts are read. */
const SILENT = [
	'xCatalog.product.sync',
	'xCore.post.publishDue',
	'xCore.usage.estimateCost',
	'xCoreAdmin.usage.estimateCost',
	'xAdsCreatives.mediaLibrary.production.add',
	'xAdsCreatives.mediaLibrary.sandbox.add',
];

const image = { data: Buffer.from('image').toString('base64'), mimeType: 'image/png', fileName: 'a.png' };

const run = async (form: Form, parameters: INodeParameters) =>
	await runNode({
		node: form.description.name,
		sim,
		parameters,
		items: ['1111', '2222'].map((marker) => ({ json: { marker }, binary: { data: { ...image } } })),
		continueOnFail: true,
	});

describe.each(operations)('$label', ({ form, label, parameters }) => {
	it('keeps each item’s failure with its item', async () => {
		const { outputs, error } = await run(form, parameters);
		const items = outputs.flat();
		expect(error?.message).toBeUndefined();
		const failures = items.map(({ error: own, json }) => own ?? json['error'] ?? json['status'] === 'ERROR');
		expect(failures.every(Boolean)).toBe(true);
		expect([...new Set(items.map(({ pairedItem }) => get(castArray(pairedItem), '0.item')))]).toEqual([0, 1]);
	});

	if (!JSON.stringify(parameters).includes('$json.marker') || SILENT.includes(label)) return;

	it('sends what each item says', async () => {
		knowsMe = true;
		await run(form, parameters);
		for (const marker of ['1111', '2222']) expect(seen.join('\n') || 'nothing sent').toContain(marker);
	});
});
