/** One poll: reads what is new in each list of the event, and keeps how far each has been read. */
import { uniqBy } from 'lodash';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { failureOf } from '../shared/errors';
import { Notices } from '../shared/events/notices';
import type { Values } from '../shared/operation/operation';
import { messageOf } from '../shared/util/messageOf';
import type { PageRequest, ListPage, ListRow } from './cursor/cursor';
import { runTick, type Tick } from './cursor/tick';
import { listsOf, type FoundList } from './events/event';
import { keep, recall, type PollMemory } from './memory';
import { ReadBudget } from './readBudget';
import type { PolledRows, PolledEntry, PollReader } from './read';
import { digestOf, type PollSettings } from './settings';

/** Lists that look unchanged are still read at every tenth poll. */
const REREAD = 10;

/** A list of the event, with the name under which it is remembered. */
interface NamedList extends FoundList {
	readonly key: string;
}

export class PollRun {
	private readonly data: IDataObject;
	private readonly memory: PollMemory;
	private readonly budget: ReadBudget;
	private readonly notices: Notices;
	private readonly states: Record<string, object> = {};
	private readonly versions: Record<string, string>;
	private readonly found: ListRow<PolledEntry>[] = [];
	private hasAsked = false;
	private isFirstOfList = false;
	private isLost = false;
	private error: unknown;

	/** @param deadline When this poll must end, in milliseconds since 1970. */
	constructor(
		private readonly context: IPollFunctions,
		private readonly settings: PollSettings,
		private readonly reader: PollReader,
		private readonly deadline: number,
	) {
		this.data = context.getWorkflowStaticData('node');
		this.memory = recall(this.data, settings.digest);
		this.versions = { ...this.memory.versions };
		this.budget = new ReadBudget(settings, this.memory.spending);
		this.notices = new Notices(context, 'X Trigger');
	}

	/**
	 * Reads what is new since the previous poll, and remembers it.
	 *
	 * @param resolve Looks up the users that the form names. Its result is remembered.
	 */
	async run(resolve: () => Promise<Values>): Promise<PolledRows> {
		const form = this.memory.form ?? (await resolve());
		const turn = await this.readLists(await this.lists(form), form);
		const isNewlyOver = this.budget.isNewlyOver();
		const { states, versions, found } = this;
		const next: PollMemory = {
			...this.memory,
			form,
			turn,
			lists: { ...this.memory.lists, ...states },
			...(Object.keys(versions).length > 0 && { versions }),
			spending: this.budget.spending,
		};
		// Another poll was faster and has kept its result, so this one emits nothing.
		if (!keep(this.data, next)) return [];
		// In its durable mode, n8n stores nothing of a poll on publishing that emits no items. The next poll would
		// then be the first one again, and everything until then would be lost.
		if (this.isFirstOfAll || this.isFirstOfList) await this.context.__commitCursor?.();
		if (this.isLost) this.notices.report(this.notices.problem(LOST, LOST_ADVICE));
		if (isNewlyOver) this.budget.report(this.notices);
		if (this.error !== undefined) this.handleError();
		return found;
	}

	private get isFirstOfAll(): boolean {
		return this.memory.form === undefined;
	}

	/** The lists that the form names or that X has, each once. */
	private async lists(form: Values): Promise<readonly NamedList[]> {
		const { event } = this.settings;
		if (!this.budget.allowsLooking(event.discovered)) return [];
		const now = Date.now();
		const found = await this.reader.discover(form);
		if (found) this.budget.countLists(found, now);
		const lists = (found ?? listsOf(event, form)).map((list) => ({ ...list, key: digestOf(list.values) }));
		return uniqBy(lists, 'key');
	}

	/**
	 * Reads the lists in turn until one fails, because there may not be time for all.
	 *
	 * @returns Which list comes first in the next poll.
	 */
	private async readLists(lists: readonly NamedList[], form: Values): Promise<number> {
		const start = this.memory.turn % Math.max(1, lists.length);
		const inTurn = [...lists.slice(start), ...lists.slice(0, start)];
		let done = 0;
		for (const list of inTurn) {
			if (done > 0 && Date.now() >= this.deadline) break;
			if (!this.isUnchanged(list)) await this.readList(list, form);
			done++;
			if (this.error !== undefined) break;
		}
		return (start + done) % Math.max(1, lists.length);
	}

	private isUnchanged({ key, version }: NamedList): boolean {
		return version !== undefined && version === this.versions[key] && this.memory.revision % REREAD !== 0;
	}

	/**
	 * Reads what is new in a list. The first poll emits only as many entries as the form asks for, and remembers the
	 * rest.
	 */
	private async readList(list: NamedList, form: Values): Promise<void> {
		const { event, emitLast } = this.settings;
		const before = this.memory.lists[list.key] ?? (this.isFirstOfAll ? undefined : event.empty);
		let first: ListPage<PolledEntry> | undefined;
		const ask = async (asked: PageRequest) => {
			const page = await this.ask(list.values, form, asked);
			first ??= page;
			return page;
		};
		const tick = await runTick(event.cursor, before, ask, this.reader.placeIn);
		this.remember(list, tick);
		const emitted = before ? tick.fresh : (first?.rows ?? []).slice(0, emitLast);
		this.found.push(...[...emitted].reverse());
		this.isFirstOfList ||= before === undefined;
		this.isLost ||= tick.isLost;
		this.error = tick.error;
	}

	private remember({ key, version }: NamedList, { state, error }: Tick<object, PolledEntry>): void {
		if (!state) return;
		this.states[key] = state;
		const isRead = error === undefined && !this.settings.event.cursor.isUnfinished(state);
		if (isRead && version !== undefined) this.versions[key] = version;
	}

	/** Requests a page if time and money allow it. There is always time for the first one. */
	private async ask(
		values: Values,
		form: Values,
		ask: PageRequest,
	): Promise<ListPage<PolledEntry> | undefined> {
		const now = Date.now();
		if (this.hasAsked && now >= this.deadline) return undefined;
		const size = this.budget.sizeWithin(ask.size, now);
		if (size === undefined) return undefined;
		const page = await this.reader.page(values, form, { ...ask, size });
		this.hasAsked = true;
		// Counted for the time of the request: one that crosses midnight belongs to the day before.
		this.budget.countPage(page, now);
		return page;
	}

	/** The poll fails only if nothing was found before the error. A used-up rate limit only delays it. */
	private handleError(): void {
		const { error, found } = this;
		if (found.length === 0 && failureOf(error)?.kind !== 'rateLimit') throw error;
		this.notices.log(`the next poll goes on: ${messageOf(error)}`);
	}
}

const LOST = 'X no longer reaches back to where the last poll ended';
const LOST_ADVICE =
	'The trigger goes on with what X still has. Posts from before that, after the last poll, are lost: poll more often than X forgets, which is after seven days for searches.';
