/** Reads, checks and encodes the values of the form for a request. */
import { get, pickBy } from 'lodash';
import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import { formFields, PARALLEL_REQUESTS, resumeFields, rulesOf, type EngineValues } from '../fields';
import { labelAt, propertyName, withLabels } from '../operation/labels';
import {
	beginsAnywhere,
	broken,
	isChange,
	type BrokenRule,
	type EngineOptions,
	type Field,
	type FieldContext,
	type Fields,
	type Lookup,
	type Operation,
	type ParameterSource,
	type Place,
	type Values,
	type ValuesOf,
} from '../operation/operation';
import { isNothing, isOn } from '../util/text';
import { itemParameters, readOnce, type FieldReading, type ReadOnce } from './parameters';
import { emptyCollections, emptyMembers, emptyRule, NOT_ENCODED } from './meant';
import { mayUnset, pathRules } from './request';
import { asWritten, type Evaluate } from './spoiled';

interface ReadContext extends Pick<FieldContext, 'timezone'> {
	readonly evaluate?: Evaluate;
	readonly once?: ReadOnce;
}

/** Checked values, or the rules that they break. */
export type Reading<V> =
	| { readonly values: V; readonly invalid?: undefined }
	| { readonly invalid: readonly BrokenRule[]; readonly values?: undefined };

/** Reads and encodes fields, and collects all broken rules. */
export function readFields<F extends Fields>(
	fields: F,
	source: ParameterSource,
	context: ReadContext,
): Reading<ValuesOf<F>> {
	const invalid: BrokenRule[] = [];
	const values: Record<string, unknown> = {};
	const { once = (_, make) => make() } = context;
	for (const [key, field] of Object.entries(fields)) {
		const reading = once(key, () => readField(key, field, source, context));
		if (!reading) continue;
		values[key] = reading.value;
		invalid.push(...reading.rules);
	}
	invalid.push(...(once('', () => ({ rules: [...emptyCollections(fields, source)] }))?.rules ?? []));
	return invalid.length > 0 ? { invalid } : { values: values as ValuesOf<F> };
}

function readField(
	key: string,
	field: Field,
	source: ParameterSource,
	{ timezone, evaluate }: ReadContext,
): FieldReading {
	if (!isShown(field, source)) return undefined;
	const form = { key, field, source, evaluate };
	const expression = () => expressionOf(key, field, source);
	const isNeeded = isRequired(field, source);
	try {
		const encoded = encode(field, read(key, field, source), { timezone, parameter: source, expression });
		const empty = [...emptyMembers(form)];
		if (isMissing(encoded) && isNeeded)
			return { rules: empty.length > 0 ? empty : [missingRule(key, expression())] };
		const whole = emptyRule(form, encoded);
		return { value: encoded, rules: whole ? [whole] : empty };
	} catch (error) {
		// A part without a value may cause the refusal of the whole: its own rule says more.
		const whole = emptyRule(form, NOT_ENCODED);
		if (whole) return { rules: [isNeeded ? missingRule(key, expression()) : whole] };
		const empty = [...emptyMembers(form)];
		const others = rulesOf(error, key).filter((rule) =>
			empty.every(({ field: other }) => other !== rule.field),
		);
		return { rules: [...others, ...empty] };
	}
}

/**
 * Reads and checks everything that the form contains for one item: the values of the operation and those of the
 * engine. All broken rules are reported together, before anything is sent.
 *
 * @throws NodeOperationError that names item, fields and rules, with the rules in `context.data.invalid`.
 */
export function readValues(
	context: IExecuteFunctions,
	operation: Operation,
	itemIndex: number,
): { values: Values; options: EngineOptions } {
	const fields = formFields(operation);
	const values: Values = readSome(context, fields, itemIndex);
	const ofRecord = Object.fromEntries(Object.keys(operation.fields).map((key) => [key, values[key]]));
	const rules = [
		...changeRules(operation, ofRecord),
		...pathRules(operation, ofRecord),
		...(operation.check?.(ofRecord) ?? []),
	];
	const { resumeFrom, file, output } = values as EngineValues;
	if (resumeFrom?.from !== undefined && !beginsAnywhere(operation)) rules.push(NO_PLACE);
	if (resumeFrom?.from !== undefined && isOfAnother(context, operation, itemIndex, resumeFrom.from))
		rules.push(ONE_PLACE);
	if (file === 'csv' && output !== 'selectedFields') rules.push(NO_COLUMNS);
	if (rules.length > 0) throw invalidValues(context, fields, itemIndex, rules);
	return { values: ofRecord, options: optionsOf(operation, values, itemIndex) };
}

