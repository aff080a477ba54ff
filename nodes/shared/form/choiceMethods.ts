/** Gives the editor the choices that a form leaves out for their length. It needs no request. */
import { compact, uniq } from 'lodash';
import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { formParameters } from '../engine/parameters';
import { formFields } from '../fields';
import { findOperation, type NodeSpec } from '../operation/nodeSpec';
import type { Field, Operation } from '../operation/operation';

const methodOf = ({ property }: Field): string | undefined => property?.typeOptions?.loadOptionsMethod;

/** Checks whether the editor asks for the choices of a field, which its record has. */
export const isOnRequest = (field: Field): boolean =>
	methodOf(field) !== undefined && field.property?.options !== undefined;

const onRequest = (operation: Operation): Field[] => Object.values(formFields(operation)).filter(isOnRequest);

type LoadOptions = (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>;

/** Returns the `loadOptions` methods of a node. */
export function choiceMethods(spec: NodeSpec): Record<string, LoadOptions> {
	const operations = spec.resources.flatMap((resource) => Object.values(resource.operations));
	const methods = uniq(compact(operations.flatMap(onRequest).map(methodOf)));
	return Object.fromEntries(
		methods.map((method): [string, LoadOptions] => [method, choicesBy(spec, method)]),
	);
}

const choicesBy = (spec: NodeSpec, method: string): LoadOptions =>
	function () {
		const chosen = formParameters(this);
		const operation = findOperation(spec, chosen('resource'), chosen('operation'));
		const field = operation && onRequest(operation).find((each) => methodOf(each) === method);
		return Promise.resolve((field?.property?.options ?? []) as INodePropertyOptions[]);
	};
