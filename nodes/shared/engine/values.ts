/** The form's values of one item → the wire's values. */
import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import { labelOf, propertyName } from '../operation/labels';
import {
	InvalidValue,
	type Field,
	type FieldContext,
	type Lookup,
	type Operation,
	type Values,
} from '../operation/operation';
import { mayUnset } from './request';
import { isOn } from '../util/text';

/**
 * Reads, encodes and checks every field of an operation for one item, then takes the steps that need a request
 * (a username's ID). All broken rules of the item are reported at once, before anything is sent.
 *
 * @throws NodeOperationError that names item, fields and rules.
 */
export async function readValues(
	context: IExecuteFunctions,
	operation: Operation,
	itemIndex: number,
	lookup: Omit<Lookup, 'values'>,
): Promise<Values> {
	const problems: InvalidValue[] = [];
	const values: Record<string, unknown> = {};
	const timezone = context.getTimezone();
	const parameter = (name: string): unknown => context.getNodeParameter(name, itemIndex, undefined);
	const shown = Object.entries(operation.fields).filter(([, field]) => isShown(context, field, itemIndex));
	for (const [key, field] of shown) {
		const label = labelOf(key, field);
		const value = encode(field, read(context, key, field, itemIndex), { timezone, label, parameter });
		if (value instanceof InvalidValue) problems.push(value);
		else if (isMissing(value) && isRequired(field)) problems.push(new InvalidValue(label, 'is required'));
		// An empty text says something in an update only; elsewhere it is a field left alone.
		else values[key] = value === '' && !mayUnset(field) ? undefined : value;
	}
	if (problems.length === 0 && operation.check)
		problems.push(...Array.from(operation.check(values), (sentence) => sentenceProblem(sentence)));
	if (problems.length > 0) throw invalid(context, itemIndex, problems);
	for (const [key, field] of shown)
		if (field.resolve && (!isMissing(values[key]) || !field.property))
			values[key] = await field.resolve(values[key], { ...lookup, values });
	return values;
}

function encode(field: Field, value: unknown, context: FieldContext): unknown {
	try {
		return field.encode(value, context);
	} catch (error) {
		return error instanceof InvalidValue ? error : new InvalidValue(context.label, (error as Error).message);
	}
}

const isMissing = (value: unknown) =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

const isRequired = (field: Field) =>
	field.property !== undefined && (field.section ?? 'top') === 'top' && field.required !== false;

function isShown(context: IExecuteFunctions, field: Field, itemIndex: number): boolean {
	return Object.entries(field.when ?? {}).every(([name, accepted]) => {
		const value = context.getNodeParameter(name, itemIndex, '');
		return accepted.some((each) => (typeof each === 'boolean' ? each === isOn(value) : each === value));
	});
}

function read(context: IExecuteFunctions, key: string, field: Field, itemIndex: number): unknown {
	if (!field.property) return undefined;
	const name = propertyName(key, field);
	const section = field.section ?? 'top';
	if (section === 'top') return context.getNodeParameter(name, itemIndex, undefined);
	const collection = context.getNodeParameter(section, itemIndex, {}) as Record<string, unknown>;
	return collection[name];
}

function sentenceProblem(sentence: string): InvalidValue {
	const colon = sentence.indexOf(': ');
	return colon < 0
		? new InvalidValue('', sentence)
		: new InvalidValue(sentence.slice(0, colon), sentence.slice(colon + 2));
}

function invalid(context: IExecuteFunctions, itemIndex: number, problems: readonly InvalidValue[]) {
	const lines = problems.map(({ label, rule }) => (label ? `"${label}" ${rule}` : rule));
	return new NodeOperationError(context.getNode(), lines[0] ?? 'A value is not valid', {
		itemIndex,
		description:
			lines.length > 1
				? `Nothing was sent. Everything to mend: ${lines.join('; ')}`
				: 'Nothing was sent. Change the value and run again.',
	});
}
