/** Finds the counter of a credential, and keeps it over restarts where n8n lets a node store something. */
import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { dayLimitOf } from '../auth/dayLimit';
import { dayOfCredential, type CredentialDay, type LimitedDay } from '../guard/credentialDay';
import { asText } from '../util/text';
import type { ApiContext } from './apiContext';
import { hasTrigger } from './guardMemory';

/** Where the states of counters are in the static data, by the marks of their credentials. */
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
	if (limited.hasLimit && 'getWorkflowStaticData' in context && !isSetBack(context)) {
		const isRun = 'getInputData' in context;
		const mark = createHash('sha256').update(key).digest('base64url').slice(0, 12);
		const store = keepIn(context.getWorkflowStaticData(isRun ? 'global' : 'node'), mark, day);
		limited.storeWith(store, isRun ? 'atEnd' : 'emit' in context ? 'eachSecond' : 'eachTime');
	}
	return limited;
}

/**
 * Whether a trigger of this package is in the workflow of a run. Such a run stores nothing: n8n would write back the whole
 * memory of the workflow as it was when the run began, and after a restart the trigger would give the events since then
 * again.
 */
const isSetBack = (context: ApiContext): boolean => 'getInputData' in context && hasTrigger(context);

/** A credential is the same for all nodes and workflows by its ID; without one, by its secrets. */
function keyOf(context: ApiContext, type: string, credentials: IDataObject): string {
	const id = context.getNode().credentials?.[type]?.id;
	if (typeof id === 'string') return `${type} ${id}`;
	const { baseUrl, bearerToken, consumerKey, accessToken, clientId } = credentials;
	const named = [type, baseUrl, bearerToken, consumerKey, accessToken, clientId].map(asText);
	return createHash('sha256').update(named.join('\n')).digest('base64url');
}

/**
 * Takes over what is stored. n8n writes the static data of a production run to its database when the run ends. The nodes
 * of a workflow share them in runs; a trigger has its own.
 *
 * @returns What stores the present state.
 */
function keepIn(data: IDataObject, mark: string, day: CredentialDay): () => void {
	const stored = (): IDataObject => {
		const all: unknown = data[NAME];
		return typeof all === 'object' && all !== null && !Array.isArray(all) ? (all as IDataObject) : {};
	};
	day.merge(stored()[mark]);
	return () => {
		data[NAME] = { ...stored(), [mark]: day.state as IDataObject };
	};
}
