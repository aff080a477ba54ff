import { attached } from './process';

/** Answers of one execution by key: each question is asked once, even if several callers ask at the same time. */
export class RequestMemo {
	private readonly answers = new Map<string, Promise<unknown>>();

	/** The known answer, or the result of `ask`. A failure is forgotten, so that the next caller asks again. */
	async get<T>(key: string, ask: () => Promise<T>): Promise<T> {
		const known = this.answers.get(key) as Promise<T> | undefined;
		if (known !== undefined) return await known;
		const asked = ask();
		this.answers.set(key, asked);
		asked.catch(() => {
			if (this.answers.get(key) === asked) this.answers.delete(key);
		});
		return await asked;
	}

	set(key: string, value: unknown): void {
		this.answers.set(key, Promise.resolve(value));
	}

	delete(key: string): void {
		this.answers.delete(key);
	}
}

const memos = attached<object, RequestMemo>({
	name: 'answers to the requests of an execution',
	of: 'execution',
});

/** Returns the memo of an execution. */
export const memoOf = (context: object): RequestMemo => memos.getOrMake(context, () => new RequestMemo());
