/**
 * Every operation of every node, run by n8n-core with two items against a platform that refuses everything: what each
 * item says is read and sent, and each item's failure stays with that item.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { createServer } from 'node:http';
import { castArray, get } from 'lodash';
import type { NodeRun } from '../support';
import { cases } from '../support/cases';
import { filledForms, runForm, useServer, whoIAm, type FilledForm } from '../support/everyForm';

const REFUSAL = JSON.stringify({
	type: 'https://api.twitter.com/2/problems/client-forbidden',
	title: 'Client Forbidden',
	detail: 'refused by the test',
	status: 403,
});

let seen: string[] = [];
let knowsMe = false;
/** Whether a request asked who the authenticated user is. */
let isAsked = false;

const server = createServer((request, response) => {
	const chunks: Buffer[] = [];
	request.on('data', (chunk: Buffer) => chunks.push(chunk));
	request.on('end', () => {
		seen.push(
			`${request.method} ${decodeURIComponent(request.url ?? '')} ${Buffer.concat(chunks).toString()}`,
		);
		const known = whoIAm(request.url ?? '', request.method);
		isAsked ||= known !== undefined;
		if (knowsMe && known) {
			response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data: known }));
			return;
		}
		response.writeHead(403, { 'content-type': 'application/problem+json' }).end(REFUSAL);
	});
});

const sim = useServer(server);

beforeEach(() => {
	seen = [];
	knowsMe = false;
	isAsked = false;
});

/** Operations that send no request, or nothing of the item before it is known as a product, its file has arrived or the account's Posts are read. */
const SILENT = [
	'xCatalog.product.sync',
	// An execution waits once, so one question is sent for all items.
	'xChat.message.sendAndWait',
	'xCore.post.publishDue',
	'xCore.usage.estimateCost',
	'xCoreAdmin.usage.estimateCost',
	'xLive.usage.estimateCost',
	'xAdsCreatives.mediaLibrary.production.add',
	'xAdsCreatives.mediaLibrary.sandbox.add',
];

const run = async (form: FilledForm) => await runForm(form, sim(), ['1111', '2222']);

/** The only operation that cannot fail: it reads a counter. */
/** One sends no request, and the rows of the other show failures. */
const NEVER_FAIL = [
	'xCoreAdmin.usage.getCostOfToday',
	'xCoreAdmin.health.check',
	'xChat.trust.forget',
	'xChat.trust.getMany',
];
/** The forms of the sandbox differ from those of production in the address alone. */
const isTried = ({ label }: FilledForm) => cases(0, 1) === 1 || !label.includes('.sandbox.');
const fallible = filledForms().filter((form) => isTried(form) && !NEVER_FAIL.includes(form.label));

/** Each item's failure is with its item. */
function expectFailures({ outputs, error }: NodeRun): void {
	const items = outputs.flat();
	expect(error?.message).toBeUndefined();
	const failures = items.map(({ error: own, json }) => own ?? json['error'] ?? json['status'] === 'ERROR');
	expect(failures.every(Boolean)).toBe(true);
	expect([...new Set(items.map(({ pairedItem }) => get(castArray(pairedItem), '0.item')))]).toEqual([0, 1]);
}

it.each(fallible)(
	'$label keeps each item’s failure with its item, and sends what each says',
	async (form) => {
		const { label, parameters } = form;
		expectFailures(await run(form));
		if (!JSON.stringify(parameters).includes('$json.marker') || SILENT.includes(label)) return;
		knowsMe = true;
		// An operation that did not ask who it acts for would send the same again.
		if (isAsked) await run(form);
		for (const marker of ['1111', '2222']) expect(seen.join('\n') || 'nothing sent').toContain(marker);
	},
);
