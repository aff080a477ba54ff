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
}

const ACCOUNT = '/12/accounts/{account_id}';

/** @throws NodeOperationError if the account has no time zone, or an unknown one. */
export async function accountOf(
	call: Pick<Call, 'context' | 'api' | 'itemIndex'>,
	id: string,
): Promise<Account> {
	return await memoOf(call.context).get(`${call.api.baseUrl} account ${id}`, async () => {
		const { body } = await call.api.send({
			method: 'GET',
			path: `/12/accounts/${encodeRfc3986(id)}`,
			template: ACCOUNT,
		});
		const zone = asText(get(body, 'data.timezone'));
		if (!isZone(zone) || zone === '')
			throw new NodeOperationError(call.context.getNode(), `The account has the time zone "${zone}"`, {
				itemIndex: call.itemIndex,
				description: 'It is not known here, so that the days of a report cannot be told. Update n8n.',
			});
		return { id, name: asText(get(body, 'data.name')), zone };
	});
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
