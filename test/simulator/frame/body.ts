/** Reads and parses request bodies: JSON, forms and multipart. */
import type { IncomingMessage } from 'node:http';
import { parseForm } from '../auth/signature';

/** Read a request's body whole. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk)));
	return Buffer.concat(chunks);
}

/** The media type without its parameters, in lower case. */
export function mediaTypeOf(contentType: string | undefined): string {
	return (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

/**
 * Parse a body by its media type.
 *
 * @returns undefined when there is none
 * @throws SyntaxError when it is not what its media type says
 */
export async function parseBody(raw: Buffer, contentType: string | undefined): Promise<unknown> {
	if (raw.length === 0) return undefined;
	switch (mediaTypeOf(contentType)) {
		case 'application/json': {
			const parsed: unknown = JSON.parse(raw.toString('utf8'));
			return parsed;
		}
		case 'application/x-www-form-urlencoded':
			return Object.fromEntries(parseForm(raw.toString('utf8')));
		case 'multipart/form-data':
			return await parseMultipart(raw, contentType ?? '');
		default:
			return raw;
	}
}

async function parseMultipart(raw: Buffer, contentType: string): Promise<Record<string, unknown>> {
	const form = await new Response(raw, { headers: { 'content-type': contentType } }).formData();
	const fields: Record<string, unknown> = {};
	for (const [name, value] of form) {
		fields[name] = typeof value === 'string' ? value : Buffer.from(await value.arrayBuffer());
	}
	return fields;
}
