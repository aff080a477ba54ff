/** The life of an n8n with several workflows on one stream, and what they must have been started for. */
import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';
import type { ExecutionTable, ListeningHost } from '../../support/host/listening';
import { host } from '../../support';
import type { Chance } from './chance';
import { damage } from './damage';
import { credentialsOf, N8n, TRIGGER } from './n8n';
import type { Entry } from './posts';
import { compile } from './query';
import { StreamedX } from './streamedX';
import { DAY, MINUTE, SECOND, START, Time } from './time';

type Activation = 'activate' | 'init' | 'update';

/** One workflow: what it listens for, and what it was started for. */
interface Listener {
	readonly id: string;
	readonly rules: readonly string[];
	opened: ListeningHost | undefined;
	stored: IDataObject;
	readonly emitted: string[];
	/** When Posts start it. */
	readonly spans: Array<{ readonly from: number; to: number }>;
	taken: number;
}

/** What is common to the workflows of a history. */
export interface Settings {
	readonly options?: IDataObject;
	/** Accounts whose Posts start nothing, as the options say. */
	readonly leftOut?: readonly string[];
	/** Whether n8n keeps no executions, so that it does not know the keys of earlier ones. */
	readonly keepsNoRuns?: boolean;
	/** The app credential of each workflow. */
	readonly credentials?: (index: number) => ICredentialDataDecryptedObject;
}

/** Where n8n stores what a trigger notes. */
const PLACE = `node:${TRIGGER}`;

/** How long n8n's database takes, and a run. */
const DATABASE = 15;
const RUN = 120;

export class StreamLife {
	readonly failures: string[] = [];
	readonly listeners: Listener[];
	private readonly n8n: N8n;
	private readonly table: ExecutionTable;

	constructor(
		private readonly time: Time,
		readonly x: StreamedX,
		private readonly posts: readonly Entry[],
		rules: ReadonlyArray<readonly string[]>,
		private readonly settings: Settings = {},
	) {
		this.n8n = new N8n(time, async (request) => await this.x.answer(request));
		this.table = new (host().ExecutionTable)();
		if (settings.keepsNoRuns) this.table.keys.add = () => this.table.keys;
		this.listeners = rules.map((own, index) => ({
			id: `listener${index}`,
			rules: own,
			opened: undefined,
			stored: {},
			emitted: [],
			spans: [],
			taken: 0,
		}));
	}

	/** Starts n8n, which publishes its workflows one after the other. */
	async start(activation: Activation = 'init'): Promise<void> {
		this.n8n.start();
		for (const listener of this.listeners) {
			if (activation === 'init' && listener.spans.at(-1)?.to !== Infinity) continue;
			listener.opened = await this.open(listener);
			listener.taken = 0;
			await this.publish(listener, activation);
		}
	}

	/** n8n ends in order: its workflows are closed. */
	async stop(): Promise<void> {
		for (const listener of this.listeners) await this.close(listener);
		this.kill();
	}

	/** The process ends in the midst of what it does. */
	kill(): void {
		for (const listener of this.listeners) {
			this.gather(listener);
			if (listener.opened) listener.stored = copy(listener.opened.storedStaticData);
			listener.opened = undefined;
		}
		this.n8n.kill();
		this.x.lose();
	}

	/** n8n starts a workflow once more, without having ended it. */
	async startTwice(index: number): Promise<void> {
		const opened = this.listeners[index]?.opened;
		if (opened) await this.activate(opened, 'init');
	}

	/** A new version of a workflow is published: it is switched off and, after a pause, on. */
	async publishAgain(index: number, pause = 0): Promise<void> {
		const listener = this.listeners[index % this.listeners.length];
		if (!listener?.opened) return;
		await this.close(listener);
		await this.time.reach(this.time.now + pause);
		await this.publish(listener, 'update');
	}

	/** What n8n has stored of its triggers is damaged, each in one place. */
	damage(chance: Chance): void {
		for (const listener of this.listeners) {
			const { [PLACE]: note } = listener.stored;
			if (note !== undefined) listener.stored = { ...listener.stored, [PLACE]: damage(note, chance) };
		}
	}

	/** A person unpublishes a workflow. What was written shortly before may start it or not. */
	async unpublish(index: number): Promise<void> {
		const listener = this.listeners[index % this.listeners.length];
		if (!listener?.opened) return;
		await this.close(listener);
		listener.stored = copy(listener.opened.storedStaticData);
		listener.opened = undefined;
		const span = listener.spans.at(-1);
		if (span) span.to = this.time.now - MINUTE;
	}

	/** A person publishes it again. */
	async publishFirst(index: number): Promise<void> {
		const listener = this.listeners[index % this.listeners.length];
		if (!listener || listener.opened) return;
		listener.opened = await this.open(listener);
		listener.taken = 0;
		await this.publish(listener, 'activate');
	}

	end(): void {
		this.kill();
		this.n8n.close();
	}

