import { EventEmitter } from 'node:events';
import type { IWebhookFunctions } from 'n8n-workflow';
import { readBody } from '../../../nodes/shared/model/delivered';
import { answerChallenge } from '../../../nodes/XWebhookTrigger/challenge/answerChallenge';
import { scopeOf } from '../../../nodes/XWebhookTrigger/context';
import {
	DeliveredEvents,
	digestsOf,
	PERSISTED,
	REMEMBERED,
	StaticDataWriter,
} from '../../../nodes/XWebhookTrigger/delivery/deliveredEvents';
import { logRefusal } from '../../../nodes/XWebhookTrigger/incoming';
import { XWebhookTrigger } from '../../../nodes/XWebhookTrigger/XWebhookTrigger.node';
import { effortOf } from '../../support/effort';
import { fc } from '../../support/properties';

const handOver = async (memory: DeliveredEvents, ...keys: string[]) => {
	const reservation = await memory.reserve(keys);
	reservation.commit();
	return [...reservation.fresh];
};

describe('delivered events', () => {
	it('lets a second delivery wait until the first is decided', async () => {
		const memory = new DeliveredEvents();
		const first = await memory.reserve(['a']);
		let decided = false;
		const second = Promise.resolve(memory.reserve(['a'])).then((reservation) => {
			decided = true;
			return reservation;
		});
		await Promise.resolve();
		expect(decided).toBe(false);
		first.rollback();
		expect([...(await second).fresh]).toEqual(['a']);
	});

	it('runs every event exactly once at any concurrency, whatever fails on the way', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(
					fc.record({
						keys: fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 4 }),
						fails: fc.boolean(),
					}),
					{ maxLength: 40 },
				),
				async (deliveries) => {
					const memory = new DeliveredEvents();
					const runs = new Map<string, number>();
					await Promise.all(
						deliveries.map(async ({ keys, fails }) => {
							for (let attempt = 0; attempt < 2; attempt++) {
								const reservation = await memory.reserve(keys.map(String));
								await Promise.resolve();
								if (fails && attempt === 0) {
									reservation.rollback();
									continue;
								}
								for (const key of reservation.fresh) runs.set(key, (runs.get(key) ?? 0) + 1);
								reservation.commit();
								return;
							}
						}),
					);
					const distinct = new Set(deliveries.flatMap(({ keys }) => keys.map(String)));
					expect(new Set(runs.keys())).toEqual(distinct);
					expect([...runs.values()].every((count) => count === 1)).toBe(true);
				},
			),
			{ numRuns: 100 },
		);
	});

	it('survives a restart through its persisted text', async () => {
		const before = new DeliveredEvents();
		await handOver(before, 'a', 'b');
		// The delivery that writes: n8n stores it when it has taken the events.
		const { fresh } = await before.reserve(['c']);
		// Another one in progress: n8n may be killed before it accepts it, so X may have to send it again.
		await before.reserve(['d']);
		const text = before.persisted(digestsOf(fresh));
		const after = new DeliveredEvents();
		after.mergePersisted(text);
		expect(await handOver(after, 'a', 'b', 'c', 'd')).toEqual(['d']);
	});

	it('stores nothing that n8n has not taken', async () => {
		const memory = new DeliveredEvents();
		const failing = await memory.reserve(['a']);
		const other = await memory.reserve(['b']);
		const stored = memory.persisted(digestsOf(other.fresh));
		other.commit();
		failing.rollback();
		memory.mergePersisted(stored);
		expect(await handOver(memory, 'a', 'b')).toEqual(['a']);
		(await memory.reserve(['c'])).rollback();
		const restarted = new DeliveredEvents();
		restarted.mergePersisted(memory.persisted());
		expect(await handOver(restarted, 'a', 'b', 'c')).toEqual(['c']);
	});

	it('takes up what another process remembered meanwhile', async () => {
		const [one, other] = [new DeliveredEvents(), new DeliveredEvents()];
		await handOver(other, 'x');
		one.mergePersisted(other.persisted());
		one.mergePersisted(undefined);
		one.mergePersisted(42);
		expect(await handOver(one, 'x', 'y')).toEqual(['y']);
	});

	it('is bounded, forgetting the oldest first', async () => {
		const memory = new DeliveredEvents();
		for (let n = 0; n <= REMEMBERED; n++) await handOver(memory, `event ${n}`);
		expect(await handOver(memory, `event ${REMEMBERED}`)).toEqual([]);
		expect(await handOver(memory, 'event 0')).toEqual(['event 0']);
		// At ten events a second, n8n writes this text with each run.
		expect(memory.persisted().length).toBeLessThan(10_000);
	});

	it('knows whether older events may have been forgotten', async () => {
		const memory = new DeliveredEvents();
		for (let n = 1; n < PERSISTED; n++) await handOver(memory, `event ${n}`);
		expect(memory.isFull).toBe(false);
		await handOver(memory, 'one more');
		expect(memory.isFull).toBe(true);
		memory.persisted();
		expect(memory.isFull).toBe(true);
	});
});

