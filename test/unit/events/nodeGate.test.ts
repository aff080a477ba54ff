/** What a trigger reports of people who want no answer, and of loops. */
import type { IPollFunctions } from 'n8n-workflow';
import { chosenAnswering } from '../../../nodes/shared/events/answering';
import type { IncomingMessage } from '../../../nodes/shared/events/incomingMessage';
import { NodeGate } from '../../../nodes/shared/events/nodeGate';
import { Notices } from '../../../nodes/shared/events/notices';
import { MOST_PEOPLE } from '../../../nodes/shared/events/optOuts';

const DAY = 86_400_000;
const MONDAY = Date.UTC(2026, 10, 23);
const FIRST = 1_900_000_000_000_000_000n;

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

const said = (text: string, more: Partial<IncomingMessage> = {}): IncomingMessage => ({
	person: '12',
	text,
	conversation: '1',
	at: MONDAY,
	answered: undefined,
	isToAccount: false,
	isForged: false,
	...more,
});

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
