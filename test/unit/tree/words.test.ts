/**
 * The words of the forms: those that CONTRIBUTING.md asks for.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { host } from '../../support';
import { avoidedIn } from './support/avoidedWords';

const TEXTS = ['displayName', 'description', 'hint', 'placeholder', 'action'] as const;

interface Named {
	readonly name?: string;
	readonly path: string;
	readonly text: string;
}

/** Every text that people read, anywhere in a description. */
function* textsIn(value: unknown, path: string): Generator<Named> {
	if (typeof value !== 'object' || value === null) return;
	if (Array.isArray(value)) {
		for (const each of value) yield* textsIn(each, path);
		return;
	}
	const part = value as Record<string, unknown>;
	const name = typeof part.name === 'string' ? part.name : undefined;
	const here = name === undefined ? path : `${path} → ${name}`;
	for (const key of TEXTS) {
		const text = part[key];
		if (typeof text === 'string') yield { path: here, text, ...(name !== undefined && { name }) };
	}
	if ('value' in part && name !== undefined) yield { path: here, text: name, name };
	for (const inner of Object.values(part)) yield* textsIn(inner, here);
}

const shown = (): Named[] => [
	...host()
		.nodesOfPackage()
		.flatMap(([, { description }]) => [...textsIn(description, description.name)]),
	...host()
		.credentialsOfPackage()
		.flatMap(([, { name, properties }]) => [...textsIn(properties, name)]),
];

/** Abbreviations end no sentence. */
const sentences = (text: string) =>
	text.replace(/\b(e\.g|i\.e|etc)\./g, '').match(/[a-z0-9)>”"][.!?] (?=[A-Z])/g) ?? [];

describe('the words of the forms', () => {
	it.each(avoidedIn('forms'))('are not %s', (pattern, _, instead) => {
		const hits = shown().flatMap(({ path, text }) => {
			const word = pattern.exec(text)?.[0];
			return word === undefined ? [] : [`${path} "${word}" → write ${instead}: ${text}`];
		});
		expect(hits).toEqual([]);
	});

	it('would be found', () => {
		expect(avoidedIn('forms').filter(([pattern, example]) => !pattern.test(example))).toEqual([]);
		expect(shown().length).toBeGreaterThan(3000);
	});

	it('end with a full stop after several sentences', () => {
		const open = shown().filter(({ text }) => sentences(text).length > 0 && !/[.!?]$/.test(text));
		expect(open).toEqual([]);
	});
});