/** n8n's response to a delivery. */
class FakeResponse extends EventEmitter {
	statusCode = 200;
	writableEnded = false;
	writes = 0;

	status(): { json(): void } {
		return { json: () => {} };
	}

	end(statusCode = 200, isSent = true): void {
		this.statusCode = statusCode;
		this.writableEnded = true;
		if (isSent) this.emit('finish');
	}
}

/** A delivery that a writer stores; `taken` receives the outcome. */
function deliver(writer: StaticDataWriter) {
	const response = new FakeResponse();
	const taken = writer.writeUntilAnswered(response, () => response.writes++);
	return { response, taken };
}

describe('the writer of static data', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	it.each([
		['answered', 200, true, true],
		['refused', 500, true, false],
		['answered after X hung up', 200, false, true],
		['refused after X hung up', 500, false, false],
	])('tells from the answer whether n8n took the events: %s', async (_how, status, isSent, isTaken) => {
		const { response, taken } = deliver(new StaticDataWriter());
		await jest.advanceTimersByTimeAsync(50);
		response.end(status, isSent);
		await jest.advanceTimersByTimeAsync(50);
		expect(await taken).toBe(isTaken);
	});

	it('gives a run that does not start up after a minute', async () => {
		const { taken } = deliver(new StaticDataWriter());
		await jest.advanceTimersByTimeAsync(61_000);
		expect(await taken).toBe(false);
	});

	it('lets a delivery that is alone write from the start to the answer', async () => {
		const { response } = deliver(new StaticDataWriter());
		expect(response.writes).toBe(1);
		await jest.advanceTimersByTimeAsync(40);
		const before = response.writes;
		expect(before).toBeGreaterThan(10);
		response.end();
		await jest.advanceTimersByTimeAsync(40);
		expect(response.writes).toBe(before);
	});

	it('lets one of several write: the newest once no other follows, or the one that is left', async () => {
		const writer = new StaticDataWriter();
		const [first, second, third] = [deliver(writer), deliver(writer), deliver(writer)].map(
			({ response }) => response,
		);
		await jest.advanceTimersByTimeAsync(100);
		expect([second?.writes, third?.writes]).toEqual([0, 0]);
		await jest.advanceTimersByTimeAsync(200);
		expect(third?.writes).toBeGreaterThan(10);
		expect(second?.writes).toBe(0);
		third?.end();
		first?.end();
		await jest.advanceTimersByTimeAsync(10);
		expect(second?.writes).toBeGreaterThan(1);
	});

	it('costs those next to nothing that do not write', async () => {
		const writer = new StaticDataWriter();
		const idle = deliver(writer).response;
		deliver(writer);
		let looks = 0;
		Object.defineProperty(idle, 'writableEnded', { get: () => (looks++, false) });
		await jest.advanceTimersByTimeAsync(190);
		expect(looks).toBeLessThan(15);
	});

	it('writes once a second in an endless stream of deliveries', async () => {
		const writer = new StaticDataWriter();
		const responses: FakeResponse[] = [];
		for (let tick = 0; tick < 500; tick++) {
			responses.push(deliver(writer).response);
			await jest.advanceTimersByTimeAsync(20);
			if (tick >= 5) responses[tick - 5]?.end();
		}
		const writes = responses.reduce((sum, response) => sum + response.writes, 0);
		// Alone at first, and once in each of the ten seconds.
		expect(writes - (responses[0]?.writes ?? 0)).toBeGreaterThanOrEqual(8);
		expect(writes - (responses[0]?.writes ?? 0)).toBeLessThanOrEqual(11);
	});
});

