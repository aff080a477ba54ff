/** Lists without a documented cursor. Their answers may have one anyway. */
import { get } from 'lodash';
import { many, type Call, type Operation, type Shape } from '../operation/operation';

/** Returns the result of a list without a cursor parameter, with a hint if the answer says that X has more. */
export const wholeList = (shape?: Shape) =>
	({
		result: many(shape),
		run: async (call: Call) => {
			const { body } = await call.api.send(call.request());
			if (get(body, 'next_cursor'))
				call.hint(
					'X has more than it sent: its answer holds a next_cursor, and the documentation has no parameter for it here. A Custom API Call with the query parameter cursor may get the rest.',
				);
			return call.items(body);
		},
	}) satisfies Partial<Operation>;
