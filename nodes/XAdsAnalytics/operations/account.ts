/** Asks once in a run what a report needs to know about its account. */
import { NodeOperationError } from 'n8n-workflow';
import { get } from 'lodash';
import type { Call } from '../../shared/operation/operation';
import { encodeRfc3986 } from '../../shared/util/encode';
import { memoOf } from '../../shared/memory/requestMemo';
import { asText } from '../../shared/util/text';
import { isZone } from '../report/ranges';

export interface Account {
	readonly id: string;
	readonly name: string;
	/** The IANA name, such as Europe/Berlin. */
	readonly zone: string;
	/** When the account got this zone, in milliseconds since the epoch; NaN if it always had it. */
	readonly zoneSince: number;
}

const ACCOUNT = '/12/accounts/{account_id}';

/**
 * Reads the account, and names the item by it in what the run says.
 *
 * @throws NodeOperationError if the account has no time zone, or an unknown one.
 */
export async function accountOf(
	call: Pick<Call, 'context' | 'api' | 'itemIndex' | 'about'>,
	id: string,
): Promise<Account> {
	const account = await memoOf(call.context).get(`${call.api.baseUrl} account ${id}`, async () => {
		const { body } = await call.api.send({
			method: 'GET',
			path: `/12/accounts/${encodeRfc3986(id)}`,
			template: ACCOUNT,
		});
		const zone = asText(get(body, 'data.timezone'));
		if (zone === '')
			throw new NodeOperationError(call.context.getNode(), 'X did not say which time zone the account has', {
				itemIndex: call.itemIndex,
				description: 'The days of a report depend on it. Check the account in X Ads Manager, and try again.',
			});
		if (!isZone(zone))
			throw new NodeOperationError(call.context.getNode(), `The account has the time zone "${zone}"`, {
				itemIndex: call.itemIndex,
				description: 'It is not known here, so that the days of a report cannot be told. Update n8n.',
			});
		const zoneSince = Date.parse(asText(get(body, 'data.timezone_switch_at')));
		return { id, name: asText(get(body, 'data.name')), zone, zoneSince };
	});
	call.about(`account ${account.name === '' ? id : account.name}`);
	return account;
}

/** Returns the path of a list below an account, and its template. */
export const belowAccount = (id: string, rest: string) => ({
	path: `/12/accounts/${encodeRfc3986(id)}/${rest}`,
	template: `${ACCOUNT}/${rest}`,
});

/** Returns the path of statistics, and its template. */
export const statistics = (id: string, kind: 'stats' | 'stats/jobs', rest = '') => ({
	path: `/12/${kind}/accounts/${encodeRfc3986(id)}${rest}`,
	template: `/12/${kind}/accounts/{account_id}${rest}`,
});
