/** Advises after a failure that leaves open whether X acted. The advice depends on the request. */
import { advice } from './advice';
import type { AnsweredRequest } from './answeredRequest';
import type { ErrorText } from './errorText';

const BY_METHOD: Readonly<Record<string, string>> = {
	GET: advice.again,
	PUT: 'Run it again: an update that comes twice changes nothing more',
	DELETE: 'Run it again; if it is not found then, it was deleted',
};

const HARMLESS = 'Run it again: sending it twice does no harm';

/** A second attempt could create a thing twice, or send a message twice. */
const CHECK_FIRST = 'Check on X whether it was done before you run it again: it could be done twice';

/** Returns the advice of a failure. */
export function adviceAfter(
	{ advice: own, isGeneral }: ErrorText,
	unsure: boolean,
	request: AnsweredRequest | undefined,
): string {
	if (!unsure || request === undefined) return own;
	const { method, idempotent = false } = request;
	const again = BY_METHOD[method] ?? (idempotent ? HARMLESS : undefined);
	if (again === undefined) return isGeneral ? CHECK_FIRST : `${own}. ${CHECK_FIRST}`;
	return isGeneral ? again : own;
}
