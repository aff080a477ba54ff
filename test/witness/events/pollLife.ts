/** The life of a published workflow with X Trigger, and what its polls must have started. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { PollHost } from '../../support/host/pollTrigger';
import { host } from '../../support';
import { Bill } from './bill';
import type { ListShape } from './lists';
import { credentialsOf, N8n, TRIGGER } from './n8n';
import { madeAt, type Entry } from './posts';
import { PolledX } from './polledX';
import { MINUTE, START, Time } from './time';

/** What a failed execution says as data. */
export interface Report {
	readonly kind: string;
	readonly from?: string | null;
	readonly to?: string | null;
}

interface Poll {
	/** The account that asked. */
	readonly reader: string;
	readonly start: number;
	readonly end: number;
	/** Not failed, not broken off, and X gave all that was asked for. */
	readonly isComplete: boolean;
	/** When the oldest entry was made that the list had at the end. */
	readonly oldest: number;
}

/** What the first poll reads at most, as the form says. */
const FIRST = 100;

export interface LifeOptions {
	readonly options?: IDataObject;
	/** Other parameters of the form. */
	readonly form?: IDataObject;
	/** The n8n in which another workflow of the same credential lives. */
	readonly beside?: PollLife;
}

export class PollLife {
	readonly polls: Poll[] = [];
	readonly errors: string[] = [];
	/** Failed polls in which X did not fail. */
	readonly unexplained: string[] = [];
	/** What those of them say that are no failed poll. */
	readonly reports: Report[] = [];
	/** How often n8n has started, publishing included. */
	starts = 0;
	/** Why publishing failed. */
	readonly refusals: string[] = [];
	/** The first versions of what started a run, in that order. */
	readonly emitted: string[] = [];
	/** From when on what is new starts a run. */
	published = Infinity;
	/** What the list had when the workflow was published. */
	private readonly old = new Set<string>();
	/** Of these, what the first poll did not read, and what comes back to the top later: no one can know it. */
	private readonly deep = new Set<string>();
	/** From when on what is new is required, if that was forgotten since. */
	private since = 0;
	private readonly n8n: N8n;
	private opened: PollHost | undefined;
	private stored: IDataObject = {};
	private taken = { executions: 0, errors: 0 };
	private readonly least = new Bill();
	private first = 0;
	private readonly known = new Set<string>();
	private readonly firsts: ReadonlyMap<string, string>;

	constructor(
		private readonly time: Time,
		readonly x: PolledX,
		readonly entries: readonly Entry[],
		private readonly settings: LifeOptions = {},
	) {
		this.n8n = settings.beside?.n8n ?? new N8n(time, async (request) => await this.x.answer(request));
		this.firsts = new Map(entries.map(({ id, first }) => [id, first]));
	}

	/** Publishes the workflow: its first poll starts nothing. */
	async publish(): Promise<void> {
		await this.start('activate');
		this.published = this.time.now;
		for (const { first } of this.x.visible()) this.old.add(first);
		const back = new Set(this.entries.flatMap(({ stay, first }) => (stay === undefined ? [] : [first])));
		for (const { first } of this.x.visible().slice(FIRST)) if (back.has(first)) this.deep.add(first);
		for (const { id } of this.x.visible()) this.known.add(id);
		this.first = this.x.bill.dollars;
	}

	/** Starts n8n, with what it has stored; again each minute while that fails. */
	async start(activation: 'activate' | 'init' | 'update' = 'init'): Promise<void> {
		const { beside, options = {}, form } = this.settings;
		if (!beside && (activation === 'init' || this.starts === 0)) this.n8n.start();
		const { shape } = this.x;
		const parameters = {
			authentication: shape.authentication,
			event: shape.event,
			...shape.form,
			output: 'selectedFields',
			outputFields: shape.kind === 'user' ? 'id,name' : 'id,text',
			options,
			...form,
		} as INodeParameters;
		const json = this.n8n.workflow('xCoreTrigger', parameters, beside ? 'beside' : 'polled', this.stored);
		const credentials = credentialsOf(this.x.account.id);
		this.opened = await host().PollHost.open(this.n8n.registry, json, TRIGGER, credentials);
		this.taken = { executions: 0, errors: 0 };
		const start = this.time.now;
		for (let attempt = 0; attempt < 60; attempt++) {
			const isDone = await this.activate(this.opened, activation);
			this.gather();
			if (isDone) {
				this.starts++;
				this.polls.push({
					reader: this.x.account.id,
					start,
					end: this.time.now,
					isComplete: false,
					oldest: 0,
				});
				return;
			}
			await this.time.reach(this.time.now + MINUTE);
		}
		throw new Error(`n8n could not publish the workflow within an hour: ${this.refusals.at(-1) ?? ''}`);
	}

