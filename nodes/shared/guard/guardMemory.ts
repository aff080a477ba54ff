import type { z } from 'zod';
import { dayBookOf, type DayBook } from '../ledger/day';
import { dayShape } from '../ledger/dayCounter';
import { WriteMemory, writesOfWorkflow, writtenShape } from './policy';

export const guardShape = writtenShape.extend({ day: dayShape });

export type GuardState = z.infer<typeof guardShape>;

/** Keeps what a process knows of the writes and the cost of a workflow. */
export class GuardMemory {
	readonly writes: WriteMemory;
	readonly day: DayBook;

	/** @param workflow Its ID; a workflow that was never saved has none. */
	constructor(workflow: string) {
		this.writes = workflow === '' ? new WriteMemory() : writesOfWorkflow(workflow);
		this.day = dayBookOf(`workflow ${workflow}`);
	}

	merge(stored: GuardState | undefined): void {
		if (stored) this.writes.merge(stored, Date.now());
		this.day.counter.merge(stored?.day, Date.now());
	}

	get state(): GuardState {
		return { ...this.writes.stateAt(Date.now()), day: this.day.counter.state };
	}

	get version(): string {
		return `${this.writes.changes} ${this.day.version}`;
	}
}
