import { NodeOperationError } from 'n8n-workflow';
import type { Call } from '../../shared/operation/operation';

/** @throws NodeOperationError worded as the engine words broken rules. */
export function refuse(call: Call, label: string, rule: string): never {
	throw problem(call, `"${label}" ${rule}`, 'Nothing was changed. Correct the value and run again.');
}

/**
 * @param sentences Broken rules, each as "<field>: <rule>".
 * @throws NodeOperationError with the first, and with all of them in its description.
 */
export function throwFirst(call: Call, sentences: Iterable<string>): void {
	const lines = [...new Set(sentences)].map(formatRule);
	const [first] = lines;
	if (first === undefined) return;
	const advice =
		lines.length > 1 ? `Everything to mend: ${lines.join('; ')}` : 'Correct the value and run again.';
	throw problem(call, first, `Nothing was changed. ${advice}`);
}

/** "Goal: must be …" → "\"Goal\" must be …", as the engine words it. */
export const formatRule = (sentence: string) => sentence.replace(/^([^:]+): /, '"$1" ');

const problem = ({ context, itemIndex }: Call, message: string, description: string) =>
	new NodeOperationError(context.getNode(), message, { itemIndex, description });
