import type { Failure } from '../errors';
import type { CredentialKind, Host } from '../auth/credentialKinds';
import type { Operation, Resource } from './operation';

/** The parts of a node, apart from the description that n8n requires as a literal. */
export interface NodeSpec {
	readonly resources: readonly Resource[];
	/** Credential kinds offered, with their names in the form. */
	readonly authentication: Partial<Readonly<Record<CredentialKind, string>>>;
	readonly defaultAuthentication: CredentialKind;
	/** The host for each value of the `environment` parameter; absent if the node has no such parameter. */
	readonly environments?: Readonly<Record<string, { readonly name: string; readonly host: Host }>>;
	readonly host: Host;
	/**
	 * Operations that the form for agents does not offer, by resource: what handles files or long lists, and what a
	 * person sets up once. A workflow that names one of them still runs it.
	 */
	readonly notForAgents?: Readonly<Record<string, 'all' | readonly string[]>>;
	/** Rewords failures whose general explanation does not fit this part of X. */
	readonly explain?: (failure: Failure) => Failure;
}

/** Returns the operation that the form selects. */
export const findOperation = (spec: NodeSpec, resource: string, operation: string): Operation | undefined =>
	spec.resources.find((candidate) => candidate.value === resource)?.operations[operation];

/** Returns the names of the fields of the list at a documented path. Is undefined if the node has no operation for it. */
export function listFieldsAt(spec: Pick<NodeSpec, 'resources'>, template: string) {
	const all = spec.resources.flatMap(({ operations }) => Object.values(operations));
	const list = all.find(({ route, paging }) => route === `GET ${template}` && paging !== undefined);
	return list && new Set(Object.keys(list.fields));
}
