import type { Failure } from '../errors';
import type { CredentialKind, Host } from '../auth/credentialKinds';
import type { Operation, Resource } from './operation';

/** What one node is made of, besides the face that n8n demands as a literal. */
export interface NodeSpec {
	readonly resources: readonly Resource[];
	/** Credential kinds offered, with their names in the form. */
	readonly authentication: Partial<Readonly<Record<CredentialKind, string>>>;
	readonly defaultAuthentication: CredentialKind;
	/** Which host the requests go to, by the value of the `environment` parameter; no such parameter where absent. */
	readonly environments?: Readonly<Record<string, { readonly name: string; readonly host: Host }>>;
	readonly host: Host;
	/** Puts failures whose general explanation does not fit this part of X into words that do. */
	readonly explain?: (failure: Failure) => Failure;
}

/** The record behind a resource and operation of the form. */
export function findOperation(spec: NodeSpec, resource: string, operation: string): Operation | undefined {
	return spec.resources.find((candidate) => candidate.value === resource)?.operations[operation];
}
