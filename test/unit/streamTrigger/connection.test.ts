/** A connection of a stream: its lines, what they say, X's time, and when it is opened again. */
import { classify } from '../../../nodes/shared/errors';
import { DAY, HOUR, MINUTE } from '../../../nodes/shared/util/time';
import { LineSplitter } from '../../../nodes/XStreamTrigger/stream/lines';
import { endingOfRefusal, readMessage } from '../../../nodes/XStreamTrigger/stream/connection';
import { type Ending, ReconnectPolicy } from '../../../nodes/XStreamTrigger/stream/reconnect';
import { XClock } from '../../../nodes/XStreamTrigger/stream/xClock';
import { growth } from '../../support/effort';
import { fc } from '../../support/properties';

/** Cuts bytes at the given places, which may lie inside of a character. */
function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
	const ends = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
	return [...ends, bytes.length].map((end, index) => bytes.slice(index === 0 ? 0 : ends[index - 1], end));
}

const line = fc.string({ unit: 'binary' }).filter((text) => !/[\r\n\uFEFF]/.test(text));

describe('the lines of a stream', () => {
	it('are the same wherever the bytes are cut, with either line end', () => {
		fc.assert(
			fc.property(
				fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n'))),
				fc.array(fc.nat()),
				(written, places) => {
					const bytes = new TextEncoder().encode(written.map(([text, end]) => text + end).join(''));
					const splitter = new LineSplitter();
					const read = cut(bytes, places).flatMap((chunk) => splitter.push(chunk));
					// What UTF-8 cannot hold (half a surrogate pair) is lost by the encoder, not by the splitter.
					const expected = written.map(([text]) => new TextDecoder().decode(new TextEncoder().encode(text)));
					expect(read).toEqual(expected);
				},
			),
		);
	});

	it('take time in proportion to their length, in however many pieces they come', async () => {
		const piece = new TextEncoder().encode('x'.repeat(20));
		const end = new TextEncoder().encode('\n');
		const read = (pieces: number) => {
			const splitter = new LineSplitter();
			for (let count = 0; count < pieces; count++) splitter.push(piece);
			splitter.push(end);
		};
		expect(await growth(read, 25_000, 30)).toBeLessThan(30);
	});
});

const read = (body: unknown) => readMessage(JSON.stringify(body));
const problem = (more: object) => ({
	title: 'operational-disconnect',
	detail: 'This stream has been disconnected for operational reasons.',
	type: 'https://api.twitter.com/2/problems/operational-disconnect',
	...more,
});

describe('a line of a stream', () => {
	it('is a sign of life when it is empty', () => {
		expect([readMessage(''), readMessage(' ')]).toEqual([{ kind: 'alive' }, { kind: 'alive' }]);
	});

	it('is an event when it has data, whatever errors stand beside it', () => {
		const body = { data: { id: '1' }, errors: [{ title: 'Not Found Error', detail: 'gone' }] };
		expect(read(body)).toEqual({ kind: 'event', body });
	});

	it('keeps 64-bit identifiers exact', () => {
		expect(readMessage('{"data":{"id":1790000000000000001}}')).toEqual({
			kind: 'event',
			body: { data: { id: '1790000000000000001' } },
		});
	});

	const TOO_MANY = problem({
		title: 'ConnectionException',
		connection_issue: 'TooManyConnections',
		type: 'https://api.x.com/2/problems/streaming-connection',
	});
	const CREDITS = { title: 'CreditsDepleted', type: 'https://api.x.com/2/problems/credits' };

	it.each([
		['in errors', { errors: [problem({ disconnect_type: 'OperationalDisconnect' })] }, 'dropped'],
		['bare', problem({ disconnect_type: 'UpstreamOperationalDisconnect' }), 'dropped'],
		['of too many connections', { errors: [TOO_MANY] }, 'tooMany'],
		[
			'of an X that fails inside',
			{ errors: [problem({ disconnect_type: 'InternalError', type: 'about:blank', title: 'x' })] },
			'http',
		],
		[
			'of a rule',
			{ errors: [problem({ disconnect_type: 'InvalidRules' })] },
			'http',
			/^A rule .* is not valid/,
		],
		['of no credit, for good', CREDITS, undefined, /credit/],
	] as Array<[string, object, string | undefined, RegExp?]>)(
		'ends the connection when it holds a problem %s',
		(_form, body, kind, message = /./) => {
			const ending = kind === undefined ? undefined : { kind };
			const failure = { message: expect.stringMatching(message) as string };
			expect(read(body)).toMatchObject({ kind: 'end', ending, failure });
		},
	);

	it('that refuses a connection too many is no limit, which begins anew', () => {
		const headers = { 'x-rate-limit-reset': '99999999999' };
		const refused = classify({ status: 429, body: TOO_MANY, headers });
		expect(endingOfRefusal(refused)).toEqual({ kind: 'tooMany' });
	});

	it('is skipped when it is no JSON', () => {
		expect([readMessage('<html>'), readMessage('[1]'), readMessage('7')]).toEqual(
			Array(3).fill({ kind: 'unreadable' }),
		);
	});
});

