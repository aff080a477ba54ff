import type { Failure } from '../errors';
import type { CredentialKind, Host } from '../auth/credentialKinds';
import type { Operation, Resource } from './operation';
import { labelOf } from './labels';

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

/**
 * Names the form field behind the parameter that a failure blames. It also searches the node's other operations,
 * because the entries of a batch have the fields of the single operations.
 */
export function fieldNamer(operation: Operation, spec: NodeSpec): (failure: Failure) => Failure {
	return (failure) => {
		const others = () => spec.resources.flatMap(({ operations }) => Object.values(operations));
		const named = nameField(failure, [operation]);
		return named.field === undefined ? nameField(failure, others()) : named;
	};
}

/** Names the form field behind the parameter that a failure blames. */
export function nameField(failure: Failure, forms: readonly Pick<Operation, 'fields'>[]): Failure {
	const { parameter } = failure;
	const field = parameter === undefined ? undefined : labelFor(parameter, labelsOf(forms));
	return field === undefined ? failure : { ...failure, field };
}

/** Labels by the names in requests. If several fields have the same name, the first one counts. */
function labelsOf(forms: readonly Pick<Operation, 'fields'>[]): ReadonlyMap<string, string> {
	const labels = new Map<string, string>();
	for (const { fields } of forms)
		for (const [key, field] of Object.entries(fields)) {
			const wire = field.wire ?? key;
			if (field.property && field.place !== 'form' && !labels.has(wire))
				labels.set(wire, labelOf(key, field));
		}
	return labels;
}

/** `filters[0].value` and `filters.0.value` are about the field `filters`. */
function labelFor(parameter: string, labels: ReadonlyMap<string, string>): string | undefined {
	const parts = parameter.split(/(?=[.[])/);
	const names = parts.map((_part, index) => parts.slice(0, parts.length - index).join(''));
	return names.map((name) => labels.get(name)).find((label) => label !== undefined);
}
