/** A small client for tests of the simulator itself. */
import type { Area } from '../../simulator/frame';
import { ME } from '../../simulator/identities';
import type { SimulatorOptions } from '../../simulator/server';
import { useSimulator } from '../../support/simulator';

interface Call {
	/** JSON body. */
	body?: unknown;
	/** Authorization header; by default the user's OAuth 2.0 token, none if empty. */
	authorization?: string;
	form?: Record<string, string>;
}

export const AS_USER = `Bearer ${ME.oauth2AccessToken}`;

/** A seeded platform for the tests of a file, and calls to it: `call('GET /12/accounts?count=2')`. */
export function useClient(options: SimulatorOptions, areas?: readonly Area[]) {
	const sim = useSimulator(options, areas);
	const call = async (request: string, { body, authorization = AS_USER, form }: Call = {}) => {
		const [method = '', target = ''] = request.split(/ (.*)/s);
		const { baseUrl, adsUrl } = sim();
		const sent = form ? new URLSearchParams(form) : body === undefined ? undefined : JSON.stringify(body);
		const response = await fetch((target.startsWith('/12/') ? adsUrl : baseUrl) + target, {
			method,
			redirect: 'manual',
			headers: {
				...(authorization && { authorization }),
				...(body !== undefined && { 'content-type': 'application/json' }),
			},
			...(sent !== undefined && { body: sent }),
		});
		const { status, headers } = response;
		const text = await response.text();
		const json = (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, unknown>;
		return { status, headers, text, json };
	};
	return { sim, call };
}
