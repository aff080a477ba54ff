import type { IDataObject } from 'n8n-workflow';

/**
 * A failure as the `json` of an item. There is no `error` beside `json`, because n8n would then reduce `json` to the
 * message. There are exactly these two keys, because n8n recognizes the items of an error output by them.
 */
export const errorJson = (error: string, details: IDataObject): IDataObject => ({
	error: error === '' ? 'X gives no reason' : error,
	details,
});
