/** Only this file reads parameters of the form from n8n. */
import { get, memoize } from 'lodash';
import {
	NodeOperationError,
	type IExecuteFunctions,
	type IHookFunctions,
	type ILoadOptionsFunctions,
	type INode,
} from 'n8n-workflow';
import type { CredentialKind, Host } from '../auth/credentialKinds';
import { attached } from '../memory/process';
import type { NodeSpec } from '../operation/nodeSpec';
import type { Operation, ParameterSource } from '../operation/operation';
import { asText } from '../util/text';

/** The parameters of an input item. They have a fallback, because n8n throws for parameters that the form hides. */
export function itemParameters(context: IExecuteFunctions, itemIndex: number): ParameterSource {
	const known = read.getOrMake(context, () => new ReadParameters(context));
	return (name, as = 'value') => known.get(name, itemIndex, as);
}

const read = attached<IExecuteFunctions, ReadParameters>({ name: 'parameters of an item', of: 'execution' });

/** Caches what an execution reads: n8n copies a parameter on each read, and only expressions differ between items. */
class ReadParameters {
	private readonly same = new Map<string, unknown>();
	private readonly written: unknown;
	private ofItem = new Map<string, unknown>();
	private itemIndex = -1;

	constructor(private readonly context: IExecuteFunctions) {
		({ parameters: this.written } = context.getNode());
	}

	get(name: string, itemIndex: number, as: 'value' | 'written'): unknown {
		if (as === 'written' || !this.differs(name))
			return this.remembered(this.same, `${as} ${name}`, name, itemIndex, as);
		if (itemIndex !== this.itemIndex) {
			this.itemIndex = itemIndex;
			this.ofItem = new Map();
		}
		return this.remembered(this.ofItem, name, name, itemIndex, as);
	}

	private remembered(
		memory: Map<string, unknown>,
		key: string,
		name: string,
		itemIndex: number,
		as: 'value' | 'written',
	): unknown {
		if (!memory.has(key))
			memory.set(
				key,
				this.context.getNodeParameter(name, itemIndex, null, { rawExpressions: as === 'written' }),
			);
		return memory.get(key);
	}

	private readonly differs = memoize((name: string) =>
		holdsExpression(get(this.written, name.split('.')[0] ?? name)),
	);
}

const holdsExpression = (value: unknown): boolean =>
	typeof value === 'string'
		? value.startsWith('=')
		: typeof value === 'object' && value !== null && Object.values(value).some(holdsExpression);

/** The parameters of a node without items, in lists of the form and in triggers. */
export const nodeParameters =
	(context: Pick<IHookFunctions, 'getNodeParameter'>): ParameterSource =>
	(name, as = 'value') =>
		context.getNodeParameter(name, null, { rawExpressions: as === 'written' });

/** The text or the chosen value of another field, while the user fills in the form. */
export const formParameters =
	(context: Pick<ILoadOptionsFunctions, 'getCurrentNodeParameter'>) =>
	(name: string): string => {
		const value: unknown = context.getCurrentNodeParameter(name);
		return asText(typeof value === 'object' ? get(value, 'value') : value);
	};

/** Returns the credential kind that the form selects. */
export const chosenKind = (spec: NodeSpec, source: ParameterSource): CredentialKind =>
	(source('authentication') ?? spec.defaultAuthentication) as CredentialKind;

/**
 * The host that the form selects. An operation that exists only in the sandbox always uses the sandbox, and never
 * reaches production.
 *
 * @throws NodeOperationError for an unknown environment: a typing error in an imported workflow must not reach
 *   production.
 */
export function chosenHost(
	node: INode,
	spec: NodeSpec,
	source: ParameterSource,
	{ environments: only }: Pick<Operation, 'environments'> = {},
	itemIndex?: number,
): Host {
	if (!spec.environments) return spec.host;
	const names = Object.keys(spec.environments);
	// Saved workflows without a choice use the default of the form.
	const chosen = asText('environment' in node.parameters ? source('environment') : names[0]);
	const name = only && !only.includes(chosen) ? asText(only[0]) : chosen;
	const host = spec.environments[name]?.host;
	if (host) return host;
	throw new NodeOperationError(node, `"Environment" must be ${names.join(' or ')}, and is "${name}"`, {
		...(itemIndex !== undefined && { itemIndex }),
		description: 'Nothing was sent. Choose the environment from its list.',
	});
}
