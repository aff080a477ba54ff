/** Methods that the editor calls by name, such as list searches. */
type Method = (this: never, ...given: never[]) => Promise<unknown>;

export type Methods = Readonly<Record<string, Readonly<Record<string, Method>>>>;

export type MethodNames<M extends Methods = Methods> = { readonly [Kind in keyof M]: readonly string[] };

/** @returns The names of the methods, which n8n asks for at its start. */
export const namesOf = <M extends Methods>(methods: M): MethodNames<M> =>
	Object.fromEntries(Object.entries(methods).map(([kind, named]) => [kind, Object.keys(named)])) as never;

/** Methods whose code is loaded by the first call: n8n loads every node at its start, and most are never opened. */
export const lazyMethods = <M extends Methods>(names: MethodNames<M>, load: () => Promise<M>): M =>
	Object.fromEntries(
		Object.entries(names).map(([kind, listed]: [string, readonly string[]]) => [
			kind,
			Object.fromEntries(
				listed.map((name) => [
					name,
					async function (this: never, ...given: never[]) {
						return await (await load())[kind]?.[name]?.apply(this, given);
					},
				]),
			),
		]),
	) as M;