	private async activate(opened: PollHost, activation: 'activate' | 'init' | 'update'): Promise<boolean> {
		let isDone = false;
		const failed = (error: Error) => void this.refusals.push(error.message);
		const activated = opened.activate(activation).then(() => void (isDone = true), failed);
		await this.time.until(activated, this.time.now + 10 * MINUTE);
		return isDone;
	}

	/** One tick; it may last longer than the time that is given to it. */
	async poll(longest = 4 * MINUTE): Promise<void> {
		const { opened } = this;
		if (!opened) throw new Error('n8n does not run');
		const start = this.time.now;
		const knownErrors = opened.errors.length;
		const before = knownErrors + this.x.failed;
		const { generation } = this.n8n;
		const isDone = await this.time.until(opened.poll(), start + longest);
		if (generation !== this.n8n.generation) return;
		const told = this.reports.length;
		const failed = this.errors.length;
		this.gather();
		const plain = this.errors.length - failed - (this.reports.length - told);
		if (plain > 0 && knownErrors + this.x.failed === before)
			this.unexplained.push(...this.errors.slice(failed));
		const isComplete = isDone && opened.errors.length + this.x.failed === before;
		this.polls.push({
			reader: this.x.account.id,
			start,
			end: this.time.now,
			isComplete,
			oldest: this.x.visible().at(-1)?.made ?? 0,
		});
		if (isComplete) this.leastOf();
	}

	/** A person unpublishes the workflow, and publishes it again after a while. n8n goes on. */
	async leave(pause: number): Promise<void> {
		this.keep();
		await this.time.reach(this.time.now + pause);
		await this.start('activate');
	}

	/** Several ticks that n8n's schedule makes while a poll is still busy. */
	async pollTwice(): Promise<void> {
		await Promise.all([this.poll(), this.poll()]);
	}

	/** The credential is connected with another account, from now on or at the next start. */
	async connect(account: PolledX['account']): Promise<void> {
		this.x.account = account;
		await this.opened?.connect(credentialsOf(account.id));
	}

	/** What is there now is old from now on: the trigger begins anew. */
	beginsAnew(): void {
		this.since = this.time.now;
		for (const { first } of this.x.visible()) this.old.add(first);
	}

	/** What n8n has stored for the trigger. */
	get memory(): IDataObject {
		const { storedStaticData: stored = this.stored } = this.opened ?? {};
		return stored[`node:${TRIGGER}`] as IDataObject;
	}

	set memory(memory: IDataObject) {
		this.stored[`node:${TRIGGER}`] = memory;
	}

	/** The process ends without a word; what is stored is what n8n's database has. */
	kill(): void {
		this.keep();
		this.n8n.kill();
		this.opened = undefined;
	}

	/** Takes over what n8n has run and stored. */
	private keep(): void {
		this.gather();
		if (this.opened) this.stored = JSON.parse(JSON.stringify(this.opened.storedStaticData)) as IDataObject;
	}

	close(): void {
		this.kill();
		this.n8n.close();
	}

	/** What X showed for the whole time of a complete poll, and was new then. */
	required(): string[] {
		const done = this.polls.filter(({ isComplete, start }) => isComplete && start >= this.since);
		const old = this.before;
		const shown = this.entries.filter(({ first, made, seen, gone, hidden, to }) => {
			if (hidden || old.has(first) || made < this.since) return false;
			return done.some(
				(poll) =>
					(to ?? poll.reader) === poll.reader &&
					seen <= poll.start &&
					poll.end < gone &&
					this.reaches(made, first, poll),
			);
		});
		return [...new Set(shown.map(({ first }) => first))];
	}

	/** What was made before the workflow was published, or belongs to that as an edit. */
	private get before(): ReadonlySet<string> {
		const earlier = this.entries.filter(({ made }) => made < this.published);
		return new Set([...this.old, ...earlier.map(({ first }) => first)]);
	}

