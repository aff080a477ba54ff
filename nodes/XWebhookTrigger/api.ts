import type { IHookFunctions, ILoadOptionsFunctions } from 'n8n-workflow';

import type { Failure } from '../shared/errors';
import { connect } from '../shared/http/connection';
import type { CredentialKind } from '../shared/auth/credentialKinds';

/** What the trigger needs of the platform's API; tests bind it to something else. */
export interface Api {
	/**
	 * Sends a request and gives the parsed body.
	 *
	 * @param path from the host on, encoded
	 * @throws an error whose `httpCode` and texts carry the platform's answer, for everything but a success
	 */
	request(
		method: 'GET' | 'POST' | 'PUT' | 'DELETE',
		path: string,
		options?: RequestOptions,
	): Promise<unknown>;
}

export interface RequestOptions {
	query?: Record<string, string>;
	body?: object;
}

/** Longest wait for a rate limit while somebody waits for the activation, in seconds. */
const MAX_WAIT = 20;

/**
 * Binds a credential to the API.
 *
 * @param kind which of the node's credentials
 * @param explain puts failures into words that fit what is being done
 * @throws NodeOperationError when the credential is not set up
 */
export async function bindApi(
	context: IHookFunctions | ILoadOptionsFunctions,
	kind: CredentialKind,
	explain?: (failure: Failure) => Failure,
): Promise<Api> {
	const api = await connect(context, { kind, maxWait: MAX_WAIT, ...(explain && { explain }) });
	return {
		async request(method, path, { query, body } = {}) {
			const response = await api.send({
				method,
				path,
				query: Object.entries(query ?? {}),
				...(body !== undefined && { body }),
			});
			return response.body;
		},
	};
}
