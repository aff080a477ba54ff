/**
 * Deliveries that strangers send to the webhook trigger, broken ones that X itself might have signed, and signature
 * headers that are forged, stripped, swapped and doubled.
 */
import { createHmac } from 'node:crypto';
import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { handleDelivery } from '../../../nodes/XWebhookTrigger/delivery/handleDelivery';
import { cases } from '../../support/cases';
import { cpuTime, effortOf } from '../../support/effort';
import { randomFrom } from '../../support/random';
import { hostileText, hostileValue, pick, polluted } from './hostile';

const SIGNED = cases(1_000, 5_000);
const SECRET = 'the consumer secret';
const MEGABYTE = 1024 * 1024;

const PARAMETERS: Record<string, unknown> = {
	authentication: 'app',
	eventTypes: ['post.create'],
	userIds: '1',
	options: {},
};

interface AttackedNode {
	/** What the node answered, by status. */
	statuses: Map<number, number>;
	staticData: object;
	lines: { warnings: number; errors: Set<string> };
	/** How often n8n was asked for the credential. */
	reads: () => number;
	/** Gives the items of the run that a request starts; undefined where it starts none. */
	deliver: (
		headers: Record<string, unknown>,
		rawBody: Buffer | undefined,
	) => Promise<IWebhookResponseData['workflowData']>;
}

/** A webhook trigger with what n8n gives to `webhook()`, as far as a delivery needs it. */
function attackedNode(id: string, credential: Record<string, string>): AttackedNode {
	let request: { headers: Record<string, unknown>; rawBody: Buffer | undefined };
	let reads = 0;
	const statuses = new Map<number, number>();
	const staticData = {};
	const lines = { warnings: 0, errors: new Set<string>() };
	const context = {
		getNode: () => ({ id, name: 'Trigger', parameters: PARAMETERS, typeVersion: 1 }),
		getWorkflow: () => ({ id: 'workflow', name: 'My workflow' }),
		getWorkflowStaticData: () => staticData,
		getMode: () => 'webhook',
		getTimezone: () => 'UTC',
		getNodeParameter: (name: string, fallback: unknown) => PARAMETERS[name] ?? fallback,
		getCredentials: () => {
			reads++;
			return Promise.resolve(credential);
		},
		getRequestObject: () => request,
		getResponseObject: () => ({
			statusCode: 200,
			writableEnded: true,
			once: () => undefined,
			status: (status: number) => ({
				json: () => void statuses.set(status, (statuses.get(status) ?? 0) + 1),
			}),
		}),
		getInputConnectionData: () => Promise.resolve(undefined),
		logger: {
			warn: () => void lines.warnings++,
			error: (line: string) => void lines.errors.add(line),
			info: () => undefined,
			debug: () => undefined,
		},
	} as unknown as IWebhookFunctions;
	return {
		statuses,
		staticData,
		lines,
		reads: () => reads,
		deliver: async (headers, rawBody) => {
			request = { headers, rawBody };
			return (await handleDelivery(context)).workflowData;
		},
	};
}

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