	/** An edit does not bring back what a list that ends somewhere no longer had. */
	private reaches(made: number, first: string, { start, end, oldest }: Poll): boolean {
		const { reach = Infinity, depth = Infinity, isSearch = false } = this.x.shape;
		if (depth < Infinity && madeAt(first) < oldest) return false;
		return made >= end - reach && (!isSearch || made <= start - MINUTE / 2);
	}

	/** What was required and has started no run. */
	lost(): string[] {
		const started = new Set(this.emitted);
		return this.required().filter((first) => !started.has(first));
	}

	/** What X has shown since the workflow was published and has started no run, although no report names its time. */
	unreported(): string[] {
		const known = new Set([...this.emitted, ...this.before]);
		const last = this.polls.findLast(({ isComplete }) => isComplete)?.start ?? 0;
		return this.entries.flatMap(({ first, made, seen, gone, hidden }) => {
			if (gone < Infinity || hidden || known.has(first) || seen > last - MINUTE) return [];
			return this.reports.some((report) => isWithin(made, report)) ? [] : [first];
		});
	}

	/** What started more than one run. */
	doubled(): string[] {
		const once = new Set<string>();
		return this.emitted.filter((first) => once.size === once.add(first).size);
	}

	/** What was there before the workflow was published and has started a run. */
	oldOnes(): string[] {
		return this.emitted.filter((first) => this.old.has(first) && !this.deep.has(first));
	}

	/** What it cost since it was published, in relation to the least; and what the first poll cost. */
	get cost(): { first: number; dollars: number; least: number; eachRead: number } {
		const { dollars, atMost } = this.x.bill;
		const { first } = this;
		return { first, dollars: dollars - first, least: this.least.dollars, eachRead: atMost - first };
	}

	/**
	 * What the poll would have had to read: what is new, and where X has no bounds what shows that the rest is old. That
	 * is the entry below. In a list of additions it is five: one may have left and come back, with new ones below it,
	 * and in these histories up to four do so between two polls.
	 */
	private leastOf(): void {
		const { kind, page, bounds, order } = this.x.shape;
		const shown = this.x.visible().filter(({ hidden }) => !hidden);
		const lastNew = shown.findLastIndex(({ id }) => !this.known.has(id));
		const known = order === 'id' ? 1 : 5;
		const fresh = shown.filter(({ id }) => !this.known.has(id));
		const read = bounds ? fresh : shown.slice(0, Math.max(page.least, lastNew + 1 + known));
		for (const { id } of read) this.least.read(kind, id, this.time.now);
		for (const { id } of shown) this.known.add(id);
	}

	private gather(): void {
		const { opened } = this;
		if (!opened) return;
		for (const { nodes } of opened.executions.slice(this.taken.executions)) {
			for (const { json } of nodes['After']?.[0]?.data?.main?.[0] ?? []) {
				const { id } = json as { id: string };
				this.emitted.push(this.firsts.get(id) ?? id);
			}
		}
		for (const error of opened.errors.slice(this.taken.errors)) {
			this.errors.push(error.message);
			const { data } = ('context' in error ? error.context : {}) as { data?: Report };
			if (data && 'to' in data) this.reports.push(data);
		}
		this.taken = { executions: opened.executions.length, errors: opened.errors.length };
	}
}

/** Whether a report names a time; one that does not know its beginning names all before its end. */
const isWithin = (moment: number, { from, to }: Report): boolean =>
	moment >= Date.parse(from ?? new Date(0).toISOString()) - MINUTE && moment <= Date.parse(to ?? '');

export const shapeOf = (lists: Readonly<Record<string, ListShape>>, name: string): ListShape => {
	const shape = lists[name];
	if (!shape) throw new Error(`No list ${name}`);
	return shape;
};

/** A published workflow and its list, to the end of what is played. */
export async function withPolls<T>(
	shape: ListShape,
	entries: readonly Entry[],
	play: (life: PollLife, time: Time) => Promise<T>,
	settings?: LifeOptions,
): Promise<T> {
	const time = new Time(START);
	const life = new PollLife(time, new PolledX(time, shape, entries), entries, settings);
	try {
		return await play(life, time);
	} finally {
		life.close();
		time.end();
	}
}
