import { KINDS, type FailureKind } from './kinds';

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
