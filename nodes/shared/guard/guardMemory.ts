import type { z } from 'zod';
import { dayBookOf, type DayBook } from '../ledger/day';
import { dayShape } from '../ledger/dayCounter';
import { WriteMemory, writesOfWorkflow, writtenShape } from './policy';

/** The data of the guard that a workflow stores. */
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

	/** Takes over what n8n has stored. */
	merge(stored: GuardState | undefined): void {
		if (stored) this.writes.merge(stored, Date.now());
		this.day.counter.merge(stored?.day, Date.now());
	}

	/** The data for n8n to store. */
	get state(): GuardState {
		return { ...this.writes.stateAt(Date.now()), day: this.day.counter.state };
	}

	/** Differs when something was counted. */
	get version(): string {
		return `${this.writes.changes} ${this.day.version}`;
	}
}
