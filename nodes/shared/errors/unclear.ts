/** What to do where nobody knows whether X did what it was asked: that depends on what it was asked. */
import { advice } from './errorText';
import type { Failure } from './failure';

const BY_METHOD: Readonly<Record<string, string>> = {
	GET: advice.again,
	PUT: 'Run it again: an update that comes twice changes nothing more',
	DELETE: 'Run it again; if it is not found then, it was deleted',
};

/** What is created would exist twice, and a message would be read twice. */
const CHECK_FIRST = 'Check on X whether it was done before you run it again: it could be done twice';

/** A failure of the server, which may have done by then what it was asked. */
export const unclearAfterError = (failure: Failure): Failure =>
	(failure.status ?? 0) < 500 ? failure : { ...failure, description: advice.lookFirst };

/**
 * The failure with advice that fits the request, where it was one that X may have done.
 *
 * @param failure The failure, with advice for any request.
 * @param method The method of the request.
 */
export const fittingAdvice = (failure: Failure, method: string): Failure =>
	failure.description === advice.lookFirst
		? { ...failure, description: BY_METHOD[method] ?? CHECK_FIRST }
		: failure;
