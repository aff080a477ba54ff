/** Counts equal facts with a few examples and what helps, so that a thousand rows with one mistake become one line. */
import type { IDataObject } from 'n8n-workflow';

const EXAMPLES = 3;

/** A fact as an output item has it, under the name of the list that it stands in. */
export interface Finding {
	readonly what: string;
	readonly count: number;
	readonly examples: readonly string[];
	readonly advice?: string;
}

export class Tally {
	private readonly found = new Map<string, { count: number; examples: string[] }>();
	private readonly helps = new Map<string, string>();

	/** Counts a fact. `example` is called only if another one is needed. */
	add(what: string, example: () => string): void {
		let entry = this.found.get(what);
		if (entry === undefined) this.found.set(what, (entry = { count: 0, examples: [] }));
		if (++entry.count <= EXAMPLES) entry.examples.push(example());
	}

	advise(what: string, advice = ''): void {
		if (advice !== '') this.helps.set(what, advice);
	}

	get isEmpty(): boolean {
		return this.found.size === 0;
	}

	list(): Finding[] {
		return [...this.found]
			.map(([what, entry]) => {
				const advice = this.helps.get(what);
				return { what, ...entry, ...(advice !== undefined && { advice }) };
			})
			.sort((a, b) => b.count - a.count);
	}

	advice(): string[] {
		return [...new Set(this.helps.values())];
	}

	toJson(name: string): IDataObject[] {
		return this.list().map(({ what, ...entry }) => ({
			[name]: what,
			...entry,
			examples: [...entry.examples],
		}));
	}

	toSentence(): string {
		return this.list()
			.map(({ what, count }) => `${what} (${count})`)
			.join('; ');
	}
}