let nodes = 0;

/** What n8n gives to `webhook()`, as far as refusals need it; `answered` and `logged` say what came of it. */
function contextWith(query: Record<string, string> = {}) {
	const answered: Array<{ status: number; body: unknown }> = [];
	const logged: string[] = [];
	const id = `refusing node ${nodes++}`;
	const context = {
		getNode: () => ({ id, name: 'Trigger' }),
		getWorkflow: () => ({ id: 'workflow', name: 'My workflow' }),
		getMode: () => 'webhook',
		getNodeParameter: () => 'app',
		getQueryData: () => query,
		getWorkflowStaticData: () => ({}),
		getCredentials: () => Promise.resolve({ consumerSecret: 'secret' }),
		getResponseObject: () => ({
			status: (status: number) => ({ json: (body: unknown) => answered.push({ status, body }) }),
		}),
		logger: { warn: (line: string) => logged.push(line), error: (line: string) => logged.push(line) },
	} as unknown as IWebhookFunctions;
	return { context, answered, logged };
}

const challenge = async (crc_token: string) => {
	const { context, answered } = contextWith({ crc_token });
	await answerChallenge(context);
	return answered[0]?.status;
};

describe('a challenge of a stranger', () => {
	it('costs next to nothing, whatever its token', async () => {
		const token = `:1234567890123456${'"\\'.repeat(7_500)}`;
		expect(await challenge(token)).toBe(400);
		expect(await effortOf(() => challenge(token), 5)).toBeLessThan(5);
	});

	it.each([
		['of 500 characters is answered', 'x'.repeat(500), 200],
		['of 501 characters is refused', 'x'.repeat(501), 400],
		['that begins as a delivery does is refused, JSON or not', '\uFEFF \t{"', 400],
		['that begins as a list is refused', ' [', 400],
	])('with a token %s', async (_what, token, status) => {
		expect(await challenge(token)).toBe(status);
	});
});

describe('the log', () => {
	it('has one line a minute about requests that were refused for one reason, and says how many', () => {
		const { context, logged } = contextWith();
		const scope = scopeOf(context);
		for (let n = 0; n < 1_000; n++)
			logRefusal({ context, scope }, 'refused a delivery: wrong', 1_000_000 + n);
		logRefusal({ context, scope }, 'refused a delivery: missing', 1_000_000);
		expect(logged).toHaveLength(2);
		logRefusal({ context, scope }, 'refused a delivery: wrong', 1_060_000);
		expect(logged[2]).toMatch(
			/"My workflow": refused a delivery: wrong \(and 999 more since the last line\)$/,
		);
	});
});

describe('what nobody but the secret’s holder can send', () => {
	it('a body is refused that is nested so deeply that n8n could not handle it', () => {
		const nested = (levels: number) => Buffer.from(`{"a":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`);
		expect(readBody(nested(150))).toBeDefined();
		expect(readBody(nested(5_000))).toBeUndefined();
		expect(readBody(Buffer.from(`${'['.repeat(100_000)}${']'.repeat(100_000)}`))).toBeUndefined();
	});
});

describe('the answer to a delivery', () => {
	it('has no body, where n8n would send the name of its default', () => {
		const { webhooks } = new XWebhookTrigger().description;
		expect(webhooks?.find(({ name }) => name === 'default')).toMatchObject({
			responseMode: 'onReceived',
			responseData: 'noData',
		});
	});
});
