/** This file reads what is new in an event's lists, and changes nothing: the end of a poll decides what it keeps. */
import { sumBy, uniqBy } from 'lodash';
import { digestOf } from '../shared/events/eventDigests';
import type { Values } from '../shared/operation/operation';
import type { ListPage, ListRow, PageRequest } from './cursor/cursor';
import { runTick } from './cursor/tick';
import { listsOf, type FoundList } from './events/event';
import type { PollMemory } from './memory';
import { isWanted, type PolledEntry, type PollReader } from './read';
import type { PollSettings } from './settings';

/** Lists that look unchanged are still read at every tenth poll. */
const REREAD = 10;
const MOST_PAGES = 5;

/** What was read of all lists together. */
export type Reading = Awaited<ReturnType<typeof readLists>>;

interface ListsAccess {
	readonly settings: PollSettings;
	readonly reader: PollReader;
	readonly memory: PollMemory;
	readonly form: Values;
	readonly emitLast: number;
	/** The time at which the poll must end, in milliseconds since 1970. */
	readonly deadline: number;
}

interface NamedList extends FoundList {
	readonly key: string;
}

/** Reads the lists in turn until one fails. There may not be time for all, so each poll begins with another one. */
export async function readLists(access: ListsAccess) {
	const { memory, deadline } = access;
	const lists = await namedLists(access);
	const count = Math.max(1, lists.length);
	const start = memory.turn % count;
	const readings: Array<Awaited<ReturnType<typeof readList>>> = [];
	let done = 0;
	for (const list of [...lists.slice(start), ...lists.slice(0, start)]) {
		if (readings.at(-1)?.error !== undefined || (done > 0 && Date.now() >= deadline)) break;
		const isOld = list.version !== undefined && list.version === memory.versions?.[list.key];
		if (!isOld || memory.revision % REREAD === 0) readings.push(await readList(access, list));
		done++;
	}
	const isOne = (name: 'isFirst' | 'isLost' | 'isFull' | 'isUnfinished') =>
		readings.some((each) => each[name]);
	return {
		found: readings.flatMap(({ found }) => found),
		states: Object.fromEntries(readings.flatMap(({ key, state }) => (state ? [[key, state]] : []))),
		versions: Object.fromEntries(
			readings.flatMap(({ key, read }) => (read === undefined ? [] : [[key, read]])),
		),
		/** The time of X's first answer, by the clock that is behind. */
		at: readings.find(({ at }) => at !== undefined)?.at,
		isFirst: isOne('isFirst'),
		isLost: isOne('isLost'),
		lostSpan: readings.find(({ lostSpan }) => lostSpan)?.lostSpan,
		isFull: isOne('isFull'),
		isUnfinished: isOne('isUnfinished'),
		unsure: sumBy(readings, 'unsure'),
		error: readings.at(-1)?.error,
		turn: (start + done) % count,
	};
}

async function namedLists({ settings, reader, form }: ListsAccess): Promise<readonly NamedList[]> {
	const found = (await reader.discover(form)) ?? listsOf(settings.event, form);
	return uniqBy(
		found.map((list) => ({ ...list, key: digestOf(JSON.stringify(list.values)) })),
		'key',
	);
}

/** Reads what is new in a list. The first poll emits as many entries as the form asks for, and remembers the rest. */
async function readList(access: ListsAccess, { key, version, values }: NamedList) {
	const { settings, reader, memory, form, deadline } = access;
	const { cursor, empty } = settings.event;
	const before = memory.lists[key] ?? (memory.form === undefined ? undefined : empty);
	let first: ListPage<PolledEntry> | undefined;
	const ask = async (asked: PageRequest) => {
		// There is always time for the first page.
		if (first && Date.now() >= deadline) return undefined;
		const page = await reader.page(values, form, asked);
		first ??= page;
		return page;
	};
	const { state, fresh, error, ...tick } = await runTick(cursor, before, ask, reader.placeIn);
	const found = before ? fresh : await latest(first, ask, access.emitLast);
	const isUnfinished = state !== undefined && cursor.isUnfinished(state);
	return {
		...tick,
		key,
		state,
		error,
		isUnfinished,
		found: [...found].reverse(),
		/** The version up to which all of it was read. */
		read: state !== undefined && error === undefined && !isUnfinished ? version : undefined,
		// The stored time must not lie in the future.
		at: first?.at && Math.min(first.at, first.arrivedAt ?? Infinity),
		isFirst: before === undefined,
	};
}

/** Returns as many entries of a new list as Emit Last asks for. What is older does not come again. */
async function latest(
	first: ListPage<PolledEntry> | undefined,
	ask: (asked: PageRequest) => Promise<ListPage<PolledEntry> | undefined>,
	most: number,
): Promise<ReadonlyArray<ListRow<PolledEntry>>> {
	const rows = [...(first?.rows ?? [])].filter(isWanted);
	let token = first?.next;
	for (let pages = 1; rows.length < most && token !== undefined && pages < MOST_PAGES; pages++) {
		const page = await ask({ size: most - rows.length, token });
		rows.push(...(page?.rows ?? []).filter(isWanted));
		token = page?.next;
	}
	return rows.slice(0, most);
}
