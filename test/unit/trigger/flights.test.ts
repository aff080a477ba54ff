import { PersistScheduler } from '../../../nodes/XWebhookTrigger/persistScheduler';

describe('who stores what was seen', () => {
	it('is a delivery by itself, at once', () => {
		const flights = new PersistScheduler();
		const alone = flights.start(0);
		expect(alone.mayWrite(0)).toBe(true);
		alone.end();
		expect(flights.start(1).mayWrite(1)).toBe(true);
	});

	it('is one of many: the newest when none follows, or whoever is left alone', () => {
		const flights = new PersistScheduler();
		const first = flights.start(0);
		first.mayWrite(0);
		const [second, third] = [flights.start(5), flights.start(10)];
		expect([first, second, third].map((flight) => flight.mayWrite(200))).toEqual([false, false, false]);
		expect([first, second, third].map((flight) => flight.mayWrite(220))).toEqual([false, false, true]);
		third.end();
		first.end();
		expect(second.mayWrite(221)).toBe(true);
	});

	it('is somebody every second while there is no end of deliveries', () => {
		const flights = new PersistScheduler();
		let writes = 0;
		for (let now = 0; now < 10_000; now += 10) {
			const flight = flights.start(now);
			const earlier = flights.start(now);
			for (const one of [flight, earlier]) if (one.mayWrite(now)) writes++;
		}
		expect(writes).toBe(10);
	});
});
