import { KINDS, type FailureKind } from './kinds';
import { advice } from './advice';
import type { AnsweredRequest } from './failure';

export interface ErrorText {
	readonly kind: FailureKind;
	readonly summary: string;
	readonly advice: string;
	/** The advice is that of its kind, because nothing more is known. */
	readonly isGeneral: boolean;
}

/** Makes a row of the tables. `own` is what to do about it, if that is more than the advice of its kind. */
export const errorText = (kind: FailureKind, summary: string, own?: string): ErrorText => ({
	kind,
	summary,
	advice: own ?? KINDS[kind].advice,
	isGeneral: own === undefined,
});

export const common = {
	appPermissions: errorText('missingScope', 'The permissions of the app do not allow this'),
	busy: errorText(
		'conflict',
		'A job of this kind is already running',
		'Wait for it to end, then start the next one',
	),
	duplicate: errorText(
		'conflict',
		'This Post was already sent',
		'Change the text: the same Post is not accepted twice in a row',
	),
	failed: errorText('server', 'X failed to handle the request'),
	locked: errorText('locked', 'Another request is changing the same entity'),
	method: errorText(
		'badRequest',
		'This address does not take this method',
		'In a custom call, check method and path',
	),
	notFound: errorText('notFound', 'Not found'),
	rateLimit: errorText('rateLimit', 'Rate limit reached'),
	noCredit: errorText('noCredit', 'The account has no credit left'),
	refused: errorText('badRequest', 'The request was not accepted'),
	denied: errorText('authentication', 'X did not accept the credential'),
	usageCap: errorText('usageCap', 'The usage cap is reached'),
} as const;

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
