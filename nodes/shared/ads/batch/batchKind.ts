/**
 * The form of a batch. All input items have the same operation, or each item names its own. A field belongs to some of
 * the operations, and an item uses the fields of its own operation.
 */
import { mapValues, pickBy } from 'lodash';
import { inAccount } from '../locators';
import {
	body,
	choice,
	constant,
	formOnly,
	options,
	sideBySideFields,
	text,
	when,
	type Changes,
} from '../../fields';
import {
	broken,
	type BrokenRule,
	type Call,
	type Field,
	type Fields,
	type Values,
	type ValuesOf,
} from '../../operation/operation';
import { asText } from '../../util/text';

type OperationType = 'Create' | 'Update' | 'Delete';

type TypedField<T> = Field<T | undefined> & {
	readonly operationTypes: readonly OperationType[];
	readonly isNeeded: boolean;
};

export type BatchParams = Readonly<Record<string, unknown>>;

interface KindOf<F, V> {
	readonly size: number;
	readonly id: string;
	readonly operationTypes: readonly OperationType[];
	readonly fields: F;
	checkNew(values: V): Iterable<BrokenRule>;
	checkUpdate?(values: V): Iterable<BrokenRule>;
	warnNew?(values: V): Iterable<string>;
	warnUpdate?(values: V): Iterable<string>;
	/** Reads together what `complete` needs of each item. */
	prepare?(calls: readonly Call[]): Promise<void>;
	complete?(call: Call): Promise<BatchParams>;
	/** The parent that X locks during a request: two concurrent requests must not change its children. */
	readonly parent: (params: BatchParams) => string | undefined;
}

export type BatchKind = KindOf<Fields, Values>;

/** Returns the kind unchanged. It exists so that the rules of a kind see the types of its fields. */
export const batchKind = <F extends Fields>(kind: KindOf<F, ValuesOf<F>>): BatchKind => ({
	...kind,
	fields: { ...inAccount, ...operationFields(kind.operationTypes), ...kind.fields, ...batchOptions },
});

/** The operation type with which each input item names its own operation. */
const MIXED = 'Mixed';

/** Each row of a table has its own operation then, and leaves empty what that does not need. */
const isOfRow: NonNullable<Field['isCell']> = (form) => {
	const written = form('operation_type', 'written');
	return written === MIXED || asText(written).startsWith('=');
};

/** An unknown parent, which may be the parent of any other item of the account. It is not a valid ID. */
export const UNKNOWN_PARENT = '*';

/** Makes a field of some operations. With Defined by Each Item the form shows it, but does not require it. */
export const belongsTo =
	(...types: OperationType[]) =>
	<T>(field: Field<T>): TypedField<T> => {
		const isNeeded = field.required !== false;
		const hasAsterisk = isNeeded && field.property?.type !== 'options';
		const under = (...values: string[]) => ({ ...field.when, operation_type: values });
		return {
			...body(field),
			isCell: isOfRow,
			operationTypes: types,
			isNeeded,
			required: hasAsterisk,
			when: under(...types, ...(hasAsterisk ? [] : [MIXED])),
			...(hasAsterisk && { optionalWhen: under(MIXED) }),
		};
	};

/** Optional fields that belong to some of the operations. In an update, an empty one removes the setting. */
export const detailsFor = <F extends Fields>(types: readonly OperationType[], fields: F) =>
	mapValues(fields, (field) => ({
		...field,
		collection: 'additionalFields' as const,
		required: false,
		sendsEmpty: true,
		isCell: isOfRow,
		place: field.place ?? ('body' as const),
		operationTypes: types,
		isNeeded: false,
	})) as Changes<F>;

const listed = (types: readonly OperationType[]) => types.join(', ').replace(/, (\w+)$/, ' or $1');

const isTyped = (field: Field): field is TypedField<unknown> => 'operationTypes' in field;

function operationFields(types: readonly OperationType[]) {
	const [only, ...others] = types;
	if (others.length === 0) return { operation_type: formOnly(constant(only)) };
	const itemOperation = text({
		label: 'Action per Item',
		default: '={{ $json.operation }}',
		placeholder: `e.g. ${types.join(' or ')}`,
		description: `${listed(types)}; fields that do not belong to it are left out`,
	});
	const known = (value: unknown) =>
		types.find((type) => type.toLowerCase() === asText(value).trim().toLowerCase());
	return {
		operation_type: formOnly(
			choice(
				{
					...Object.fromEntries(types.map((type) => [type, type])),
					[MIXED]: ['Defined by Each Item', 'Each input item says what to do'],
				},
				{ default: 'Create', description: 'What to do with the input items' },
			),
		),
		item_operation: when(
			{ operation_type: [MIXED] },
			formOnly({
				...itemOperation,
				encode: (value, context) => known(value) ?? itemOperation.encode(value, context),
			}),
		),
	};
}

