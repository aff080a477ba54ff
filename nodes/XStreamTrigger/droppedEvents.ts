import type { Notices } from '../shared/events/notices';
import { utc } from '../shared/util/time';

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
