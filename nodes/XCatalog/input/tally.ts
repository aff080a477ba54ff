/** Counts equal things together, with a few examples: a thousand rows with one fault become one line. */
import type { IDataObject } from 'n8n-workflow';

/** How many examples are kept of each. */
const EXAMPLES = 3;

export class Tally {
	private readonly entries = new Map<string, { count: number; examples: string[] }>();

	/**
	 * Counts one.
	 *
	 * @param what What it is; equal ones are counted together.
	 * @param example Makes the text of an example, if one more is kept.
	 */
	add(what: string, example: () => string): void {
		const entry = this.entries.get(what) ?? { count: 0, examples: [] };
		this.entries.set(what, entry);
		if (++entry.count <= EXAMPLES) entry.examples.push(example());
	}

	get isEmpty(): boolean {
		return this.entries.size === 0;
	}

	/** Each kind with its count, the most frequent first. */
	list(): { what: string; count: number; examples: readonly string[] }[] {
		return [...this.entries].map(([what, entry]) => ({ what, ...entry })).sort((a, b) => b.count - a.count);
	}

	/** The same for an output item. */
	toJson(name: string): IDataObject[] {
		return this.list().map(({ what, count, examples }) => ({ [name]: what, count, examples: [...examples] }));
	}

	/** The same for a hint. */
	toSentence(): string {
		return this.list()
			.map(({ what, count }) => `${what} (${count})`)
			.join('; ');
	}
}
