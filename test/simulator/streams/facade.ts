import { core } from '../core/area';
import { makePost } from '../core/postsMake';
import { parseRule } from '../queryLanguage';
import { webhooks } from '../webhooks';
import { eventByName, render, type EventOptions } from '../webhooks/events';
import { counts, end, type Connection, type StreamsState } from './state';

/** The streams of the simulated X as tests drive them. */
export class StreamSimulator {
	/** @param current Returns the present state, which a reset of the simulator replaces. */
	constructor(private readonly current: () => StreamsState) {}

	configure(settings: Partial<StreamsState['settings']>): void {
		Object.assign(this.state.settings, settings);
	}

	/** Every connection so far, oldest first. */
	get connections(): readonly Connection[] {
		return this.state.connections;
	}

	/** Those that are open now. */
	get open(): readonly Connection[] {
		return this.connections.filter(({ endedAt }) => endedAt === undefined);
	}

	/** Those that count against the limit of the app. */
	get counted(): readonly Connection[] {
		return this.connections.filter((each) => counts(each, this.state.platform.clock.now()));
	}

	/** The rules and subscriptions of the app. */
	get registered() {
		const { rules, activity } = webhooks.state(this.state.platform);
		return { rules: [...rules.values()], subscriptions: [...activity.values()] };
	}

	/** A rule that someone else has added. */
	addRule(value: string, tag?: string): string {
		const id = this.state.platform.newId();
		webhooks.state(this.state.platform).rules.set(id, { id, value, ...(tag !== undefined && { tag }) });
		return id;
	}

	removeRule(id: string): void {
		webhooks.state(this.state.platform).rules.delete(id);
	}

	/**
	 * Writes a Post: it goes to every open connection of the filtered stream whose app has a matching rule, and is
	 * found by searches.
	 *
	 * @param options.late How long before now it was written.
	 * @param options.unsent Whether the stream leaves it out.
	 */
	post(text: string, { late = 0, unsent = false, authorId = this.state.author } = {}): string {
		const { platform } = this.state;
		const id = platform.newId();
		const store = core.state(platform);
		const post = makePost(store, { id, authorId, text, at: platform.clock.now() - late });
		store.posts.set(id, post);
		if (!unsent) this.deliver(id);
		return id;
	}

	/** Sends a Post that was written before; sent again, it is a duplicate. */
	deliver(id: string): void {
		const post = core.state(this.state.platform).posts.get(id);
		if (!post) throw new Error(`No Post ${id}`);
		const matching = this.registered.rules.filter(({ value }) => parseRule(value)(post));
		if (matching.length === 0) return;
		for (const connection of this.open.filter(({ endpoint }) => endpoint === 'filtered_stream')) {
			const fields = connection.query.get('tweet.fields')?.split(',') ?? [];
			const shown = ['id', 'text', 'edit_history_tweet_ids', ...fields];
			const data = Object.fromEntries(Object.entries(post).filter(([name]) => shown.includes(name)));
			this.write({
				data,
				matching_rules: matching.map((rule) => ({ id: rule.id, ...(rule.tag && { tag: rule.tag }) })),
			});
		}
	}

	/** Lets an activity happen: it goes out once for each subscription that asks for its type. */
	activity(name: string, options: EventOptions = {}): void {
		const { platform } = this.state;
		const event = eventByName({ id: () => platform.newId(), now: () => platform.clock.now() }, name, options);
		if (event.family !== 'activity') throw new Error(`${name} is no activity`);
		for (const { event_type, filter, tag } of this.registered.subscriptions)
			if (event_type === event.eventType)
				this.write(
					render(event, { filter: { ...filter }, ...(tag !== undefined && { tag }) }),
					'activity_stream',
				);
	}

	/** Writes a line, or a piece of one, to the open connections of a stream. */
	write(line: object | string, endpoint = 'filtered_stream'): void {
		const bytes = typeof line === 'string' ? line : `${JSON.stringify(line)}\r\n`;
		for (const connection of this.open)
			if (connection.endpoint === endpoint) connection.response.write(bytes);
	}

	/** Ends connections as X does for its own reasons, with or without a message. */
	disconnect(type?: string, { abruptly = false } = {}): void {
		const error = {
			title: 'operational-disconnect',
			disconnect_type: type,
			detail: 'This stream has been disconnected for operational reasons.',
			type: 'https://api.twitter.com/2/problems/operational-disconnect',
		};
		for (const connection of this.open) {
			if (type !== undefined && !connection.response.destroyed)
				connection.response.write(`${JSON.stringify({ errors: [error] })}\r\n`);
			end(this.state, connection, type ?? 'Dropped', abruptly);
		}
	}

	/** The open connections stay open and say nothing any more. */
	silence(): void {
		for (const connection of this.open) connection.silent = true;
	}

	private get state(): StreamsState {
		return this.current();
	}
}
