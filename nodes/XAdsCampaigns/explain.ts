import type { Failure } from '../shared/errors';
import { labelOf } from '../shared/operation/labels';
import type { Field } from '../shared/operation/operation';

/**
 * The platform blames a parameter by its own name; the advice then says which field of the form that is.
 *
 * @param fields Fields by key, in which the parameter is looked up.
 */
export const naming = (fields: readonly (readonly [string, Field])[]) => {
	const labels = new Map<string, string>();
	for (const [key, field] of fields) {
		const wire = field.wire ?? key;
		if (field.property && field.place !== 'form' && !labels.has(wire)) labels.set(wire, labelOf(key, field));
	}
	return (failure: Failure): Failure => {
		const { parameter = '', description } = failure;
		const label = labels.get(parameter);
		if (label === undefined) return failure;
		return { ...failure, description: `This is about "${label}" (${parameter}). ${description}` };
	};
};
