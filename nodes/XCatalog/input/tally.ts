/** Counts equal texts and keeps a few examples, so that a thousand rows with the same mistake become one line. */
import type { IDataObject } from 'n8n-workflow';

/** The number of examples to keep of each text. */
const EXAMPLES = 3;

export class Tally {
	private readonly entries = new Map<string, { count: number; examples: string[] }>();

	/**
	 * Counts one.
	 *
	 * @param what The text. Equal texts are counted together.
	 * @param example Returns the text of an example. It is called only if another one is needed.
	 */
	add(what: string, example: () => string): void {
		const known = this.entries.get(what);
		const entry = known ?? { count: 0, examples: [] };
		if (known === undefined) this.entries.set(what, entry);
		if (++entry.count <= EXAMPLES) entry.examples.push(example());
	}

	get isEmpty(): boolean {
		return this.entries.size === 0;
	}

	/** Each text with its count, the most frequent first. */
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
