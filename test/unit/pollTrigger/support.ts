/** A node that polls: its state is stored as JSON, now and then, and a poll may see an older one. */
import type { PageRequest, Cursor, ListPage } from '../../../nodes/XCoreTrigger/cursor/cursor';
import { runTick } from '../../../nodes/XCoreTrigger/cursor/tick';
import { keep, recall } from '../../../nodes/XCoreTrigger/memory';
import type { IDataObject } from 'n8n-workflow';
import { fc } from '../../support/properties';
import { refusalOf } from './model';

type Source = (ask: PageRequest) => Promise<ListPage<string>>;

const copy = (data: IDataObject) => JSON.parse(JSON.stringify(data)) as IDataObject;

/** What n8n does with a polling node: static data in memory, stored when something is emitted. */
export class Poller<S extends object> {
	readonly emitted: string[] = [];
	/** In the process. */
	data: IDataObject = {};
	/** In the database. */
	stored: IDataObject = {};
	errors = 0;
	lost = 0;
	unsure = 0;
	largestState = 0;
	/** The most that one poll has passed on. */
	mostPassedOn = 0;
	/** After how many answers of the next poll one has nothing, although the list has something; not in polls in a row. */
	private odd: number | undefined;
	private wasOdd: number | undefined;

	constructor(
		private readonly cursor: Cursor<S>,
		private readonly source: Source,
	) {}

	/** The first poll, after which n8n stores. */
	async activate(pages = Infinity): Promise<void> {
		await this.poll(pages);
		this.stored = copy(this.data);
	}

	async poll(pages = Infinity, failAt = Infinity): Promise<void> {
		this.wasOdd = this.odd;
		await (
			await this.begin(pages, failAt)
		)();
	}

	/** Reads what there is; the result is what hands it over, later or never. */
	async begin(pages = Infinity, failAt = Infinity): Promise<() => Promise<void>> {
		const { data } = this;
		const { memory } = recall(copy(data), 'digest', this.cursor.shape);
		let left = pages;
		let asked = 0;
		const tick = await runTick(
			this.cursor,
			memory.lists.list as S | undefined,
			async (ask) => {
				if (asked++ >= failAt) throw new Error('a fault');
				if (left-- <= 0) return undefined;
				const page = await this.source(ask);
				if (this.odd === undefined || this.odd-- > 0) return page;
				this.odd = undefined;
				return { ...page, rows: [], next: undefined };
			},
			refusalOf,
		);
		return () => {
			if (tick.error !== undefined) this.errors++;
			if (tick.isLost) this.lost++;
			this.unsure += tick.unsure;
			const lists = tick.state ? { list: tick.state } : {};
			// A process that was ended hands over nothing.
			if (this.data !== data || !keep(data, { ...memory, lists })) return Promise.resolve();
			this.largestState = Math.max(this.largestState, JSON.stringify(data).length);
			this.emitted.push(...tick.fresh.map(({ entity }) => entity).reverse());
			this.mostPassedOn = Math.max(this.mostPassedOn, tick.fresh.length);
			if (tick.fresh.length > 0) this.stored = copy(data);
			return Promise.resolve();
		};
	}

	/** n8n ends and starts again: it has what it stored, and polls at once. */
	async restart(): Promise<void> {
		this.data = copy(this.stored);
		await this.poll();
		this.stored = copy(this.data);
	}

	/**
	 * Something goes wrong.
	 *
	 * @param pages How many pages the later one of two overlapping polls may read.
	 */
	async suffer(mishap: Mishap, list: PolledList, pages = 2): Promise<void> {
		switch (mishap.kind) {
			case 'fault':
				return await this.poll(Infinity, mishap.after);
			case 'overlap': {
				const first = await this.begin();
				list.add();
				const second = await this.begin(pages);
				for (const end of mishap.reversed ? [second, first] : [first, second]) await end();
				return;
			}
			case 'again':
				// The first time its result is lost: the durable mode polls again from the same state.
				await this.begin();
				return await this.poll();
			case 'restart':
				return await this.restart();
			case 'nothing':
				if (this.wasOdd === undefined) this.odd = mishap.after;
				return await this.poll();
			case 'oldTokens':
				list.expireTokens();
		}
	}
}

/** What a mishap does to the list itself. */
interface PolledList {
	add(): unknown;
	expireTokens(): void;
}

/** One of the things that may happen, for `fc.oneof`. */
export const happening = <K extends string, D extends object = object>(
	weight: number,
	kind: K,
	details = {} as { [Name in keyof D]: fc.Arbitrary<D[Name]> },
) => ({ weight, arbitrary: fc.record({ ...details }).map((one) => ({ kind, ...one })) });

/** What may happen to polls of any list. */
export const mishaps = [
	happening(1, 'fault', { after: fc.nat(2) }),
	happening(1, 'overlap', { reversed: fc.boolean() }),
	happening(1, 'again'),
	happening(1, 'restart'),
	happening(1, 'nothing', { after: fc.nat(2) }),
	happening(1, 'oldTokens'),
] as const;

type Mishap = (typeof mishaps)[number]['arbitrary'] extends fc.Arbitrary<infer T> ? T : never;
