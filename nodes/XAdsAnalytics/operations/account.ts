/** Asks once in a run what a report needs to know about its account. */
import { NodeOperationError } from 'n8n-workflow';
import { get } from 'lodash';
import { leftOut, partialErrors } from '../../shared/errors';
import { isInForm, oddities, unknownForm } from '../../shared/engine/contract';
import { entities } from '../../shared/engine/output';
import { pages } from '../../shared/engine/paging';
import { cursorWithoutSize, many, type Call } from '../../shared/operation/operation';
import { pushAll } from '../../shared/util/pushAll';
import { encodeRfc3986, asText } from '../../shared/util/text';
import { endIfCancelled } from '../../shared/util/wait';
import { memoOf } from '../../shared/memory/requestMemo';
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
export async function accountOf(call: Pick<Call, 'context' | 'api' | 'itemIndex' | 'about'>, id: string) {
	const account = await memoOf(call.context).get(`${call.api.account} account ${id}`, async () => {
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

const LIST = { result: many(), paging: cursorWithoutSize };

/**
 * Reads a list below an account, until `isEnough`.
 *
 * @throws NodeApiError with the answer, if it is not understood.
 */
export async function listBelow(
	call: Pick<Call<unknown>, 'api' | 'context' | 'hint' | 'itemIndex'>,
	{ id }: Pick<Account, 'id'>,
	segment: string,
	query: readonly (readonly [string, string])[],
	isEnough: (found: readonly unknown[]) => boolean = () => false,
): Promise<unknown[]> {
	const found: unknown[] = [];
	const path = `/12/accounts/${encodeRfc3986(id)}/${segment}`;
	const request = { method: 'GET' as const, path, template: `${ACCOUNT}/${segment}`, query: [...query] };
	// With a bound no page is asked for ahead, which may not be needed.
	for await (const { body } of pages(call.api, request, LIST.paging, Number.MAX_SAFE_INTEGER, () => 0)) {
		if (!isInForm(LIST, body)) throw unknownForm(call, body);
		for (const text of oddities(LIST, body)) call.hint(text);
		const problems = partialErrors(body);
		if (problems.length > 0) call.hint(leftOut(problems));
		pushAll(found, entities(LIST.result, body));
		if (isEnough(found)) break;
	}
	return found;
}

/** Reads what a report has besides its figures. Without an answer, a hint says so, and the report goes on. */
export async function unlessUnread(
	call: Pick<Call<unknown>, 'context' | 'hint'>,
	what: string,
	read: () => Promise<void>,
) {
	try {
		await read();
	} catch (error) {
		endIfCancelled(call.context.getExecutionCancelSignal());
		call.hint(`The ${what} could not be read: ${(error as Error).message}`);
	}
}

/** Returns the path of statistics, and its template. */
export const statistics = (id: string, kind: 'stats' | 'stats/jobs', rest = '') => ({
	path: `/12/${kind}/accounts/${encodeRfc3986(id)}${rest}`,
	template: `/12/${kind}/accounts/{account_id}${rest}`,
});
