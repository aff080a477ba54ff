/**
 * Prints computed descriptions as the TypeScript someone would have written by hand, because n8n's older lint rules
 * read object literals only: keys without quotes where they are identifiers, one entry a line, functions left out.
 */
import type { ICredentialType, INodeType } from 'n8n-workflow';

/** A value as a literal. */
export function literal(value: unknown, indent = ''): string {
	if (Array.isArray(value))
		return list(
			'[',
			value.map((entry) => literal(entry, `${indent}\t`)),
			']',
			indent,
		);
	if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
	const entries = Object.entries(value)
		.filter(([, entry]) => entry !== undefined && typeof entry !== 'function')
		.map(([key, entry]) => `${keyOf(key)}: ${literal(entry, `${indent}\t`)}`);
	return list('{', entries, '}', indent);
}

const keyOf = (key: string) => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key));

function list(open: string, entries: string[], close: string, indent: string): string {
	if (entries.length === 0) return open + close;
	return `${open}\n${entries.map((entry) => `${indent}\t${entry},\n`).join('')}${indent}${close}`;
}

/** A node as its file would read. */
export function nodeSource(className: string, { description }: Pick<INodeType, 'description'>): string {
	return `export class ${className} implements INodeType {
	description: INodeTypeDescription = ${literal(description, '\t')};
}
`;
}

const FIELDS = ['name', 'displayName', 'extends', 'icon', 'documentationUrl', 'test'] as const;

/** A credential type as its file would read. */
export function credentialSource(className: string, credential: ICredentialType): string {
	const lines = FIELDS.filter((field) => credential[field] !== undefined).map(
		(field) => `\t${field} = ${literal(credential[field], '\t')};\n`,
	);
	return `export class ${className} implements ICredentialType {
${lines.join('\n')}
	properties: INodeProperties[] = ${literal(credential.properties, '\t')};
}
`;
}
