/** n8n calls this file at each of the Poll Times, and for a test in the editor. */
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { nodeKey } from '../shared/memory/keys';
import { remembered } from '../shared/memory/process';
import { storeWhatRunsLeft } from '../shared/memory/workflowMemory';
import { listsOf } from './events/event';
import { PollRun } from './pollRun';
import { isWanted, PollReader, type PolledRows } from './read';
import { readSettings, type PollSettings } from './settings';
import { MINUTE } from '../shared/util/time';

const MARGIN = 10_000;
/** For older versions of n8n, which do not give the time. */
const USUAL_BUDGET = 5 * MINUTE;

const SAMPLE = 5;
const SAMPLE_PAGES = 3;

const inProgress = remembered<number>({ name: 'polls in progress', of: 'node', until: 'they have ended' });

/** Polls X. A manual run shows a sample and remembers nothing. Null means that there is nothing new. */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const settings = readSettings(context);
	const budget = 'getPollBudgetMs' in context ? context.getPollBudgetMs() : USUAL_BUDGET;
	const deadline = Date.now() + Math.max(budget / 2, budget - MARGIN);
	if (context.getMode() === 'manual')
		return output(await sample(settings, new PollReader(context, settings, deadline)));

	const name = nodeKey(context);
	if ((inProgress.get(name) ?? 0) > Date.now()) {
		context.logger.debug('X Trigger: the previous poll is still in progress, this one is skipped');
		return null;
	}
	inProgress.set(name, Date.now() + budget);
	try {
		const { rows, needsStoring } = await new PollRun(context, settings, deadline).run();
		const hasMore = storeWhatRunsLeft(context);
		// Without items nothing runs after the trigger, but n8n stores what it remembers.
		return output(rows) ?? (needsStoring || hasMore ? [[]] : null);
	} finally {
		inProgress.delete(name);
	}
}

const output = (rows: PolledRows): INodeExecutionData[][] | null => {
	const wanted = rows.filter(isWanted);
	return wanted.length === 0 ? null : [wanted.map(({ entity }) => ({ json: entity.json }))];
};

async function sample({ event, emitLast }: PollSettings, reader: PollReader): Promise<PolledRows> {
	await reader.account(undefined);
	const form = await reader.resolve();
	const [first] = (await reader.discover(form)) ?? listsOf(event, form);
	if (!first) return [];
	const size = Math.max(SAMPLE, emitLast);
	const plan = { ...event.cursor.plan(undefined), size };
	let page = await reader.page(first.values, form, plan);
	// The newest entries may all be ones that start nothing, such as own messages.
	for (let pages = 1; pages < SAMPLE_PAGES && page.next !== undefined && !page.rows.some(isWanted); pages++)
		page = await reader.page(first.values, form, { ...plan, token: page.next });
	return page.rows.slice(0, size);
}
