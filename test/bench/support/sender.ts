import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	INodeType,
} from 'n8n-workflow';
import { describe } from '../../support/host/describe';

/** Sends the request of one item and gives the parsed answer. */
type Send = (context: IExecuteFunctions, request: IHttpRequestOptions) => Promise<unknown>;

/**
 * A node that does nothing but send one request an item. Its parameter is `url`.
 *
 * @param credential Type of the credential that it may use.
 * @param parallel How many requests are in progress at a time.
 */
export function sender(name: string, credential: string, send: Send, parallel = 1): INodeType {
	return {
		description: describe({
			name,
			displayName: name,
			credentials: [{ name: credential }],
			properties: [{ displayName: 'URL', name: 'url', type: 'string', default: '' }],
		}),
		async execute() {
			const one = async (itemIndex: number): Promise<INodeExecutionData> => {
				const url = this.getNodeParameter('url', itemIndex) as string;
				const answer = (await send(this, { url })) as IDataObject;
				return { json: answer, pairedItem: { item: itemIndex } };
			};
			const output: INodeExecutionData[] = [];
			const places = this.getInputData().keys();
			const work = async () => {
				for (const itemIndex of places) output[itemIndex] = await one(itemIndex);
			};
			await Promise.all(Array.from({ length: parallel }, work));
			return [output];
		},
	};
}
