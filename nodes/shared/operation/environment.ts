import { NodeOperationError, type INode } from 'n8n-workflow';
import type { Host } from '../auth/credentialKinds';
import type { NodeSpec } from './nodeSpec';
import { asText } from '../util/text';

/** The environment that the form starts with; empty where there is no choice. */
export const firstEnvironment = (spec: NodeSpec): string => Object.keys(spec.environments ?? {})[0] ?? '';

/**
 * The credential field with the address for the chosen environment.
 *
 * @throws NodeOperationError for one that is not in the menu: a slip in an imported workflow must never mean production.
 */
export function hostOf(node: INode, spec: NodeSpec, chosen: unknown, itemIndex?: number): Host {
	if (!spec.environments) return spec.host;
	const host = spec.environments[asText(chosen)]?.host;
	if (host) return host;
	throw new NodeOperationError(
		node,
		`"Environment" must be ${Object.keys(spec.environments).join(' or ')}, and is "${asText(chosen)}"`,
		{
			...(itemIndex !== undefined && { itemIndex }),
			description: 'Nothing was sent. Choose the environment from its list.',
		},
	);
}
