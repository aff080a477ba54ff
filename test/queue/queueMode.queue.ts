import { accessToken } from './parts/accessToken';
import { catalogSync } from './parts/catalogSync';
import { killedWorkers } from './parts/killedWrites';
import { mainTriggers } from './parts/mainTriggers';
import { sendAndWait } from './parts/sendAndWait';
import { sharedWebhook } from './parts/sharedWebhook';
import { webhookTrigger } from './parts/webhookTrigger';
import { ONE_CREDENTIAL } from '../../scripts/runtime/oneCredential';
import { describeQueueMode } from './support/stage';
import { CASES, documentedLosses, Table, TRIGGERS } from '../support/outcomes';

/** What a trigger goes through. A cell says how many events were lost and doubled, of how many. */
const COLUMNS = ['two processes', 'duplicate at once', 'duplicate later', 'restart', 'kill -9'];

describeQueueMode('n8n in queue mode', (stage) => {
	const table = new Table(COLUMNS);
	afterAll(() => void process.stdout.write(`\n${table.text()}\n\n`));

	// One part for each kind of work. Those that kill a process start it again, so that each part finds all of them.
	describe('X Webhook Trigger', () => webhookTrigger(stage, table));
	describe('X Webhook Trigger with a shared webhook', () => sharedWebhook(stage));
	describe('Triggers of the main process', () => mainTriggers(stage, table));
	describe('X Catalog', () => catalogSync(stage));
	describe('Workers that are killed', () => killedWorkers(stage));
	describe('Two workers with one access token credential', () => accessToken(stage));
	it.each(ONE_CREDENTIAL)('$name needs one credential, of whichever kind', async ({ run, expected }) => {
		expect(await run(stage())).toEqual(expected);
	});
	describe('X Chat that waits for a person', () => sendAndWait(stage));

	it.each(TRIGGERS)('%s loses and doubles what its documentation says', (trigger) => {
		for (const name of CASES.inQueueMode) {
			const documented = documentedLosses().get(name)?.get(trigger);
			const { lost, doubled, of } = table.cell(trigger, name) ?? {};
			// What two webhook processes double that do not know of each other is different each time.
			const times = trigger === 'X Webhook Trigger' ? '\\d+' : doubled;
			expect(documented).toMatch(new RegExp(`^${lost} lost, ${times} doubled of ${of}$`));
		}
	});
});
