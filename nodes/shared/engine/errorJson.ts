import type { IDataObject } from 'n8n-workflow';

/**
 * A failure as the `json` of an item. Without an `error` beside `json`, which would make n8n reduce `json` to the
 * message; with these two keys alone, by which n8n knows the items of an error output.
 */
export const errorJson = (error: string, details: IDataObject): IDataObject => ({
	error: error === '' ? 'X gives no reason' : error,
	details,
});
