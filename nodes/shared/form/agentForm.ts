/**
 * This file makes the form of a node that is a tool of an agent. n8n sends it to the editor beside the form for people,
 * so it has only what the builder of an agent sets. A parameter that it leaves out has its default.
 */
import { isEmpty, mapValues, omit, pickBy } from 'lodash';
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { engineFields, formFields } from '../fields';
import type { NodeSpec } from '../operation/nodeSpec';
import type { Field, Fields, Operation } from '../operation/operation';
import { describe } from './describe';
import { textForModel } from './textForModel';

/** The engine's fields that bound what a model does, or how much it is given to read. */
const OF_THE_ENGINE = new Set(['limit', 'output', 'outputFields', 'maxCost', 'dryRun', 'guard']);

/** The longest menu that the form keeps. A longer one becomes text, which takes any value of the menu. */
const LONGEST_MENU = 14;

/** Returns the operations of a node that agents are offered. */
export const forAgents = (spec: NodeSpec): NodeSpec => ({
	...spec,
	resources: spec.resources.flatMap((resource) => {
		const without = spec.notForAgents?.[resource.value] ?? [];
		if (without === 'all') return [];
		const operations = pickBy(resource.operations, (_operation, value) => !without.includes(value));
		return [{ ...resource, operations }];
	}),
});

export function agentForm(spec: NodeSpec) {
	const properties = describe(forAgents(spec), { fieldsOf, describe: () => undefined });
	return {
		properties: [
			TOOL_DESCRIPTION,
			...properties.map((each) => (each.name === 'authentication' ? plain(each) : each)),
		],
		// n8n reads them when the agent runs; the editor has no use for them.
		texts: spec.resources.flatMap(({ value, operations }) =>
			Object.entries(operations).map(([operation, record]) => textProperty(value, operation, record)),
		),
	};
}

/** n8n adds a description of its own unless the form has one of this name. */
const TOOL_DESCRIPTION: INodeProperties = {
	displayName: 'Tool Description',
	name: 'toolDescription',
	type: 'string',
	default: '',
	typeOptions: { rows: 2 },
	placeholder: 'If empty: effect, price, limits and fields of the operation',
	description: 'What the model knows of this tool',
};

const textProperty = (resource: string, operation: string, record: Operation): INodeProperties => ({
	displayName: TOOL_DESCRIPTION.displayName,
	name: TOOL_DESCRIPTION.name,
	// Hidden, so that n8n's builder of workflows does not take it for a parameter to fill in.
	type: 'hidden',
	default: textForModel(record),
	displayOptions: { show: { '@tool': [true], resource: [resource], operation: [operation] } },
});

function fieldsOf(operation: Operation): Fields {
	const ofTheEngine = engineFields(operation);
	const kept = pickBy(formFields(operation), (field, key) =>
		key in ofTheEngine ? OF_THE_ENGINE.has(key) : !isExpert(key, field) && !isOfFiles(field),
	);
	return mapValues(kept, ({ when, property, ...field }) => {
		const isAtTop = field.collection === undefined;
		const conditions = omit(when, 'returnAll');
		return {
			...field,
			...(property && { property: { ...plain(property), ...(isAtTop && described(property)) } }),
			...(!isEmpty(conditions) && { when: conditions }),
		};
	});
}

/** The choice of menus that takes files of the item: a model has none to give. */
const FILES = 'file';

const isOfFiles = ({ when = {} }: Field): boolean =>
	Object.values(when).some((values) => values.every((value) => value === FILES));

/** Checks whether a field decides how to ask X, or which parts of an answer to return. */
const isExpert = (key: string, { collection, property }: Field): boolean =>
	property?.type === 'notice' ||
	collection === 'options' ||
	key === 'sort_by' ||
	key === 'expansions' ||
	key.endsWith('.fields');

type Property = NonNullable<Field['property']>;

const LONGEST_DESCRIPTION = 62;

const described = ({ description }: Property) =>
	description !== undefined && description.length <= LONGEST_DESCRIPTION ? { description } : {};

function plain<P extends Property>(property: P): P {
	const { type, options, typeOptions } = property;
	const helps = ['hint', 'placeholder', 'modes', 'options'];
	// n8n's rules ask for the description of a menu that is read from X.
	const rest = omit(property, typeOptions?.loadOptionsMethod ? helps : [...helps, 'description']);
	if (type === 'resourceLocator') return { ...rest, type: 'string', default: '' } as P;
	if (!options) return rest as P;
	if (type === 'options' && options.length > LONGEST_MENU) return { ...rest, type: 'string' } as P;
	const offered = options.filter(
		(option) => type !== 'options' || !('value' in option) || option.value !== FILES,
	);
	return { ...rest, options: offered.map(plainOption) } as P;
}

type Option = INodePropertyOptions | INodeProperties | INodePropertyCollection;

function plainOption(option: Option): Option {
	if ('values' in option) return { ...option, values: option.values.map(plain) };
	return 'type' in option ? plain(option) : omit(option, 'description');
}
