import type { IExecuteFunctions } from 'n8n-workflow';
import { overTries } from '../../../nodes/shared/memory/tries';

const contextOf = (name: string, data: object) =>
	({ getNode: () => ({ name }), getExecuteData: () => data }) as unknown as IExecuteFunctions;
const dataOf = (name: string, retryOnFail?: boolean) => ({ node: { name, retryOnFail } });

it('is shared by the tries of a node, and by nothing else', () => {
	const memory = overTries<object>('what a test keeps');
	const of = (name: string, data: object) => memory.of(contextOf(name, data), () => ({}));
	const [tried, other] = [dataOf('X', true), dataOf('X', true)];
	expect(of('X', tried)).toBeDefined();
	expect(of('X', tried)).toBe(of('X', tried));
	expect(of('X', tried)).not.toBe(of('X', other));
	expect(of('X', dataOf('X'))).toBeUndefined();
	// An agent runs its tools with its own data: a second call is meant.
	expect(of('X', dataOf('Agent', true))).toBeUndefined();
});
