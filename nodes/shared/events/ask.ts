import type { IDataObject } from 'n8n-workflow';
import type { Api } from '../http/connection';
import { object } from '../util/read';

/** Sends a request and gives the object in its answer; an empty one where there is none. */
export async function ask(api: Api, ...[request]: Parameters<Api['send']>): Promise<IDataObject> {
	return object((await api.send(request)).body);
}
