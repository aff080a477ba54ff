/**
 * What gets lost and what runs twice in one process of n8n. `npm run test:queue` measures the rest.
 *
 * @jest-environment ./test/support/environment.ts
 */
import {
	CASES,
	cell,
	documentedLosses,
	Table,
	TRIGGERS,
	type Judge,
	type Trigger,
} from '../../support/outcomes';
import { pollTrigger } from './pollTrigger';
import { streamTrigger } from './streamTrigger';
import { webhookTrigger } from './webhookTrigger';

const table = new Table(TRIGGERS);
afterAll(() => void process.stdout.write(`\n${table.text()}\n\n`));

const judgeOf =
	(trigger: Trigger): Judge =>
	(name, outcome) => {
		table.enter(name, trigger, outcome);
		expect(outcome).toMatchObject({ lost: 0, doubled: 0 });
		expect(documentedLosses().get(name)?.get(trigger)).toBe(cell(outcome));
	};

describe('X Webhook Trigger', () => webhookTrigger(judgeOf('X Webhook Trigger')));
describe('X Trigger', () => pollTrigger(judgeOf('X Trigger')));
describe('X Stream Trigger', () => streamTrigger(judgeOf('X Stream Trigger')));

it.each(CASES.inOneProcess)('measures "%s" for each trigger', (name) => {
	expect(TRIGGERS.filter((trigger) => table.cell(name, trigger) === undefined)).toEqual([]);
});
