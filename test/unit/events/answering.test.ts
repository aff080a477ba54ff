/** Who is left alone, when a conversation looks like one of two programs, and what a trigger reports of either. */
import type { IPollFunctions } from 'n8n-workflow';
import { chosenAnswering, Gate } from '../../../nodes/shared/events/answering';
import { activityEvent } from '../../../nodes/shared/events/activityEvent';
import { messageInEvent, type IncomingMessage } from '../../../nodes/shared/events/incomingMessage';
import { NodeGate } from '../../../nodes/shared/events/nodeGate';
import { Notices } from '../../../nodes/shared/events/notices';
import { MOST_PEOPLE, OptOuts } from '../../../nodes/shared/events/optOuts';
import { cases } from '../../support/cases';
import { randomFrom } from '../../support/random';

const DAY = 86_400_000;
const MONDAY = Date.UTC(2026, 10, 23);
/** The ID of the first of many people. */
const FIRST = 1_900_000_000_000_000_000n;

const said = (text: string | null, more: Partial<IncomingMessage> = {}): IncomingMessage => ({
	person: '12',
	text,
	conversation: '1',
	at: MONDAY,
	answered: undefined,
	isToAccount: false,
	isForged: false,
	...more,
});

describe('a person who says stop', () => {
	const rules = chosenAnswering({ stopWords: ['STOP', 'leave me alone', '!!'] });

	it.each([
		['stop', 'stop'],
		['@my_bot STOP!', 'stop'],
		['Stop. @my_bot', 'stop'],
		['leave  me\nalone', 'stop'],
		['ＳＴＯＰ', 'stop'],
		['do not stop', undefined],
		['stop it', undefined],
		['nonstop', undefined],
		['start', undefined],
		['?', undefined],
		['', undefined],
		[null, undefined],
		['stop '.repeat(1000), undefined],
		[`stop${'!'.repeat(200)}`, undefined],
	])('%j asks for %j', (text, optOut) => {
		const { isAdmitted, optOut: asked } = new Gate().judge(said(text), rules);
		expect({ isAdmitted, asked }).toEqual({ isAdmitted: optOut === undefined, asked: optOut });
	});

	it('is left alone in every conversation until they take it back, others are not', () => {
		const gate = new Gate();
		gate.judge(said('stop'), rules);
		const admits = (text: string, more?: Partial<IncomingMessage>) =>
			gate.judge(said(text, more), rules).isAdmitted;
		expect(admits('Hello?', { conversation: '2', at: MONDAY + 300 * DAY })).toBe(false);
		expect(admits('Hello', { person: '13' })).toBe(true);
		expect(gate.judge(said('START', { at: MONDAY + 301 * DAY }), rules)).toMatchObject({ optOut: 'start' });
		expect(admits('Hello again', { at: MONDAY + 302 * DAY })).toBe(true);
		expect(admits('START', { at: MONDAY + 303 * DAY })).toBe(true);
	});

	it('comes through with its word where that is asked for', () => {
		const passing = chosenAnswering({ stopWords: ['STOP'], passOnStops: true });
		const gate = new Gate();
		expect(gate.judge(said('stop'), passing)).toMatchObject({ isAdmitted: true, optOut: 'stop' });
		expect(gate.judge(said('Hello?'), passing)).toEqual({ isAdmitted: false });
	});

	it('cannot be silenced by someone else in their name, nor freed', () => {
		const gate = new Gate();
		expect(gate.judge(said('stop', { isForged: true }), rules).optOut).toBeUndefined();
		gate.judge(said('stop'), rules);
		expect(gate.judge(said('start', { isForged: true }), rules)).toEqual({ isAdmitted: false });
	});

	// Capitals: https://www.unicode.org/Public/16.0.0/ucd/SpecialCasing.txt (read on 2026-11-28)
	it.each([
		['STOP', 'Stop 🛑'],
		['STOP', '👨‍👩‍👧 stop ✋🏽 ❤️'],
		['STOP', '`stop`​'],
		['🛑', '🛑'],
		['עצור', 'עצור‏'],
		['İPTAL', 'iptal'],
		['Groß', 'GROSS'],
		['Σταμάτα', 'ΣΤΑΜΑΤΑ'],
		['Arrêt', 'ARRET'],
		['रुको', 'रुको।'],
		['やめて', 'やめて！'],
	])('may write %j as %j', (word, text) => {
		const gate = new Gate();
		const asked = (said_: string) => gate.judge(said(said_), chosenAnswering({ stopWords: [word] })).optOut;
		expect([asked('👍'), asked(`${text} x`), asked(text)]).toEqual([undefined, undefined, 'stop']);
	});

	it('is left alone if that was the last word, in whatever order the words come', () => {
		const gate = new Gate();
		const passing = chosenAnswering({ stopWords: ['STOP'], passOnStops: true });
		const asked = (text: string, at: number) => gate.judge(said(text, { at: MONDAY + at }), passing).optOut;
		expect([asked('stop', 0), asked('stop', 30_900)]).toEqual(['stop', undefined]);
		// Older, and of the same second: what a later page or delivery brings frees no one.
		expect([asked('start', 20_000), asked('start', 30_100)]).toEqual([undefined, undefined]);
		expect(gate.judge(said('Hello?', { at: MONDAY + 31_000 }), rules)).toEqual({ isAdmitted: false });
		expect([asked('start', 60_000), asked('start', 60_000)]).toEqual(['start', 'start']);
		expect(gate.judge(said('stop', { at: MONDAY + 40_000 }), passing)).toEqual({ isAdmitted: false });
		expect(gate.judge(said('Hello?', { at: MONDAY + 61_000 }), rules)).toEqual({ isAdmitted: true });
	});
});

