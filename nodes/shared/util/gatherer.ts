import { chunk } from 'lodash';
import { sleep } from 'n8n-workflow';

/** Combines what is asked for in the same turn into few questions. */
export class Gatherer<T> {
	private asked = new Map<string, { resolve: (value: T) => void; reject: (reason: unknown) => void }[]>();

	/** @param ask Answers for several keys, in their order. If it fails, it fails for all of them. */
	constructor(
		private readonly most: number,
		private readonly ask: (keys: readonly string[]) => Promise<readonly (() => T)[]>,
	) {}

	async get(key: string): Promise<T> {
		if (this.asked.size === 0) void this.flush();
		return await new Promise<T>((resolve, reject) => {
			this.asked.set(key, [...(this.asked.get(key) ?? []), { resolve, reject }]);
		});
	}

	private async flush(): Promise<void> {
		await sleep(0);
		const asked = this.asked;
		this.asked = new Map();
		await Promise.all(chunk([...asked.keys()], this.most).map((keys) => this.answer(keys, asked)));
	}

	private async answer(keys: readonly string[], asked: typeof this.asked): Promise<void> {
		const [outcome] = await Promise.allSettled([this.ask(keys)]);
		for (const [place, key] of keys.entries())
			for (const { resolve, reject } of asked.get(key) ?? [])
				try {
					if (outcome.status === 'rejected') throw outcome.reason;
					resolve((outcome.value[place] as () => T)());
				} catch (error) {
					reject(error);
				}
	}
}
