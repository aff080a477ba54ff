import { FailureError } from '../errors/failure';

/** Returns the error of a credential that cannot be used as it is. Nothing was sent. */
export const refusedWith = (message: string, description: string): FailureError =>
	new FailureError({
		kind: 'authentication',
		message,
		description,
		problems: [],
		notSent: false,
		unsure: false,
	});
