import type { Failure } from '../errors';
import { labelOf } from '../operation/labels';
import type { Fields } from '../operation/operation';

/**
 * The platform blames a parameter by its own name: the advice then says which field of the form that is.
 *
 * @param fields Fields in which the parameter is looked up.
 */
export const namesField =
	(fields: Fields) =>
	(failure: Failure): Failure => {
		const { parameter, description } = failure;
		const found = Object.entries(fields).find(
			([key, field]) => field.property && field.place !== 'form' && (field.wire ?? key) === parameter,
		);
		if (!found) return failure;
		return { ...failure, description: `This is about "${labelOf(...found)}" (${parameter}). ${description}` };
	};
