/** An AI program that speaks the Model Context Protocol: https://modelcontextprotocol.io/specification (read on 23 November 2026). */
import { z } from 'zod';

const VERSION = '2025-06-18';

const answered = z.object({ result: z.unknown().optional(), error: z.unknown().optional() });
const listed = z.object({
	tools: z.array(z.object({ name: z.string(), description: z.string().optional() })),
});
const called = z.object({ content: z.array(z.object({ text: z.string().optional() })) });

/**
 * Connects over Streamable HTTP.
 *
 * @throws Error where the server does not let the program in.
 */
export async function openMcp(url: string, token: string) {
	let session: string | undefined;
	let last = 0;
	const post = async (body: object): Promise<string> => {
		const response = await fetch(url, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				accept: 'application/json, text/event-stream',
				authorization: `Bearer ${token}`,
				...(session !== undefined && { 'mcp-session-id': session, 'mcp-protocol-version': VERSION }),
			},
			body: JSON.stringify({ jsonrpc: '2.0', ...body }),
		});
		const text = await response.text();
		if (!response.ok) throw new Error(`The MCP server answers ${response.status}: ${text}`);
		session ??= response.headers.get('mcp-session-id') ?? undefined;
		return text;
	};
	const ask = async (method: string, params: object): Promise<unknown> => {
		const text = await post({ id: ++last, method, params });
		// The answer is JSON, or an event of a stream.
		const json = text.startsWith('{') ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? '{}');
		const { result, error } = answered.parse(JSON.parse(json));
		if (error !== undefined) throw new Error(JSON.stringify(error));
		return result;
	};
	const clientInfo = { name: 'test', version: '1' };
	await ask('initialize', { protocolVersion: VERSION, capabilities: {}, clientInfo });
	await post({ method: 'notifications/initialized' });
	return {
		tools: async () => listed.parse(await ask('tools/list', {})).tools,
		/** The text that a tool answers. */
		call: async (name: string, filledIn: object) =>
			called
				.parse(await ask('tools/call', { name, arguments: filledIn }))
				.content.map(({ text = '' }) => text)
				.join('\n'),
	};
}
