import type { XEvent } from '../shared/events/event';
import type { Notices } from '../shared/events/notices';
import { searchedFrom, type EventRuns } from './eventRuns';
import type { GapFilling } from './gapFilling';
import type { Waiting } from './storedState';

interface Taking {
	readonly runs: EventRuns;
	readonly gaps: GapFilling;
	readonly notices: Notices;
	readonly now: number;
}

/** Keeps the events that a node had no runs for when it ended, until its next start in this process takes them. */
export class PendingEvents {
	constructor(
		private waiting: Waiting | undefined,
		readonly settings: string,
	) {}

	get events(): readonly XEvent[] {
		return this.waiting?.events ?? [];
	}

	/** Starts their runs. With other settings, the node searches for what is wanted of them now. */
	take({ runs, gaps, notices, now }: Taking): void {
		const { events, waiting } = this;
		this.waiting = undefined;
		if (events.length === 0) return;
		if (waiting?.settings === this.settings) {
			for (const event of events) if (!runs.isKnown(event)) runs.add(event, now);
			return;
		}
		if (gaps.isPossible)
			return gaps.missingSince(Math.min(...events.map((event) => searchedFrom(event, now))));
		const problem = notices.problem(
			`${events.length} events had no run yet when the node was changed, and are left out`,
			'They were taken with the former settings, and X has no search for them. Change the node while no events are waiting.',
			{ count: events.length },
		);
		notices.report(problem, 'Events were left out');
	}
}
