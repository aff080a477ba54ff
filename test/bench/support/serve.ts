/** The other end of `child.ts`: offers functions to the process that started this one, and ends with it. */

interface Asked {
	id: number;
	name: string;
	input: unknown;
}

/** Answers the parent's calls until the parent lets go. */
export function serve(functions: Readonly<Record<string, (input: never) => unknown>>): void {
	process.on('message', (message) => {
		const { id, name, input } = message as Asked;
		Promise.resolve()
			.then(() => {
				const asked = functions[name];
				if (!asked) throw new Error(`No function ${name} here`);
				return asked(input as never);
			})
			.then(
				(value) => process.send?.({ id, value }),
				(error: unknown) =>
					process.send?.({ id, error: error instanceof Error ? error.stack : String(error) }),
			);
	});
	process.once('disconnect', () => process.exit());
}
