/** Asks n8n for parameters of the form: nothing else does. */
import { get } from 'lodash';
import type { IExecuteFunctions, IHookFunctions, ILoadOptionsFunctions, INode } from 'n8n-workflow';
import type { CredentialKind, Host } from '../auth/credentialKinds';
import { firstEnvironment, hostOf } from '../operation/environment';
import type { NodeSpec } from '../operation/nodeSpec';
import type { Operation, ParameterSource } from '../operation/operation';
import { asText } from '../util/text';

/** The parameters of an input item. Without a fallback n8n would throw for those that the form hides. */
export const itemParameters =
	(context: IExecuteFunctions, itemIndex: number): ParameterSource =>
	(name, as = 'value') =>
		context.getNodeParameter(name, itemIndex, null, { rawExpressions: as === 'written' });

/** The parameters of a node where there are no items: lists of the form, triggers. */
export const nodeParameters =
	(context: Pick<IHookFunctions, 'getNodeParameter'>): ParameterSource =>
	(name, as = 'value') =>
		context.getNodeParameter(name, null, { rawExpressions: as === 'written' });

/** The text or the chosen value of another field, as it stands in the form that is being filled in. */
export const formParameters =
	(context: Pick<ILoadOptionsFunctions, 'getCurrentNodeParameter'>) =>
	(name: string): string => {
		const value: unknown = context.getCurrentNodeParameter(name);
		return asText(typeof value === 'object' ? get(value, 'value') : value);
	};

/** The kind of credential that the form says. */
export const chosenKind = (spec: NodeSpec, source: ParameterSource): CredentialKind =>
	(source('authentication') ?? spec.defaultAuthentication) as CredentialKind;

/**
 * The host that the form says: that of the sandbox for an operation that exists only there, which must never reach
 * production.
 *
 * @throws NodeOperationError for an environment that does not exist.
 */
export function chosenHost(
	node: INode,
	spec: NodeSpec,
	source: ParameterSource,
	{ environments: only }: Pick<Operation, 'environments'> = {},
	itemIndex?: number,
): Host {
	const chosen = asText('environment' in node.parameters ? source('environment') : firstEnvironment(spec));
	return hostOf(node, spec, only && !only.includes(chosen) ? only[0] : chosen, itemIndex);
}
