/** One vocabulary for everything that can go wrong with a request. */
export { classify, type FailedResponse } from './classify';
export { advice } from './errorText';
export { type Failure, FailureError, type FailureKind, type Problem } from './failure';
export {
	ignoreNotFound,
	isDenied,
	isNotFound,
	isRefused,
	isUnreachable,
	mayBeDone,
	webhookReasonOf,
} from './inspect';
export { remaining, resetAt } from './limits';
export { addAdvice, failureData, toNodeApiError } from './nodeError';
export { partialErrors } from './parseBody';
export { redact } from './redact';
export { fittingAdvice, unclearAfterError } from './unclear';
export { classifyException } from './fromException';
