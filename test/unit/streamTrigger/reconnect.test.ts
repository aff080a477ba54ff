import { ReconnectPolicy, type Ending } from '../../../nodes/XStreamTrigger/stream/reconnect';
import { fc } from '../../support/properties';

const waits = (policy: ReconnectPolicy, ending: Ending, times: number, now = 0) =>
	Array.from({ length: times }, () => policy.after(ending, now).wait);

const ending: fc.Arbitrary<Ending> = fc.oneof(
	fc.record({ kind: fc.constant('dropped' as const), lived: fc.integer({ min: 0, max: 86_400_000 }) }),
	fc.constant({ kind: 'renewed' as const }),
	fc.constant({ kind: 'network' as const }),
	fc.constant({ kind: 'http' as const }),
	fc.record({ kind: fc.constant('limited' as const), until: fc.integer({ min: 0, max: 2_000_000 }) }),
	fc.constant({ kind: 'tooMany' as const }),
);

/** Expectations are those of https://docs.x.com/x-api/fundamentals/handling-disconnections. */
describe('the waits before a stream is opened again', () => {
	it('are none after a connection that was up', () => {
		expect(waits(new ReconnectPolicy(), { kind: 'dropped', lived: 60_000 }, 3)).toEqual([0, 0, 0]);
	});

	it('grow by 250 ms up to 16 s where the network fails', () => {
		const taken = waits(new ReconnectPolicy(), { kind: 'network' }, 70);
		expect(taken.slice(0, 4)).toEqual([250, 500, 750, 1000]);
		expect(taken.slice(-7)).toEqual(Array(7).fill(16_000));
	});

	it('begin with 5 s and double up to 320 s for HTTP errors', () => {
		expect(waits(new ReconnectPolicy(), { kind: 'http' }, 9).map((wait) => wait / 1000)).toEqual([
			5, 10, 20, 40, 80, 160, 320, 320, 320,
		]);
	});

	it('begin with a minute and double for 429', () => {
		const taken = waits(new ReconnectPolicy(), { kind: 'limited' }, 4).map((wait) => wait / 1000);
		expect(taken).toEqual([60, 120, 240, 480]);
	});

	it('last until the window starts afresh, where X says when', () => {
		expect(waits(new ReconnectPolicy(), { kind: 'limited', until: 700_000 }, 1)).toEqual([700_000]);
		expect(waits(new ReconnectPolicy(), { kind: 'tooMany' }, 2)).toEqual([60_000, 120_000]);
	});

	it('are short once where this side has just closed a connection that X still counts', () => {
		const policy = new ReconnectPolicy();
		policy.closed(100_000);
		expect(waits(policy, { kind: 'tooMany' }, 2, 101_000)).toEqual([5000, 60_000]);
	});

	it('grow where connections are lost as soon as they are made', () => {
		const taken = waits(new ReconnectPolicy(), { kind: 'dropped', lived: 0 }, 4);
		expect(taken).toEqual([0, 250, 500, 750]);
	});

	it('start anew after a connection that was up, and never leave their bounds', () => {
		fc.assert(
			fc.property(fc.array(ending, { maxLength: 60 }), (endings) => {
				const policy = new ReconnectPolicy();
				let now = 0;
				for (const each of endings) {
					const { wait } = policy.after(each, now);
					expect(wait).toBeGreaterThanOrEqual(0);
					expect(wait).toBeLessThanOrEqual(960_000);
					now += wait + 1000;
				}
				policy.connected();
				expect(waits(policy, { kind: 'network' }, 1)).toEqual([250]);
				expect(waits(policy, { kind: 'http' }, 1)).toEqual([5000]);
			}),
		);
	});

	it('tell somebody once when they cannot grow any more', () => {
		const policy = new ReconnectPolicy();
		const told = Array.from({ length: 20 }, () => policy.after({ kind: 'http' }, 0).isAlarming);
		expect(told.filter(Boolean)).toHaveLength(1);
		expect(told[6]).toBe(true);
	});
});
