/** Finds the counter of a credential, and keeps it over restarts where n8n lets a node store something. */
import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { dayLimitOf } from '../auth/dayLimit';
import { dayOfCredential, type LimitedDay } from '../guard/credentialDay';
import { asText } from '../util/text';
import { lostWithProcess, WorkflowMemory, type Remembered } from '../memory/workflowMemory';
import type { ApiContext } from './apiContext';

/** Where the states of counters are in what the workflow remembers, by the marks of their credentials. */
const NAME = 'costOfDay';

/**
 * The counter of a credential under the limit that the credential has. Without a limit nothing is stored: to store
 * something after each run would cost n8n a write to its database for nothing.
 *
 * @param type The type of the credential.
 * @param credentials Its fields.
 */
export function credentialDay(context: ApiContext, type: string, credentials: IDataObject): LimitedDay {
	const key = keyOf(context, type, credentials);
	const day = dayOfCredential(key);
	const limited = day.under(context.getNode(), dayLimitOf(credentials));
	if (!limited.hasLimit) return limited;
	const mark = createHash('sha256').update(key).digest('base64url').slice(0, 12);
	const memory = new WorkflowMemory(context, NAME, mark);
	day.merge(memory.stored);
	const counted: Remembered = {
		get version() {
			return day.version;
		},
		get state() {
			return day.state;
		},
		// Polls without events store nothing for their own costs either.
		canWait: true,
	};
	const store = () => {
		memory.keep(counted);
		return memory.isLostWithProcess ? NOT_STORED : undefined;
	};
	limited.storeWith(
		store,
		'getInputData' in context ? 'atEnd' : 'emit' in context ? 'eachSecond' : 'eachTime',
	);
	return limited;
}

const NOT_STORED = lostWithProcess(
	'Max Cost per Day of the credential counts in this process of n8n alone',
	'the nodes that use it',
);

/** A credential is the same for all nodes and workflows by its ID; without one, by its secrets. */
function keyOf(context: ApiContext, type: string, credentials: IDataObject): string {
	const id = context.getNode().credentials?.[type]?.id;
	if (typeof id === 'string') return `${type} ${id}`;
	const { baseUrl, bearerToken, consumerKey, accessToken, clientId } = credentials;
	const named = [type, baseUrl, bearerToken, consumerKey, accessToken, clientId].map(asText);
	return createHash('sha256').update(named.join('\n')).digest('base64url');
}