it(`survives ${SIGNED.toLocaleString('en')} signed deliveries with bodies of any kind`, async () => {
	const random = randomFrom(3);
	const { deliver, statuses, lines } = attackedNode('attacked', { consumerSecret: SECRET });
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

const REQUESTS = cases(7_000, 50_000);
const BLOCK = 1_000;
const CLIENT = 'the client secret';
const CONSUMER = SECRET;
const NEW = 'x-twitter-webhooks-signature-oauth2';
const OLD = 'x-twitter-webhooks-signature';

/** What X sends for an app with both secrets. */
const genuine = (body: Buffer) => ({ [NEW]: sign(body, CLIENT), [OLD]: sign(body, CONSUMER) });

type Headers = Record<string, unknown>;
type Attack = (random: () => number, body: Buffer) => Headers;

/** A signature by someone who has no secret, at most those of other bodies and of other apps. */
const forgery: (...of: Parameters<Attack>) => unknown = (random, body) =>
	pick<unknown>(random, [
		sign(body, hostileText(random)),
		sign(body, ''),
		sign(body, ' '),
		sign(Buffer.concat([body, Buffer.from(' ')]), pick(random, [CLIENT, CONSUMER])),
		sign(body, CLIENT).slice(0, -1 - Math.floor(random() * 8)),
		sign(body, CLIENT).replace('sha256=', pick(random, ['', 'sha1=', 'sha256', 'SHA256:', 'SHA256=', '='])),
		[sign(body, 'x'), hostileText(random)],
		hostileText(random),
		'sha256='.repeat(1_000),
	]);

const doubled = (value: string, random: () => number): unknown =>
	pick<unknown>(random, [`${value},${value}`, `${value}, ${value}`, [value, value], [value]]);

const ATTACKS: Readonly<Record<string, Attack>> = {
	forged: (random, body) =>
		pick<Headers>(random, [
			{ [NEW]: forgery(random, body) },
			{ [OLD]: forgery(random, body) },
			{ [NEW]: forgery(random, body), [OLD]: forgery(random, body) },
			{ [pick(random, HEADERS)]: forgery(random, body), [hostileText(random)]: hostileText(random) },
		]),
	stripped: (random, body) =>
		pick<Headers>(random, [
			{},
			{ [NEW]: '' },
			{ [OLD]: '' },
			{ [OLD]: forgery(random, body), [NEW]: undefined },
		]),
	swapped: (random, body) => {
		const { [NEW]: modern, [OLD]: old } = genuine(body);
		return pick<Headers>(random, [{ [NEW]: old, [OLD]: modern }, { [NEW]: old }, { [OLD]: modern }]);
	},
	doubled: (random, body) => {
		const right = genuine(body);
		const name = pick(random, [NEW, OLD] as const);
		const twin = pick(random, [name.replace('twitter', 'service'), name.toUpperCase()]);
		return pick<Headers>(random, [
			{ ...right, [name]: doubled(right[name] ?? '', random) },
			{ [name]: doubled(right[name] ?? '', random) },
			{ ...right, [twin]: right[name] },
			{ ...right, [twin]: forgery(random, body) },
		]);
	},
};

/** A forgery beside a right signature: of the header that counts for the app. */
const besideARightOne =
	(name: string): Attack =>
	(random, body) => ({ ...genuine(body), [name]: forgery(random, body) });

it.each([
	['both secrets', { clientSecret: CLIENT, consumerSecret: CONSUMER }, NEW],
	['the client secret', { clientSecret: CLIENT }, NEW],
	['the consumer secret', { consumerSecret: CONSUMER }, OLD],
])(
	`starts no run for ${REQUESTS.toLocaleString('en')} of them, at a cost that does not grow: %s`,
	async (name, credential, counting) => {
		const random = randomFrom(5);
		const node = attackedNode(`attacked with ${name}`, credential);
		const attacks = [...Object.values(ATTACKS), besideARightOne(counting)];
		let runs = 0;
		let dearest = { cost: 0, again: (): Promise<unknown> => Promise.resolve() };
		const heap = () => process.memoryUsage().heapUsed;
		const heapBefore = heap();
		// A delivery each millisecond, however long this machine takes for it: the secrets are read by the clock.
		let time = Date.now();
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => time);
		const attack = async () => {
			time++;
			const rawBody = bodyOf(random);
			const headers = pick(random, attacks)(random, rawBody);
			const body = random() < 0.01 ? undefined : rawBody;
			const started = cpuTime();
			runs += (await node.deliver(headers, body)) === undefined ? 0 : 1;
			const cost = cpuTime() - started;
			if (cost > dearest.cost) dearest = { cost, again: async () => await node.deliver(headers, body) };
		};
		const blocks: number[] = [];
		for (let block = 0; block < REQUESTS / BLOCK; block++) {
			const before = process.cpuUsage();
			for (let count = 0; count < BLOCK; count++) await attack();
			const { user, system } = process.cpuUsage(before);
			blocks.push(user + system);
		}
		expect(runs).toBe(0);
		expect(Object.fromEntries(node.statuses)).toEqual({ 401: REQUESTS });
		expect(polluted()).toEqual([]);
		// What was refused leaves neither lines nor data.
		expect(node.lines.warnings).toBeLessThan(100);
		expect([...node.lines.errors]).toEqual([]);
		expect(node.staticData).toEqual({});
		expect(heap() - heapBefore).toBeLessThan(150 * MEGABYTE);
		// The last three blocks against the first three, in the processor's time.
		const middle = (some: number[]) => some.sort((a, b) => a - b)[1] ?? 0;
		expect(middle(blocks.slice(-3))).toBeLessThan(3 * middle(blocks.slice(0, 3)));
		expect(node.reads()).toBeLessThan(REQUESTS / 100);
		expect(await effortOf(dearest.again, 5)).toBeLessThan(5);
		// The same node still takes what X sends.
		const body = Buffer.from(
			'{"data":{"event_type":"post.create","filter":{"user_id":"1"},"payload":{"id":"1"}}}',
		);
		expect(await node.deliver(genuine(body), body)).toHaveLength(1);
		clock.mockRestore();
	},
);
