/** A fault of the network that no server can play: no one listens. */
import { Agent } from 'node:http';

interface AgentWithRequests {
	addRequest: (
		request: { method: string; path: string },
		options: Record<string, unknown>,
		...rest: unknown[]
	) => void;
}

/** A port on which nothing listens: the lowest ones are reserved. */
const CLOSED_PORT = 1;

/**
 * Lets the host refuse the connection for the next requests.
 *
 * @param times How many of them.
 * @param skip How many of them go well before.
 * @returns What ends it.
 */
export function refuseConnections(
	match: { method: string; path: string },
	times: number,
	skip = 0,
): () => void {
	const agent = Agent.prototype as unknown as AgentWithRequests;
	const { addRequest } = agent;
	const path = new RegExp(`^${match.path.replace(/\{[^}]+\}/g, '[^/]+')}(\\?|$)`);
	let left = times;
	let toSkip = skip;
	agent.addRequest = function (request, options, ...rest) {
		const isMeant = request.method === match.method && path.test(request.path) && toSkip-- <= 0;
		const isRefused = isMeant && left-- > 0;
		const to = isRefused ? { ...options, host: '127.0.0.1', port: CLOSED_PORT } : options;
		addRequest.call(this, request, to, ...rest);
	};
	return () => {
		agent.addRequest = addRequest;
	};
}
