/** One vocabulary for everything that can go wrong with a request. */
export { advice } from './advice';
export { adviceAfter } from './errorText';
export { classify, type FailedResponse } from './classify';
export { errorText } from './errorText';
export { type Failure, FailureError, type FailureKind, type Problem } from './failure';
export { lookedAt } from './nodeError';
export { causes, classifyException } from './fromException';
export {
	asItIs,
	failureOf,
	ignoreNotFound,
	isDenied,
	isNotFound,
	isRefused,
	isUnreachable,
	isUnsure,
	webhookReasonOf,
} from './inspect';
export { isUnsureAfter, meaningOf } from './kinds';
export { remaining, resetAt } from './limits';
export { addAdvice, addFacts, failureData, isNodeError, type NodeError, toNodeApiError } from './nodeError';
export { leftOut, partialErrors } from './parseBody';
export { hideSecrets, redact } from './redact';