/**
 * Reads and checks some fields of an item, and reports all broken rules together.
 *
 * @throws NodeOperationError that names item, fields and rules, with the rules in `context.data.invalid`.
 */
export function readSome<F extends Fields>(
	context: IExecuteFunctions,
	fields: F,
	itemIndex: number,
): ValuesOf<F> {
	const { invalid, values } = readFields(fields, itemParameters(context, itemIndex), {
		timezone: context.getTimezone(),
		evaluate: (part) => context.evaluateExpression(part, itemIndex),
		once: readOnce(context, fields),
	});
	if (invalid) throw invalidValues(context, fields, itemIndex, invalid);
	return values;
}

/** Runs the steps that need a request, such as finding a user's ID. */
export async function resolveValues(
	context: IExecuteFunctions,
	operation: Operation,
	itemIndex: number,
	values: Values,
	lookup: Omit<Lookup, 'values'>,
): Promise<Values> {
	const resolved: Record<string, unknown> = { ...values };
	const source = itemParameters(context, itemIndex);
	for (const [key, field] of Object.entries(operation.fields))
		if (field.resolve && (!isMissing(resolved[key]) || !field.property) && isShown(field, source))
			resolved[key] = await field.resolve(resolved[key], { ...lookup, values: resolved });
	return resolved;
}

/** An operation of one request has no places in between. */
const NO_PLACE = broken(
	'resumeFrom',
	'format',
	'must be the "resume" of an earlier run: this operation has no place to begin at',
);

/** Lists, threads and uploads of other items would go on at a place that is not theirs. */
const ONE_PLACE = broken(
	'resumeFrom',
	'single',
	'is the place of one item, and several items have it: give the whole "resume", or only the item with this place',
);

/** Checks whether the item beside this one has the same place. Operations that run items together decide themselves. */
const isOfAnother = (context: IExecuteFunctions, operation: Operation, itemIndex: number, from: string) =>
	!operation.runAll &&
	context.getInputData().length > 1 &&
	readFields(resumeFields, itemParameters(context, itemIndex === 0 ? 1 : 0), {
		timezone: context.getTimezone(),
	}).values?.resumeFrom?.from === from;

/** Results have fields that differ; a table has the same columns from its first line to its last. */
const NO_COLUMNS = broken(
	'file',
	'columns',
	'takes the columns of a CSV file from Output Fields: set Output to Selected Fields',
);

const optionsOf = (
	{ fields }: Operation,
	{ returnAll, limit, output, outputFields, ...rest }: EngineValues,
	itemIndex: number,
): EngineOptions => ({
	returnAll: returnAll === true,
	limit: limit ?? Infinity,
	output: output ?? 'simplified',
	outputFields: outputFields ?? [],
	maxWait: rest.maxWait,
	failOnPartialErrors: rest.failOnPartialErrors === true,
	parallelRequests: rest.parallelRequests ?? PARALLEL_REQUESTS,
	maxCost: rest.maxCost ?? Infinity,
	endsQuietly: rest.whenMaxCost === 'end',
	assumedPrice: rest.assumedPrice,
	// A sync has a Dry Run of its own.
	guard: rest.dryRun === true && !('dryRun' in fields) ? { ...rest.guard, dryRun: true } : rest.guard,
	file: rest.file,
	resumeFrom: placeIn(rest, itemIndex).from,
	since: rest.unsureItems === 'sendAgain' ? undefined : placeIn(rest, itemIndex).since,
	sendsAgain: rest.unsureItems === 'sendAgain',
});

const placeIn = ({ resumeFrom = {} }: EngineValues, itemIndex: number): Place =>
	resumeFrom.left?.get(itemIndex) ?? resumeFrom;

const isShown = ({ when, optionalWhen }: Field, source: ParameterSource): boolean =>
	applies(when, source) || (optionalWhen !== undefined && applies(optionalWhen, source));

/** As in the editor, a list meets a condition if one of its values does. */
const applies = (conditions: Field['when'] = {}, source: ParameterSource): boolean =>
	Object.entries(conditions).every(([name, accepted]) => {
		const given: readonly unknown[] = [source(name)].flat();
		return accepted.some((each) =>
			given.some((value) => (typeof each === 'boolean' ? each === isOn(value) : each === value)),
		);
	});

