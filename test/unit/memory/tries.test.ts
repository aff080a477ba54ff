import type { IExecuteFunctions } from 'n8n-workflow';
import { overTries } from '../../../nodes/shared/memory/tries';

/** n8n gives a tool of an agent the agent's execute data, so the node and the data are two things. */
const contextOf = (name: string, data: object, retryOnFail = true, json = {}) =>
	({
		getNode: () => ({ name, retryOnFail }),
		getExecuteData: () => data,
		getInputData: () => [{ json }],
	}) as unknown as IExecuteFunctions;
const dataOf = (name: string) => ({ node: { name } });

it('is shared by the tries of a node, and by nothing else', () => {
	const memory = overTries<object>('what a test keeps');
	const of = (name: string, data: object, json?: object) =>
		memory(contextOf(name, data, true, json), () => ({}));
	const [tried, other] = [dataOf('X'), dataOf('X')];
	expect(of('X', tried)).toBeDefined();
	expect(of('X', tried)).toBe(of('X', tried));
	expect(of('X', tried)).not.toBe(of('X', other));
	expect(memory(contextOf('X', dataOf('X'), false), () => ({}))).toBeUndefined();
	// An agent runs its tools with its own data: the tries of a call share its values, and a second call is meant.
	const [agent, call] = [dataOf('Agent'), { text: 'same' }];
	expect(of('X', agent, call)).toBe(of('X', agent, call));
	expect(of('X', agent, call)).not.toBe(of('X', agent, { ...call }));
});