describe('the list of those who said stop', () => {
	it('comes back as it was stored', () => {
		const list = new OptOuts();
		list.note('12', true, MONDAY);
		list.note('1900000000000000001', true, MONDAY);
		list.note('13', true, MONDAY);
		list.note('13', false, MONDAY + 1000);
		const later = new OptOuts();
		expect(later.merge(JSON.parse(JSON.stringify(list.stored)))).toBe(true);
		expect(['12', '1900000000000000001', '13'].map((id) => later.has(id))).toEqual([true, true, false]);
	});

	it.each([7, {}, 'nonsense', '12', '12:1,x'])(
		'says that %j is damaged, and keeps what can be read',
		(stored) => {
			const list = new OptOuts();
			expect(list.merge(stored)).toBe(false);
			expect(list.has('12')).toBe(stored === '12:1,x');
		},
	);

	it('has bounds, and says when one is forgotten', () => {
		const list = new OptOuts();
		const note = (n: number) => list.note(String(FIRST + BigInt(n)), true, MONDAY + n * 1000);
		for (let n = 0; n < MOST_PEOPLE; n++) expect(note(n)).toBe(false);
		expect(list.stored?.length).toBeLessThan(160_000);
		expect(note(0)).toBe(false);
		expect(note(MOST_PEOPLE)).toBe(true);
		expect(list.stored?.split(',')).toHaveLength(MOST_PEOPLE);
	});

	it('is the same as a plain table of the latest requests, however it is written and merged', () => {
		const random = randomFrom(7);
		for (let run = 0; run < cases(20, 500); run++) {
			const lists = [new OptOuts(), new OptOuts()];
			const table = new Map<string, { at: number; isStop: boolean }>();
			for (let step = 0; step < 60; step++) {
				const person = String(1 + Math.floor(random() * 8));
				const at = MONDAY + step * 1000;
				const isStop = random() < 0.5;
				lists[Math.floor(random() * 2)]?.note(person, isStop, at);
				table.set(person, { at, isStop });
				if (random() < 0.2) lists[0]?.merge(lists[1]?.stored);
			}
			lists[0]?.merge(lists[1]?.stored);
			for (const [person, { isStop }] of table) expect(lists[0]?.has(person)).toBe(isStop);
		}
	});
});