/** The expression behind the value of a field, or behind the collection that contains it. */
function expressionOf(key: string, field: Field, source: ParameterSource): string | undefined {
	if (!field.property || field.read) return undefined;
	const name = propertyName(key, field);
	const collection = field.collection && source(field.collection, 'written');
	const written: unknown = field.collection ? get(collection, [name]) : source(name, 'written');
	return [written, get(written, 'value'), collection].find(
		(text): text is string => typeof text === 'string' && text.startsWith('='),
	);
}

const missingRule = (key: string, expression: string | undefined): BrokenRule =>
	expression === undefined
		? broken(key, 'required', 'is required')
		: broken(key, 'required', `is required, and ${asWritten(expression)} has no value`);

/** The value as the form has it. In data, null means that a value is missing, so the field is left out. */
function read(key: string, field: Field, source: ParameterSource): unknown {
	if (!field.property) return undefined;
	if (field.read) return field.read(source);
	const name = propertyName(key, field);
	const value: unknown = field.collection ? get(source(field.collection), [name]) : source(name);
	const isLocator = typeof value === 'object' && value !== null && '__rl' in value;
	return (isLocator ? (value as { value?: unknown }).value : value) === null ? undefined : value;
}

/** Encodes a value. Empty text unsets a field of an update if it is empty on purpose; otherwise it is left out. */
function encode(field: Field, value: unknown, context: FieldContext): unknown {
	if (value === '' && mayUnset(field) && field.property?.type !== 'boolean')
		return isEmptyOnPurpose(context) ? '' : undefined;
	const encoded = field.encode(value, context);
	return encoded === '' && !mayUnset(field) ? undefined : encoded;
}

/** An empty list is a value: what needs entries says so itself. */
const isMissing = (value: unknown) => !Array.isArray(value) && isNothing(value);

/** Checks whether the user emptied the field. Data that happen to be empty must not unset anything. */
export const isEmptyOnPurpose = ({ expression }: FieldContext): boolean =>
	/^[^$]*$|''|""|``|\[\s*\]/.test(expression?.() ?? '');

const isRequired = (field: Field, source: ParameterSource) =>
	field.property !== undefined &&
	!field.collection &&
	field.required !== false &&
	applies(field.when, source);

function* changeRules({ needsChange, fields }: Operation, values: Values): Generator<BrokenRule> {
	if (!needsChange) return;
	const changes = Object.keys(pickBy(fields, isChange));
	if (changes.every((key) => values[key] === undefined))
		yield broken('updateFields', 'required', 'needs at least one field to change');
}

/** Returns broken rules as data and as sentences, with the labels of the form. */
export function describeRules(fields: Fields, rules: readonly BrokenRule[]) {
	const invalid = rules.map(({ field, rule, text }) => ({ field, rule, text: withLabels(text, fields) }));
	const lines = invalid.map(({ field, text }) => (field ? `"${labelAt(fields, field)}" ${text}` : text));
	return { invalid, lines };
}

/** Advice on broken rules where another value is not the only help. */
const ADVICE_ON: Readonly<Record<string, string>> = {
	empty: ' To go on without such values, set Options → When an Expression Is Empty to Leave It Out.',
	spoiled:
		' Mend the expression. To send such texts, set Options → When an Expression Is Empty to Send Any Text.',
	exact: ' Take the ID as text, as the nodes give it, or write it in quotes.',
};

/** Returns an error that names the item, the fields and the rules. */
export function invalidValues(
	context: Pick<IExecuteFunctions, 'getNode'>,
	fields: Fields,
	itemIndex: number,
	rules: readonly BrokenRule[],
): NodeOperationError {
	const { invalid, lines } = describeRules(fields, rules);
	const advised = rules.map(({ rule }) => ADVICE_ON[rule]).find((text) => text !== undefined) ?? '';
	const error = new NodeOperationError(context.getNode(), lines[0] ?? 'A value is not valid', {
		itemIndex,
		description:
			lines.length > 1
				? `Nothing was sent. Correct all of these: ${lines.join('; ')}${advised}`
				: `Nothing was sent. Change the value and run again.${advised}`,
	});
	error.context.data = { invalid };
	return error;
}
