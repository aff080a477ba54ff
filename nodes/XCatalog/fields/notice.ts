import type { Field } from '../../shared/operation/operation';

/** A sentence that stands in the form: what the user should know while filling it in, not after running it. */
export const notice = (sentence: string): Field<undefined> => ({
	label: sentence,
	property: { type: 'notice', default: '' },
	place: 'form',
	required: false,
	encode: () => undefined,
});
