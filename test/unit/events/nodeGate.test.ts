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
function gateOf(node: string, stored: { stopped?: unknown } = {}, mode = 'trigger') {
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
		for (const answered of ['7', '8', '9']) gate.judge(said('Yes', { answered }));
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

it('a test in the editor admits everyone, and remembers nothing', () => {
	gateOf('tested').gate.judge(said('stop'));
	const { gate, failures } = gateOf('tested', { stopped: 'nonsense' }, 'manual');
	expect(gate.judge(said('Hello'))).toEqual({ isAdmitted: true });
	gate.judge(said('stop', { person: '13' }));
	expect(gateOf('tested').gate.judge(said('Hello', { person: '13' })).isAdmitted).toBe(true);
	expect(failures).toEqual([]);
});
