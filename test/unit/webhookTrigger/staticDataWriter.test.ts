import { EventEmitter } from 'node:events';
import { StaticDataWriter } from '../../../nodes/XWebhookTrigger/delivery/staticDataWriter';

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
