import type { IDataObject } from 'n8n-workflow';
import type { Api } from '../http/connection';
import { object } from '../util/lenient';

/** Sends a request and returns the object in its answer, or an empty one. */
export const ask = async (api: Api, ...[request]: Parameters<Api['send']>): Promise<IDataObject> =>
	object((await api.send(request)).body);