describe('a refusal of a stream', () => {
	it.each([
		[401, undefined],
		[402, undefined],
		[403, undefined],
		[400, undefined],
		[404, undefined],
		[409, { kind: 'http' }],
		[429, { kind: 'limited' }],
		[500, { kind: 'http' }],
		[503, { kind: 'http' }],
	])('with status %s is tried again only where that can help', (status, ending) => {
		expect(endingOfRefusal(classify({ status, body: {} }))).toEqual(ending);
	});

	it('of a stream that is being set up, or has no rules, is tried again without the wait of a limit', () => {
		for (const connection_issue of ['ProvisioningSubscription', 'RuleConfigurationIssue']) {
			const type = 'https://api.x.com/2/problems/streaming-connection';
			const body = { title: 'ConnectionException', detail: 'No.', type, connection_issue };
			const headers = { 'x-rate-limit-reset': '99999999999' };
			expect(endingOfRefusal(classify({ status: 429, body, headers }))).toEqual({ kind: 'http' });
		}
	});
});

describe('the time of X', () => {
	const TRUE = Date.UTC(2026, 10, 2);

	it.each([
		['nothing but the machine', { machine: HOUR }, HOUR, HOUR],
		['a date that is a month ahead', { date: 30 * DAY }, 30 * DAY, 0],
		['a machine that is a day ahead', { date: 0, machine: DAY }, 0, 0],
		['a machine that is a day behind', { date: 0, machine: -DAY }, 0, -DAY],
		['a month ahead, and a note from before the restart', { date: 30 * DAY, note: -MINUTE }, 30 * DAY, 0],
		['five minutes ahead, and a Post', { date: 5 * MINUTE, post: 0 }, 0, 0],
		['five minutes behind, and a Post', { date: -5 * MINUTE, post: 0 }, 0, 0],
		['both an hour ahead, and a Post', { date: HOUR, machine: HOUR, post: 0 }, HOUR, 0],
		['both an hour behind, and a Post', { date: -HOUR, machine: -HOUR, post: 0 }, 0, 0],
	] as ReadonlyArray<
		readonly [string, Partial<Record<'date' | 'machine' | 'note' | 'post', number>>, number, number]
	>)('%s', (_name, { date, machine = 0, note, post }, time, earliest) => {
		const clock = new XClock(
			() => TRUE + machine,
			() => 0,
		);
		if (note !== undefined) clock.passed(TRUE + note, Infinity);
		if (date !== undefined) clock.sync(new Date(TRUE + date));
		if (post !== undefined) clock.passed(TRUE + post);
		expect([clock.time() - TRUE, clock.earliest() - TRUE]).toEqual([time, earliest]);
	});
});

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
	it.each<[string, Ending, number[]]>([
		['none after a connection that was up', { kind: 'dropped', lived: 60_000 }, [0, 0, 0]],
		['longer where it is lost as soon as it is made', { kind: 'dropped', lived: 0 }, [0, 250, 500, 750]],
		['5 s and then doubled for HTTP errors', { kind: 'http' }, [5000, 10_000, 20_000, 40_000]],
		['a minute and then doubled for 429', { kind: 'limited' }, [60_000, 120_000, 240_000, 480_000]],
		['as long as the window, where X says when', { kind: 'limited', until: 700_000 }, [700_000]],
		['a minute for too many connections', { kind: 'tooMany' }, [60_000, 120_000]],
	])('are %s', (_name, after, expected) => {
		expect(waits(new ReconnectPolicy(), after, expected.length)).toEqual(expected);
	});

	it('grow by 250 ms up to 16 s where the network fails, and up to 320 s for HTTP errors', () => {
		const taken = waits(new ReconnectPolicy(), { kind: 'network' }, 70);
		expect([taken.slice(0, 4), taken.slice(-7)]).toEqual([[250, 500, 750, 1000], Array(7).fill(16_000)]);
		const refused = waits(new ReconnectPolicy(), { kind: 'http' }, 9);
		expect(refused.slice(-3)).toEqual(Array(3).fill(320_000));
	});

	it('are short once where this side has just closed a connection that X still counts', () => {
		const policy = new ReconnectPolicy();
		policy.closed(100_000);
		expect(waits(policy, { kind: 'tooMany' }, 2, 101_000)).toEqual([5000, 60_000]);
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
