/** Only this file reads parameters of the form from n8n. */
import { get, memoize } from 'lodash';
import {
	NodeOperationError,
	type IExecuteFunctions,
	type IHookFunctions,
	type ILoadOptionsFunctions,
} from 'n8n-workflow';
import type { CredentialKind, Host } from '../auth/credentialKinds';
import { attached } from '../memory/process';
import type { NodeSpec } from '../operation/nodeSpec';
import type { BrokenRule, Fields, Operation, ParameterSource } from '../operation/operation';
import { asText } from '../util/text';

/** The parameters of an input item. They have a fallback, because n8n throws for parameters that the form hides. */
export function itemParameters(context: IExecuteFunctions, itemIndex: number): ParameterSource {
	const known = read.getOrMake(context, () => new ReadParameters(context));
	return (name, as = 'value') => known.get(name, itemIndex, as);
}

const read = attached<IExecuteFunctions, ReadParameters>({ name: 'parameters of an item', of: 'execution' });

/** The value of a field, and the rules that it breaks; undefined if the form hides it. */
export type FieldReading = { readonly value?: unknown; readonly rules: readonly BrokenRule[] } | undefined;
export type ReadOnce = (key: string, make: () => FieldReading) => FieldReading;

/** Returns what reads fields for items. A field with parameters that are the same for all items is read once in a run. */
export const readOnce = (context: IExecuteFunctions, fields: Fields): ReadOnce =>
	read.getOrMake(context, () => new ReadParameters(context)).readerOf(fields);

/** Caches what an execution reads: n8n copies a parameter on each read, and only expressions differ between items. */
class ReadParameters {
	private readonly same = new Map<string, unknown>();
	private readonly readings = new Map<Fields, Map<string, FieldReading>>();
	/** Whether a parameter was read that differs between items. */
	private isOfItem = false;
	private readonly written: unknown;
	private readonly ofItem = new Map<string, unknown>();
	private itemIndex = -1;

	constructor(private readonly context: IExecuteFunctions) {
		({ parameters: this.written } = context.getNode());
	}

	get(name: string, itemIndex: number, as: 'value' | 'written'): unknown {
		const rawExpressions = as === 'written';
		const differs = !rawExpressions && this.differs(name);
		this.isOfItem ||= differs;
		if (differs && itemIndex !== this.itemIndex) {
			this.itemIndex = itemIndex;
			this.ofItem.clear();
		}
		const memory = differs ? this.ofItem : this.same;
		const key = `${as} ${name}`;
		if (!memory.has(key))
			memory.set(key, this.context.getNodeParameter(name, itemIndex, null, { rawExpressions }));
		return memory.get(key);
	}

	readerOf(fields: Fields): ReadOnce {
		const known = this.readings.get(fields) ?? new Map<string, FieldReading>();
		this.readings.set(fields, known);
		return (key, make) => {
			if (known.has(key)) return known.get(key);
			this.isOfItem = false;
			const made = make();
			// Items do not share objects, as the request of one could change what another sends.
			if (!this.isOfItem && typeof made?.value !== 'object') known.set(key, made);
			return made;
		};
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
	context: Pick<IExecuteFunctions, 'getNode'>,
	spec: NodeSpec,
	source: ParameterSource,
	{ environments: only }: Pick<Operation, 'environments'> = {},
	itemIndex?: number,
): Host {
	if (!spec.environments) return spec.host;
	const node = context.getNode();
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
