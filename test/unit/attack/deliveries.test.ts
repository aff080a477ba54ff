/** Deliveries that strangers send to the webhook trigger, and broken ones that X itself might have signed. */
import { createHmac } from 'node:crypto';
import { attackedNode } from './attackedNode';
import { hostileText, hostileValue, pick, polluted } from './hostile';
import { cases } from '../../support/cases';
import { randomFrom } from '../../support/random';
import { cpuTime, effortOf } from '../../support/effort';

const DELIVERIES = cases(5_000, 100_000);
const SIGNED = cases(1_000, 5_000);
const SECRET = 'the consumer secret';
const MEGABYTE = 1024 * 1024;

const { deliver, statuses, staticData, lines } = attackedNode('attacked', { consumerSecret: SECRET });

const HEADERS = [
	'x-twitter-webhooks-signature',
	'x-service-webhooks-signature',
	'x-x-webhooks-signature',
	'x-twitter-webhooks-signature-oauth2',
	'x-service-webhooks-signature-oauth2',
];
const sign = (body: Buffer, secret = SECRET) =>
	`sha256=${createHmac('sha256', secret).update(body).digest('base64')}`;

/** A body of any kind: an event with something wrong, JSON of another shape, or no JSON. */
function bodyOf(random: () => number): Buffer {
	const kind = random();
	if (kind < 0.1) return Buffer.from(hostileText(random));
	if (kind < 0.15) return Buffer.from(Array.from({ length: 40 }, () => Math.floor(random() * 256)));
	const name = pick(random, [
		'tweet_create_events',
		'data',
		'for_user_id',
		'__proto__',
		'share',
		hostileText(random),
	]);
	const event = JSON.stringify({ [name]: hostileValue(random), event_type: hostileText(random) }) ?? '';
	return Buffer.from(kind < 0.5 ? event : event.replace(/"a"|"x"|\{/, '{"__proto__":{"polluted":true},'));
}

/** A signature that is none: of another secret, of another body, cut, or any text. */
function forged(random: () => number, body: Buffer): unknown {
	const kind = random();
	if (kind < 0.2) return sign(body, hostileText(random));
	if (kind < 0.4) return sign(Buffer.concat([body, Buffer.from(' ')]));
	if (kind < 0.5) return sign(body).slice(0, -1 - Math.floor(random() * 8));
	if (kind < 0.6) return [sign(body, 'x'), hostileText(random)];
	if (kind < 0.7) return sign(body).replace('sha256=', pick(random, ['', 'sha1=', 'sha256', 'SHA256:', '=']));
	return kind < 0.75 ? undefined : hostileText(random);
}

it(`starts no run for ${DELIVERIES.toLocaleString('en')} forged deliveries, in bounded memory and time`, async () => {
	const random = randomFrom(2);
	let runs = 0;
	const heap = () => process.memoryUsage().heapUsed;
	const before = heap();
	let dearest = { cost: 0, again: (): Promise<unknown> => Promise.resolve() };
	for (let count = 0; count < DELIVERIES; count++) {
		const rawBody = bodyOf(random);
		const headers = {
			[pick(random, HEADERS)]: forged(random, rawBody),
			[hostileText(random)]: hostileText(random),
		};
		const started = cpuTime();
		const body = random() < 0.01 ? undefined : rawBody;
		runs += (await deliver(headers, body)) === undefined ? 0 : 1;
		const cost = cpuTime() - started;
		if (cost > dearest.cost) dearest = { cost, again: async () => await deliver(headers, body) };
	}
	expect(runs).toBe(0);
	expect(Object.fromEntries(statuses)).toEqual({ 401: DELIVERIES });
	expect(polluted()).toEqual([]);
	// What was refused leaves neither lines nor data.
	expect(lines.warnings).toBeLessThan(100);
	expect(staticData).toEqual({});
	expect(heap() - before).toBeLessThan(150 * MEGABYTE);
	expect(await effortOf(dearest.again, 5)).toBeLessThan(5);
});

it(`survives ${SIGNED.toLocaleString('en')} signed deliveries with bodies of any kind`, async () => {
	const random = randomFrom(3);
	statuses.clear();
	for (let count = 0; count < SIGNED; count++) {
		const rawBody = bodyOf(random);
		const workflowData = (await deliver({ [HEADERS[0]!]: sign(rawBody) }, rawBody)) ?? [];
		for (const { json } of workflowData.flat()) expect(JSON.stringify(json).length).toBeLessThan(MEGABYTE);
	}
	// A body that cannot be read is refused as such: X does not send it again and again.
	expect([...lines.errors]).toEqual([]);
	expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([]);
	expect(polluted()).toEqual([]);
});
