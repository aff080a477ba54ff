import { lowerFirst } from 'lodash';
import type { Failure } from '../shared/errors';

/** The message for an expired cursor. */
export const FORGOTTEN_PLACE = 'The place in the list was forgotten while the node waited for the rate limit';

const ENROLLMENT =
	'Catalog management is in early access: ask your account manager at X to enroll the app. Being approved for the Ads API is not enough';

const NAMED_BY_KEYS =
	'Product sets name products by the product_key that Get Many gives, not by their own IDs';

const ADVICE: Readonly<Record<string, string>> = {
	ACTION_NOT_ALLOWED: `A user can own one catalog and one scheduled feed only, and a filtered set cannot be changed. If none of this is the reason: ${lowerFirst(ENROLLMENT)}`,
	NOT_FOUND: `Check the ID. A catalog is found only by the user who owns it, and sets and feeds only in their own catalog. ${NAMED_BY_KEYS}`,
	ROUTE_NOT_FOUND: `Check the Ads URL in the credential. ${ENROLLMENT}`,
	USER_NOT_FOUND: 'Check the user ID: leave it out to act for the user of the credential',
};

/**
 * Explains failures in terms of catalog management. Only enrolled apps may use it, and X does not document how it
 * refuses other apps, so every refusal of access mentions enrollment.
 *
 * @see https://docs.x.com/x-ads-api/catalog-management#prerequisites
 */
export function explain(failure: Failure): Failure {
	const { code = '', kind, message } = failure;
	if (/is not a valid cursor/i.test(message))
		return {
			...failure,
			message: FORGOTTEN_PLACE,
			description:
				'Nothing was changed by this request. Run it again: what was done stays done. If it happens every time, let nothing else read the catalog meanwhile, so that fewer waits are needed.',
		};
	const [, scopes] = /Missing scopes?: ([\w. ,]+)/i.exec(message) ?? [];
	if (scopes !== undefined)
		return {
			...failure,
			message: `The credential lacks the scope ${scopes.trim()}`,
			description: `Add it to the credential and connect again. If that does not help: ${lowerFirst(ENROLLMENT)}`,
		};
	if (/\bProduct \S+ was not found/.test(message)) return { ...failure, description: NAMED_BY_KEYS };
	if (code === 'UNAUTHORIZED_CLIENT_APPLICATION') {
		const said = message.replace(/^[^:]*(?:: )?/, '');
		return {
			...failure,
			message: `The app has no access to catalog management${said === '' ? '' : `: ${said}`}`,
			description: `${ENROLLMENT}. If reading works and only writing is refused, the credential lacks the scope ads.write: add it and connect again`,
		};
	}
	const known = ADVICE[code];
	if (known !== undefined) return { ...failure, description: known };
	return kind === 'forbidden'
		? { ...failure, description: `${failure.description}. ${ENROLLMENT}` }
		: failure;
}