describe('rounds', () => {
	const rules = chosenAnswering({ mostRounds: 3 });
	const verdicts = (all: readonly IncomingMessage[], chosen = rules) => {
		const gate = new Gate();
		return all.map((heard) => gate.judge(heard, chosen).isAdmitted);
	};
	const answer = (n: number, more: Partial<IncomingMessage> = {}) =>
		said('Yes', { answered: String(n), at: MONDAY + n, isToAccount: true, ...more });

	it('end after as many as are allowed', () => {
		expect(verdicts([1, 2, 3, 4, 5].map((n) => answer(n)))).toEqual([true, true, true, false, false]);
		const unlimited = chosenAnswering({ mostRounds: 0 });
		expect(
			verdicts(
				[1, 2, 3, 4, 5].map((n) => answer(n)),
				unlimited,
			),
		).not.toContain(false);
	});

	it('of other people and in other conversations are counted apart', () => {
		const all = [1, 2, 3].map((n) => answer(n));
		expect(verdicts([...all, answer(4, { person: '13' }), answer(4, { conversation: '2' })])).not.toContain(
			false,
		);
	});

	it('of one person in all are ten times as many, whatever they write to the account', () => {
		const threads = Array.from({ length: 40 }, (_, n) =>
			said('Hello', { conversation: `${n}`, at: MONDAY + n, isToAccount: true }),
		);
		const admitted = (all: readonly IncomingMessage[]) => verdicts(all).filter(Boolean).length;
		expect(admitted(threads)).toBe(30);
		expect(admitted(threads.map((each) => ({ ...each, conversation: '12-22' })))).toBe(30);
		expect(admitted(threads.map((each) => ({ ...each, isToAccount: false })))).toBe(40);
		expect(admitted(threads.map((each, n) => ({ ...each, person: `${n}` })))).toBe(40);
		expect(new Gate().judge(threads[0]!, rules)).toEqual({ isAdmitted: true });
	});

	it('are not made by a message that comes again, because n8n did not take it', () => {
		const message = said('Hello', { isToAccount: true });
		expect(verdicts(Array.from({ length: 40 }, () => message))).not.toContain(false);
	});

	it('are not made by many answers to one Post, nor by answers to others', () => {
		expect(verdicts(Array.from({ length: 9 }, () => answer(1)))).not.toContain(false);
		expect(verdicts([1, 2, 3, 1, 3].map((n) => answer(n)))).not.toContain(false);
		expect(verdicts(Array.from({ length: 9 }, (_, n) => said('Yes', { at: MONDAY + n })))).not.toContain(
			false,
		);
	});

	it('count for a day, by the time when they were written', () => {
		const backlog = [1, 2, 3, 4, 5].map((n) => answer(n, { at: MONDAY - n * DAY }));
		expect(verdicts(backlog)).not.toContain(false);
		expect(
			verdicts([1, 2, 3].map((n) => answer(n)).concat(answer(4, { at: MONDAY + DAY + 10 }))),
		).not.toContain(false);
	});
});

describe('what is answered', () => {
	const post = (more: object) =>
		messageInEvent(
			activityEvent({
				event_type: 'post.reply.create',
				filter: { user_id: '22' },
				payload: { id: '9', text: 'Yes', author_id: '12', conversation_id: '1', ...more },
			}),
			(id) => id === '22',
		);

	it.each([
		['dm.received', { message_create: { sender_id: '12' } }, true],
		['post.mention.create', { id: '9', text: 'Hello', author_id: '12' }, true],
		['filteredStream', { id: '9', text: 'Hello', author_id: '12' }, false],
		['post.mention.create', { id: '9', text: 'Hello', author_id: '22' }, false],
	])('%s of %j is written to the account: %p', (event_type, payload, isToAccount) => {
		const event = activityEvent({ event_type, filter: { user_id: '22' }, payload });
		const heard = messageInEvent(event, (id) => id === '22');
		expect(heard?.isToAccount ?? false).toBe(isToAccount);
	});

	it('is the Post of the account', () => {
		const referenced_tweets = [{ type: 'replied_to', id: '8' }];
		expect(post({ in_reply_to_user_id: '22', referenced_tweets })).toMatchObject({
			person: '12',
			answered: '8',
		});
		expect(post({ in_reply_to_user_id: '33', referenced_tweets })?.answered).toBeUndefined();
	});

	it('is each time another one where X does not name it', () => {
		expect(post({ in_reply_to_user_id: '22' })?.answered).toBe('9');
		// A Post that begins with a mention names the user as well: it answers nothing.
		expect(post({ in_reply_to_user_id: '22', conversation_id: '9' })?.answered).toBeUndefined();
	});

	it('is nothing in a thread of the account itself', () => {
		expect(post({ in_reply_to_user_id: '22', author_id: '22' })?.answered).toBeUndefined();
	});

	it('is the quoted message of an encrypted conversation', () => {
		const event = activityEvent({ event_type: 'chat.received', filter: { user_id: '22' }, payload: {} });
		const chat = {
			sender_id: '12',
			text: 'Yes',
			conversation_id: '12:22',
			reply_to: { sender_id: '22', message_id: 'm' },
		};
		expect(messageInEvent({ ...event, chat }, (id) => id === '22')).toMatchObject({
			person: '12',
			answered: 'm',
		});
	});
});

