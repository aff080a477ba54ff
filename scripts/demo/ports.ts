const DEFAULT_PORT = 5678;

/**
 * Where the demo's n8n listens: N8N_PORT, or n8n's own default.
 *
 * @throws Error where N8N_PORT is no port.
 */
export function n8nPort(): number {
	const text = process.env['N8N_PORT'] ?? String(DEFAULT_PORT);
	const port = Number(text);
	if (Number.isInteger(port) && port > 0 && port < 65_535) return port;
	throw new Error(`N8N_PORT is "${text}"; it must be a port number between 1 and 65534.`);
}

/** Where the demo's shop and chat channel listen. */
export const hostPort = (): number => n8nPort() + 1;
