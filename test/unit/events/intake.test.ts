/** In which order a trigger looks at what it got, and what n8n's log says of what starts nothing. */
import type { IPollFunctions } from 'n8n-workflow';
import { chosenAnswering } from '../../../nodes/shared/events/answering';
import { takeIn } from '../../../nodes/shared/events/intake';
import { LeftOut } from '../../../nodes/shared/events/leftOut';
import { NodeGate } from '../../../nodes/shared/events/nodeGate';
import { Notices } from '../../../nodes/shared/events/notices';

const HOUR = 3_600_000;
const PREFIX = 'X Trigger "T" of workflow "W": ';

/** Takes in events that are named after what is wrong with them. */
function intakeOf(node: string, mode = 'trigger') {
	const lines: string[] = [];
	const log = (line: string) => lines.push(line.replace(PREFIX, ''));
	const context = {
		getMode: () => mode,
		getWorkflowStaticData: () => ({}),
		getWorkflow: () => ({ id: '1', name: 'W' }),
		getNode: () => ({ name: 'T' }),
		logger: { warn: log, info: log },
	} as unknown as IPollFunctions;
	const gate = new NodeGate({
		node,
		rules: chosenAnswering({ stopWords: ['STOP'] }),
		notices: new Notices(context, 'X Trigger'),
		stored: {},
	});
	const seen: string[] = [];
	const asks = (rule: string) => (event: string) => {
		seen.push(`${rule} ${event}`);
		return event.includes(rule);
	};
	const take = async (...events: string[]) =>
		await takeIn(events, {
			name: (event) => event,
			isRepeated: asks('repeated'),
			isNotWanted: asks('unwanted'),
			isOwn: asks('own'),
			open: async (event) =>
				await Promise.resolve(asks('forged')(event) ? new LeftOut('unverified', 'no signature') : event),
			heard: (text) => ({
				person: '12',
				text: text.replace('hello ', ''),
				conversation: '1',
				at: 0,
				answered: undefined,
				isToAccount: false,
				isForged: false,
			}),
			withOptOut: (event) => event,
			gate,
		});
	return { take, lines, seen };
}

it('asks each rule only about what the rules before it have left, in one order', async () => {
	const { take, seen } = intakeOf('order');
	expect(await take('repeated own', 'unwanted own', 'own forged', 'forged', 'hello')).toEqual(['hello']);
	expect(seen.filter((each) => !each.endsWith(' hello'))).toEqual([
		'repeated repeated own',
		'repeated unwanted own',
		'repeated own forged',
		'repeated forged',
		'unwanted unwanted own',
		'unwanted own forged',
		'unwanted forged',
		'own own forged',
		'own forged',
		'forged forged',
	]);
});

it('says of each reason once an hour why something starts nothing, and how much since', async () => {
	const now = jest.spyOn(Date, 'now').mockReturnValue(HOUR);
	const { take, lines } = intakeOf('hourly');
	await take('own 1', 'own 2', 'forged 3', 'hello');
	await take('own 4');
	now.mockReturnValue(2 * HOUR);
	await take('own 5', 'stop', 'hello');
	now.mockRestore();
	expect(lines).toEqual([
		expect.stringMatching(/^left out own 1: an account that the workflow writes as has written it/),
		'left out forged 3: it is not verified: no signature',
		expect.stringMatching(/^left out own 5: .* \(and 2 more since the last line\)$/),
		'user 12 wrote a stop word, and is left alone from now on',
		'left out stop: it is a stop or start word',
		'left out hello: its writer asked to be left alone',
	]);
});

it('says it each time in a test, for a person waits there', async () => {
	const { take, lines } = intakeOf('tested', 'manual');
	await take('own 1', 'own 2');
	expect(lines).toHaveLength(2);
});
