/** Signature headers that strangers forge, strip, swap and double, against apps with one secret and with both. */
import { createHmac } from 'node:crypto';
import { cases } from '../../support/cases';
import { randomFrom } from '../../support/random';
import { attackedNode } from './attackedNode';
import { hostileText, pick } from './hostile';

const REQUESTS = cases(6_000, 20_000);
const BLOCK = 1_000;
const CLIENT = 'the client secret';
const CONSUMER = 'the consumer secret';
const NEW = 'x-twitter-webhooks-signature-oauth2';
const OLD = 'x-twitter-webhooks-signature';

const sign = (body: Buffer, secret: string) =>
	`sha256=${createHmac('sha256', secret).update(body).digest('base64')}`;

/** What X sends for an app with both secrets. */
const genuine = (body: Buffer) => ({ [NEW]: sign(body, CLIENT), [OLD]: sign(body, CONSUMER) });

type Headers = Record<string, unknown>;
type Attack = (random: () => number, body: Buffer) => Headers;

/** A signature by someone who has no secret, at most those of other bodies and of other apps. */
const forgery: (...of: Parameters<Attack>) => string = (random, body) =>
	pick(random, [
		sign(body, hostileText(random)),
		sign(body, ''),
		sign(body, ' '),
		sign(Buffer.concat([body, Buffer.from(' ')]), pick(random, [CLIENT, CONSUMER])),
		sign(body, CLIENT).slice(0, -2),
		sign(body, CLIENT).replace('sha256=', pick(random, ['', 'SHA256=', 'sha1='])),
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
		// A delivery each millisecond, however long this machine takes for it: the secrets are read by the clock.
		let time = Date.now();
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => time);
		const attack = async () => {
			time++;
			const body = Buffer.from(
				JSON.stringify({ data: { event_type: 'post.create', id: hostileText(random) } }),
			);
			const headers = pick(random, attacks)(random, body);
			runs += (await node.deliver(headers, body)) === undefined ? 0 : 1;
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
		expect(node.lines.warnings).toBeLessThan(100);
		expect([...node.lines.errors]).toEqual([]);
		// The last three blocks against the first three, in the processor's time.
		const middle = (some: number[]) => some.sort((a, b) => a - b)[1] ?? 0;
		expect(middle(blocks.slice(-3))).toBeLessThan(3 * middle(blocks.slice(0, 3)));
		expect(node.reads()).toBeLessThan(REQUESTS / 100);
		// The same node still takes what X sends.
		const body = Buffer.from(
			'{"data":{"event_type":"post.create","filter":{"user_id":"1"},"payload":{"id":"1"}}}',
		);
		expect(await node.deliver(genuine(body), body)).toHaveLength(1);
		clock.mockRestore();
	},
);
