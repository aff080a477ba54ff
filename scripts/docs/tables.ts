/** The operations of every node as Markdown. */
import { specs } from './specs';
import { describeOperation } from '../../nodes/shared/form/operationText';
import type { NodeSpec } from '../../nodes/shared/operation/nodeSpec';
import { isSideBySide, type Operation, type Resource } from '../../nodes/shared/operation/operation';
import type { CredentialKind } from '../../nodes/shared/auth/credentialKinds';

const LETTERS: Record<CredentialKind, string> = { app: 'App', oAuth2: 'OAuth 2.0', oAuth1: 'OAuth 1.0a' };

/** One foldable table per node. */
export const operationTables = (): string =>
	Object.entries(specs)
		.map(([node, spec]) => operationTable(node, spec))
		.join('\n\n');

/** The foldable table of one node, rows in the order of the editor's menus. */
export function operationTable(node: string, { resources }: NodeSpec): string {
	const rows = [...resources].sort(byName).flatMap(resourceRows);
	return [
		`<details>`,
		`<summary><b>${node}</b>: ${rows.length} operations</summary>`,
		'',
		'| Resource | Operation | Request | Credentials | Many items |',
		'|---|---|---|---|---|',
		...rows,
		'',
		'</details>',
	].join('\n');
}

const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name, 'en');

const resourceRows = (resource: Resource): string[] =>
	Object.values(resource.operations)
		.sort(byName)
		.map((operation) => row(resource, operation));

function row(resource: Resource, operation: Operation): string {
	const { name, docs, route, auth } = operation;
	const kinds = auth.kinds.map((kind) => LETTERS[kind]).join(', ');
	const request = route === 'GET /' ? 'any path' : `\`${route}\``;
	const title = docs === undefined ? `**${name}**` : `[**${name}**](${docs})`;
	return `| ${resource.name} | ${title}<br>${describeOperation(operation).replaceAll('|', '\\|')} | ${request} | ${kinds} | ${manyItems(operation)} |`;
}

/** How several input items are sent. */
function manyItems(operation: Operation): string {
	if (operation.runAll) return 'in batches';
	if (operation.many) return `${operation.many.max} a request`;
	return isSideBySide(operation) ? 'side by side' : 'in order';
}
