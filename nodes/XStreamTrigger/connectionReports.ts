/** This file reports on a node's connection. */
import type { INode, NodeApiError } from 'n8n-workflow';
import { type Failure, toNodeApiError } from '../shared/errors';
import type { Notices } from '../shared/events/notices';
import type { Api } from '../shared/http/connection';
import { utc } from '../shared/util/time';
import { explainRefusal, otherConnections } from './explain';
import type { LineTooLong } from './stream/lines';
import type { Ending, Retry } from './stream/reconnect';

const LOST: Failure = {
	kind: 'connection',
	message: 'The stream was lost',
	description: 'Check the network of the machine that runs n8n',
	problems: [],
	notSent: false,
	unsure: false,
};

const NOT_OF_X =
	'X sends no such lines. Look at what stands between n8n and X: a proxy, a gateway, or Use Other Hosts in the credential. The stream is opened again, and this is said once';

export class ConnectionReports {
	private isReported = false;
	/** The messages that were written about bytes that are not from X. */
	private readonly said = new Set<string>();

	constructor(
		private readonly notices: Notices,
		private readonly node: INode,
		private readonly app: Api,
		private readonly endpoint: string | undefined,
	) {}

	connected(): void {
		this.isReported = false;
	}

	/** Logs that the connection will be made again. If that takes too long, one failed execution reports it. */
	retrying(ending: Ending, { wait: pause, isAlarming }: Retry, failure: Failure | undefined): void {
		const why =
			failure?.message ?? (ending.kind === 'renewed' ? 'other fields are asked for' : 'it was lost');
		this.notices.log(`The stream is opened again in ${pause / 1000} s: ${why}`);
		if (!isAlarming || this.isReported || this.notices.isTest) return;
		this.isReported = true;
		void this.retryError(ending, failure).then((error) =>
			this.notices.report(error, 'The stream could not be opened for some time'),
		);
	}

	/** Says once that a line is no JSON, and once that one does not end. */
	unreadable(error?: LineTooLong): void {
		const { notices, said } = this;
		const { message = 'A line of the stream is no JSON and was skipped, as others will be' } = error ?? {};
		if (said.has(message)) return;
		said.add(message);
		if (error) notices.report(notices.problem(message, NOT_OF_X));
		else notices.log(message);
	}

	errorOf(failure: Failure): NodeApiError {
		return toNodeApiError(this.node, explainRefusal(failure));
	}

	/** Makes the error for an app that has reached its limit of connections, with what X shows about them. */
	async tooMany(failure: Failure | undefined): Promise<NodeApiError> {
		return toNodeApiError(this.node, await otherConnections(this.app, this.endpoint, failure ?? LOST));
	}

	private async retryError(ending: Ending, failure = LOST): Promise<NodeApiError> {
		if (ending.kind === 'tooMany') return await this.tooMany(failure);
		const { description, ...rest } = explainRefusal(failure);
		return toNodeApiError(this.node, { ...rest, description: `${description}. The node keeps trying.` });
	}
}

/** Counts events that did not fit into the queue. They are dropped, because X ends a connection that is not read. */
export class DroppedEvents {
	private count = 0;
	private since = 0;

	constructor(private readonly notices: Notices) {}

	add(now: number): void {
		if (this.count++ > 0) return;
		this.since = now;
		this.notices.log('The workflow is slower than its events: further ones are left out for now');
	}

	/** The time, by the clock of X, since which the node has dropped events that it has not reported yet. */
	get oldest(): number | undefined {
		return this.count > 0 ? this.since : undefined;
	}

	/** Reports what was dropped since the last report, and returns the time of the first one, by the clock of X. */
	report(isSearched: boolean): number | undefined {
		const { count, since, notices } = this;
		if (count === 0) return undefined;
		this.count = 0;
		notices.report(
			notices.problem(
				`${count} events were left out since ${utc(since)}, because the workflow is slower than they come`,
				isSearched
					? 'They are searched for now. Make the workflow faster, raise "Parallel Runs", or narrow the rules.'
					: 'Make the workflow faster, raise "Parallel Runs", or ask for fewer events.',
				{ count, since: new Date(since).toISOString(), isSearched },
			),
			'Events were left out',
		);
		return since;
	}
}