	/** Posts that X has, and that a workflow has not been started for. */
	lost(until: number): string[] {
		return this.listeners.flatMap((listener) => {
			const started = new Set(listener.emitted);
			return this.required(listener, until).filter((id) => !started.has(id));
		});
	}

	doubled(): string[] {
		return this.listeners.flatMap(({ emitted }) => {
			const seen = new Set<string>();
			return emitted.filter((id) => seen.size === seen.add(id).size);
		});
	}

	/** What the Posts cost that X has had for the workflows since they were published, each once a day. */
	least(until: number): number {
		const starts = this.listeners.flatMap(({ spans }) => spans.map(({ from }) => from));
		const spans = [{ from: Math.min(...starts) - MINUTE, to: Infinity }];
		const all = this.listeners.map((listener) => ({ ...listener, spans }));
		return new Set(all.flatMap((listener) => this.required(listener, until))).size * 0.005;
	}

	private required({ rules, spans }: Pick<Listener, 'rules' | 'spans'>, until: number): string[] {
		const tests = rules.map((rule) => compile(rule, false));
		const { leftOut = [] } = this.settings;
		const inTime = this.posts.filter(
			({ made, gone, author }) =>
				spans.some(({ from, to }) => made > from && made < to) &&
				made < until &&
				gone > made + DAY &&
				!leftOut.includes(author),
		);
		return inTime.filter((post) => tests.some((test) => test(post))).map(({ id }) => id);
	}

	/** For what is published for the first time what is written a minute later counts. */
	private async publish(listener: Listener, activation: Activation): Promise<void> {
		const { opened } = listener;
		if (!opened) return;
		const { generation } = this.n8n;
		for (let attempt = 0; attempt < 30 && generation === this.n8n.generation; attempt++) {
			if (await this.activate(opened, activation)) {
				const isOpen = listener.spans.at(-1)?.to === Infinity;
				if (!isOpen) listener.spans.push({ from: this.time.now + MINUTE, to: Infinity });
				return;
			}
			await this.time.reach(this.time.now + MINUTE);
		}
	}

	private async activate(opened: ListeningHost, activation: Activation): Promise<boolean> {
		let isDone = false;
		const failed = (error: Error) => void this.failures.push(`not published: ${error.message}`);
		const activated = opened.activate(activation).then(() => void (isDone = true), failed);
		await this.time.until(activated, this.time.now + 10 * MINUTE);
		return isDone;
	}

	private async close(listener: Listener): Promise<void> {
		const { opened } = listener;
		if (!opened) return;
		await this.time.until(opened.deactivate(), this.time.now + MINUTE);
		this.gather(listener);
	}

	private async open({ id, rules, stored }: Listener): Promise<ListeningHost> {
		const rule = rules.map((value) => ({ value, name: '' }));
		const parameters = {
			events: 'filteredStream',
			authentication: 'app',
			rules: { rule },
			options: this.settings.options ?? {},
		} as INodeParameters;
		const json = this.n8n.workflow('xStreamTrigger', parameters, id, stored);
		const settings = { table: this.table, runs: false };
		const xAppApi = this.settings.credentials?.(Number(/\d+$/.exec(id)?.[0]));
		const opened = await host().ListeningHost.open(
			this.n8n.registry,
			json,
			TRIGGER,
			{ ...credentialsOf('2501000001'), ...(xAppApi && { xAppApi }) },
			settings,
		);
		const { generation } = this.n8n;
		const pause = async (milliseconds: number) => {
			await this.time.pause(milliseconds);
			if (generation !== this.n8n.generation) await new Promise(() => undefined);
		};
		opened.beforeRun = async () => await pause(DATABASE);
		opened.duringRun = async () => await pause(RUN);
		return opened;
	}

	/** Takes over what happened, as long as the process knows it. */
	gather(listener: Listener): void {
		const { opened } = listener;
		if (!opened) return;
		for (const { payload } of opened.emitted.slice(listener.taken))
			listener.emitted.push((payload as { id: string }).id);
		listener.taken = opened.emitted.length;
		this.failures.push(...opened.failures.splice(0).map(({ message }) => message));
	}

	/** Until what is missing has been searched for. */
	async settle(): Promise<void> {
		for (let count = 0; count < 40; count++) await this.time.reach(this.time.now + 30 * SECOND);
		for (const listener of this.listeners) this.gather(listener);
	}
}

const copy = (data: IDataObject): IDataObject => JSON.parse(JSON.stringify(data)) as IDataObject;

export interface Moment {
	readonly life: StreamLife;
	readonly x: StreamedX;
	readonly time: Time;
}

/** Workflows on a stream of Posts; all of it ends with what is played. */
export async function withStream<T>(
	posts: readonly Entry[],
	rules: ReadonlyArray<readonly string[]>,
	play: (moment: Moment) => Promise<T>,
	settings?: Settings,
): Promise<T> {
	const time = new Time(START);
	const x = new StreamedX(time, posts);
	const life = new StreamLife(time, x, posts, rules, settings);
	try {
		return await play({ life, x, time });
	} finally {
		life.end();
		time.end();
	}
}
