/** One poll: asks each list of the event for what is new, keeps the cursors, and hands over what it found. */
import { get } from 'lodash';
import {
	NodeOperationError,
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
} from 'n8n-workflow';
import { findOwnId, userIdFinder } from '../shared/engine/execution';
import type { Values } from '../shared/operation/operation';
import { DailyBudget } from '../shared/util/dailyBudget';
import { asMoney } from '../shared/util/money';
import type { Ask, Page, Row } from './cursor/cursor';
import { runTick } from './cursor/tick';
import type { FoundList } from './events/event';
import { keep, recall, type Memory } from './memory';
import { priceOf } from './prices';
import { Reader, type Entry } from './read';
import { digestOf, readSettings, resolveForm, type Settings } from './settings';

/** Left of the time that n8n gives, for a request that is under way. */
const MARGIN = 10_000;
/** Of older versions of n8n, which do not say. */
const USUAL_BUDGET = 5 * 60_000;

const SAMPLE = 5;

/** Lists that look unchanged are read all the same at every tenth poll. */
const REREAD = 10;

type Entries = Row<Entry>[];

/** The polls that are under way, with the moment from which on they no longer hold up others. */
const underWay = new Map<string, number>();

/**
 * Polls X. A manual run shows a sample and remembers nothing.
 *
 * @returns What is new, oldest first; null where nothing is.
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const settings = readSettings(context);
	const budget = 'getPollBudgetMs' in context ? context.getPollBudgetMs() : USUAL_BUDGET;
	const deadline = Date.now() + Math.max(budget / 2, budget - MARGIN);
	const reader = new Reader(context, settings, deadline);
	if (context.getMode() === 'manual') return output(await sample(context, settings, reader));

	const name = `${context.getWorkflow().id ?? ''}:${context.getNode().id}`;
	if ((underWay.get(name) ?? 0) > Date.now()) {
		context.logger.debug('X Trigger: the previous poll is still in progress, this one is skipped');
		return null;
	}
	underWay.set(name, Date.now() + budget);
	try {
		return output(await new Poll(context, settings, reader, deadline).run());
	} finally {
		underWay.delete(name);
	}
}

/** Oldest first, as they happened. */
const output = (rows: Entries): INodeExecutionData[][] | null => {
	const wanted = rows.filter(({ entity }) => entity.isWanted);
	return wanted.length === 0 ? null : [wanted.map(({ entity }) => ({ json: entity.json }))];
};

async function resolved(context: IPollFunctions, settings: Settings, reader: Reader): Promise<Values> {
	// The advertising API knows no users.
	const api = await reader.api('baseUrl');
	return await resolveForm(settings, {
		api,
		ownUserId: () => findOwnId(context, api),
		userId: userIdFinder(context, api),
	});
}

/** A few entries of the list, newest first. */
async function sample(context: IPollFunctions, settings: Settings, reader: Reader): Promise<Entries> {
	const form = await resolved(context, settings, reader);
	const { event } = settings;
	const found = await event.discover?.(reader.tools(await reader.api()), form);
	const [values] = found ? found.map((each) => each.values) : event.lists(form);
	if (!values) return [];
	const asked = settings.event.cursor.plan(undefined);
	const { rows } = await reader.page(values, form, { ...asked, size: Math.max(SAMPLE, settings.emitLast) });
	return rows.slice(0, Math.max(SAMPLE, settings.emitLast));
}

class Poll {
	private budget: DailyBudget | undefined;
	private isOverCost = false;

	constructor(
		private readonly context: IPollFunctions,
		private readonly settings: Settings,
		private readonly reader: Reader,
		private readonly deadline: number,
	) {}

