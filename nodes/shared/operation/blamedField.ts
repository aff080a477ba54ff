/** Finds the form field behind the parameter that X blames. */
import type { Failure } from '../errors/failure';
import { labelOf } from './labels';
import type { NodeSpec } from './nodeSpec';
import type { Operation } from './operation';

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