const batchOptions = options({
	on_refusal: formOnly(
		choice(
			{
				report: ['Report', 'Every item of the batch gets an error that says which one was at fault'],
				sendRest: [
					'Retry Without the Faulty Items',
					'Once more without the items at fault; a refused batch has changed nothing',
				],
			},
			{
				label: 'When a Batch Is Rejected',
				default: 'report',
				description: 'X accepts a batch as a whole or not at all',
			},
		),
	),
	parallelRequests: formOnly(sideBySideFields.parallelRequests),
});

/** Returns the operation of an item. */
export const operationOf = ({ operation_type: type, item_operation: own }: Values) =>
	type === MIXED ? own : type;

/** Returns the values of the fields that belong to the operation of an item. */
export function ownValues({ fields }: BatchKind, values: Values): Values {
	const type = operationOf(values);
	return pickBy(values, (_, key) => {
		const field = fields[key];
		return field === undefined || !isTyped(field) || field.operationTypes.some((each) => each === type);
	});
}

/** The rules that belong to the operation of an item. */
export function* checkBatchItem(kind: BatchKind, values: Values): Generator<BrokenRule> {
	const said = operationOf(values);
	const type = kind.operationTypes.find((each) => each === said);
	if (type === undefined) yield unknownOperation(kind, values);
	else yield* checkFields(kind, values, type);
	const own = ownValues(kind, values);
	if (type === 'Create') yield* kind.checkNew(own);
	if (type !== 'Update') return;
	if (!hasChange(kind, own))
		yield broken('additionalFields', 'required', 'needs at least one field to change');
	yield* kind.checkUpdate?.(own) ?? [];
}

function unknownOperation({ operationTypes }: BatchKind, values: Values): BrokenRule {
	const field = values.operation_type === MIXED ? 'item_operation' : 'operation_type';
	return broken(field, 'enum', `must be ${listed(operationTypes)}, and is "${asText(operationOf(values))}"`);
}

/** Reports required fields without a value, and fields that do not belong to the operation. */
function* checkFields({ fields }: BatchKind, values: Values, type: OperationType): Generator<BrokenRule> {
	for (const [key, field] of Object.entries(fields)) {
		if (!isTyped(field)) continue;
		const isGiven = values[key] !== undefined && values[key] !== '';
		if (field.operationTypes.includes(type)) {
			if (field.isNeeded && !isGiven) yield broken(key, 'required', `is required to ${type.toLowerCase()}`);
			continue;
		}
		// With Defined by Each Item the form shows the fields of all operations, and a delete uses only the ID.
		const isLeftOut = values.operation_type === MIXED || type === 'Delete' || field.collection === undefined;
		if (isGiven && !isLeftOut)
			yield broken(key, 'operationType', `does not belong to the operation type ${type}`);
	}
}

const hasChange = ({ fields, id }: BatchKind, own: Values): boolean =>
	Object.entries(own).some(([key, value]) => {
		const field = fields[key];
		const isChange = field !== undefined && isTyped(field) && field.place !== 'form' && key !== id;
		return isChange && value !== undefined;
	});

/** Hints on an item, which do not stop the request. */
export function warnBatchItem(kind: BatchKind, values: Values): Iterable<string> {
	const type = operationOf(values);
	const own = ownValues(kind, values);
	return (type === 'Create' ? kind.warnNew?.(own) : type === 'Update' ? kind.warnUpdate?.(own) : []) ?? [];
}

/** The parameters as X names them. In an update an empty value removes the setting; a delete has only the ID. */
export function paramsOf({ fields, id }: BatchKind, values: Values): BatchParams {
	const type = operationOf(values);
	const params: Record<string, unknown> = {};
	for (const [key, field] of Object.entries(fields)) {
		const value = values[key];
		if (field.place !== 'body' || value === undefined || value === null) continue;
		if (value === '' && type !== 'Update') continue;
		if (type === 'Delete' && key !== id) continue;
		params[field.wire ?? key] = Array.isArray(value) ? value.join(',') : value;
	}
	return params;
}
