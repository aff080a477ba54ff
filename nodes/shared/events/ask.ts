import type { IDataObject } from 'n8n-workflow';
import { lookedAt } from '../errors';
import type { Api } from '../http/connection';
import { object } from '../util/lenient';

/** Sends a request and returns the object in its answer, or an empty one. One that reads throws as `lookedAt` does. */
export const ask = async (api: Api, ...[request]: Parameters<Api['send']>): Promise<IDataObject> =>
	(request.method === 'GET' ? lookedAt : object)((await api.send(request)).body);