	async run(): Promise<Entries> {
		const { event, digest, maxCost } = this.settings;
		const data: IDataObject = this.context.getWorkflowStaticData('node');
		const memory = recall(data, digest);
		this.budget = maxCost === undefined ? undefined : new DailyBudget(maxCost, memory.spending);
		const form = memory.form ?? (await resolved(this.context, this.settings, this.reader));

		const lists = await this.listsOf(form);
		const states: Record<string, object> = {};
		const versions: Record<string, string> = { ...memory.versions };
		const found: Entries = [];
		let error: unknown;
		let isLost = false;
		let isFirstPoll = memory.form === undefined;
		let turn = memory.turn % Math.max(1, lists.length);
		for (let count = 0; count < lists.length && error === undefined; count++) {
			const { values = {}, version } = lists[turn] ?? {};
			const key = digestOf(values);
			const isFirstOfAll = memory.form === undefined;
			const before = memory.lists[key] ?? (isFirstOfAll ? undefined : event.empty);
			if (count > 0 && Date.now() >= this.deadline) break;
			if (version !== undefined && version === versions[key] && memory.revision % REREAD !== 0) {
				turn = (turn + 1) % lists.length;
				continue;
			}
			let first: Page<Entry> | undefined;
			const tick = await runTick(
				event.cursor,
				before,
				async (ask) => {
					const page = await this.ask(values, form, ask, first === undefined && count === 0);
					first ??= page;
					return page;
				},
				this.reader.placeIn,
			);
			if (tick.state) states[key] = tick.state;
			const isRead = tick.state && tick.error === undefined && !event.cursor.isUnfinished(tick.state);
			if (isRead && version !== undefined) versions[key] = version;
			isFirstPoll ||= before === undefined;
			// The first poll remembers; it emits only what it is told to.
			const emitted = before ? tick.fresh : (first?.rows ?? []).slice(0, this.settings.emitLast);
			found.push(...[...emitted].reverse());
			({ error } = tick);
			isLost ||= tick.isLost;
			turn = (turn + 1) % lists.length;
		}
		const isNewlyOver = this.isOverCost && this.budget?.isFirstTold(Date.now());
		const next: Memory = {
			...memory,
			form,
			turn,
			lists: { ...memory.lists, ...states },
			...(Object.keys(versions).length > 0 && { versions }),
			spending: this.budget?.spending,
		};
		// Another poll was faster: what it kept says what is still to come.
		if (!keep(data, next)) return [];
		// In its durable mode n8n stores nothing of a poll at the activation that emits nothing: the next poll would be
		// the first one again, and what happens until then would be lost.
		if (isFirstPoll) await this.context.__commitCursor?.();
		if (isLost) this.tell(LOST, LOST_ADVICE);
		if (isNewlyOver && this.budget)
			this.tell(
				`The reads of today cost ${asMoney(this.budget.spentToday(Date.now()))}: nothing more is read until 00:00 UTC`,
				`Max Cost per Day is ${asMoney(this.budget.most)}. What happens meanwhile is found then, as far back as X reaches.`,
			);
		if (error !== undefined) this.handle(error, found.length > 0);
		return found;
	}

	/** The lists that the form says, or those that there are. */
	private async listsOf(form: Values): Promise<readonly FoundList[]> {
		const { event } = this.settings;
		const { discovered = 0 } = event;
		const { usd } = priceOf(event);
		const now = Date.now();
		if ((this.budget?.room(usd, now) ?? Infinity) < discovered) {
			this.isOverCost = true;
			return [];
		}
		const found = await event.discover?.(this.reader.tools(await this.reader.api()), form);
		const keys = found?.map(({ values }) => digestOf(values).slice(0, 8)) ?? [];
		this.budget?.spendOnce(usd, keys, now);
		return found ?? event.lists(form).map((values) => ({ values }));
	}

	/** Asks for a page, where time and money suffice; the first one is asked for in any case. */
	private async ask(
		values: Values,
		form: Values,
		ask: Ask,
		isFirst: boolean,
	): Promise<Page<Entry> | undefined> {
		if (!isFirst && Date.now() >= this.deadline) return undefined;
		const { event } = this.settings;
		const { usd, unit, joined } = priceOf(event);
		const now = Date.now();
		const room = this.budget?.room(unit === 'request' ? usd : usd + joined, now) ?? Infinity;
		const size = unit === 'request' && room > 0 ? ask.size : Math.min(ask.size, room);
		if (size < Math.min(ask.size, event.list.paging?.min ?? 1)) {
			this.isOverCost = true;
			return undefined;
		}
		const page = await this.reader.page(values, form, { ...ask, size });
		// By the time of the request: what crosses midnight counts for the day before.
		const keyOf = (id: string) => digestOf(id).slice(0, 8);
		if (unit === 'request') this.budget?.spend(usd, now);
		else {
			const entities = page.rows.map(({ id }) => keyOf(id));
			this.budget?.spendOnce(usd, entities, now);
			this.budget?.spendOnce(joined, page.users.map(keyOf), now);
		}
		return page;
	}

	/** An error is an error of the poll where nothing came before it; a used-up rate limit only takes time. */
	private handle(error: unknown, hasFound: boolean): void {
		const message = error instanceof Error ? error.message : String(error);
		if (!hasFound && get(error, 'context.data.kind') !== 'rateLimit') throw error;
		this.context.logger.warn(`X Trigger "${this.context.getNode().name}": the next poll goes on: ${message}`);
	}

	/** Says something once, as a failed execution: a trigger has no other place for it. The workflow stays active. */
	private tell(message: string, description: string): void {
		this.context.logger.warn(`X Trigger "${this.context.getNode().name}": ${message}`);
		this.context.__emitError(new NodeOperationError(this.context.getNode(), message, { description }));
	}
}

const LOST = 'X no longer reaches back to where the last poll ended';
const LOST_ADVICE =
	'The trigger goes on with what X still has. Posts from before that, after the last poll, are lost: poll more often than X forgets, which is after seven days for searches.';