/** A trigger node, and the messages of its failed executions. */
function gateOf(node: string, stored: { stopped?: unknown; rounds?: unknown } = {}, mode = 'trigger') {
	const failures: string[] = [];
	const context = {
		getMode: () => mode,
		getWorkflowStaticData: () => ({}),
		getWorkflow: () => ({ id: '1', name: 'Answers' }),
		getNode: () => ({ name: 'X Trigger', type: 'xCoreTrigger' }),
		logger: { warn: () => {} },
		__emitError: ({ message }: Error) => failures.push(message),
	} as unknown as IPollFunctions;
	const notices = new Notices(context, 'X Trigger');
	const rules = chosenAnswering({ stopWords: ['STOP'], mostRounds: 1 });
	return { gate: new NodeGate({ node, rules, notices, stored }), failures };
}

it('a full list is reported once a day, not for each further person', () => {
	const people = Array.from({ length: MOST_PEOPLE }, (_, n) => `${FIRST + BigInt(n)}:1`);
	const { gate, failures } = gateOf('full', { stopped: people.join(',') });
	const stop = (person: string, at: number) => gate.judge(said('stop', { person, at }));
	for (const person of ['12', '13', '14']) stop(person, MONDAY);
	expect(failures).toEqual(['More than 5,000 people asked to be left alone']);
	stop('15', MONDAY + DAY);
	expect(failures).toHaveLength(2);
});

it('two workflows that meet the same loop both report it', () => {
	const failuresOf = (node: string) => {
		const { gate, failures } = gateOf(node);
		for (const answered of ['7', '8', '9']) gate.judge(said('Yes', { answered, isToAccount: true }));
		return failures;
	};
	for (const node of ['one', 'other'])
		expect(failuresOf(node)).toEqual(['User 12 answered once within 24 hours in one conversation']);
});

it('what simultaneous deliveries have noted is in the data that each of them stores', () => {
	const [first, second] = [{}, {}] as { stopped?: string }[];
	const [one, two] = [first, second].map((stored) => gateOf('together', stored).gate);
	one?.judge(said('stop', { person: '12' }));
	two?.judge(said('stop', { person: '13' }));
	two?.keepIn(second ?? {});
	one?.keepIn(first ?? {});
	for (const data of [first, second]) expect(data?.stopped).toMatch(/^12:\d+,13:\d+$/);
});

it('a loop goes on being one in another process, and is stored near its bound only', () => {
	const answer = (gate: NodeGate, n: number, more: Partial<IncomingMessage> = {}) =>
		gate.judge(said('Yes', { answered: `${n}`, isToAccount: true, at: MONDAY + n, ...more })).isAdmitted;
	const before: { rounds?: string } = {};
	const { gate } = gateOf('before a restart', before);
	expect([answer(gate, 1), answer(gate, 2)]).toEqual([true, false]);
	answer(gate, 3, { person: '13', conversation: null });
	gate.keepIn(before);
	expect(before.rounds).toMatch(/^12:1:1:\d+$/);
	const after = gateOf('after a restart', JSON.parse(JSON.stringify(before)) as object);
	expect(answer(after.gate, 4)).toBe(false);
	expect(answer(after.gate, 5, { conversation: '2' })).toBe(true);
	expect(answer(after.gate, 6, { at: MONDAY + 2 * DAY })).toBe(true);
});

it.each([7, 'nonsense', '12:1:x:1', ',,'])('rounds that are stored as %j count for nothing', (rounds) => {
	const { gate, failures } = gateOf(`damaged ${rounds}`, { rounds });
	expect(gate.judge(said('Yes', { answered: '1', isToAccount: true })).isAdmitted).toBe(true);
	expect(failures).toEqual([]);
});

it('a test in the editor admits everyone, and remembers nothing', () => {
	gateOf('tested').gate.judge(said('stop'));
	const { gate, failures } = gateOf('tested', { stopped: 'nonsense' }, 'manual');
	expect(gate.judge(said('Hello'))).toEqual({ isAdmitted: true });
	gate.judge(said('stop', { person: '13' }));
	expect(gateOf('tested').gate.judge(said('Hello', { person: '13' })).isAdmitted).toBe(true);
	expect(failures).toEqual([]);
});
