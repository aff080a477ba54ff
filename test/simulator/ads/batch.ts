/** Batches: all of it or nothing, answers in the order of the operations, errors listed by operation. */
import omit from 'lodash/omit';
import { campaigns, lineItems, targetingCriteria } from './campaigns';
import { textValue, type Context, type Handler, type Handlers } from './context';
import { createEntity, deleteEntity, updateEntity, type EntityKind } from './entities';
import { readObject } from '../frame/validate';
import { AdsError, invalid, missing, refuse, refuseIssues, type Problem } from './errors';
import type { Data } from './state';

function batchOf(kind: EntityKind): Handler {
	return (context) => {
		const data = eachOperation(context, (operation) => run(kind, context, operation));
		const type = context.fact.dataType;
		return { data, ...(type !== undefined && { data_type: type }), echo: { batch: context.request.body } };
	};
}

/** Does all operations of a batch or, where some are refused, none: then each has its own problems. */
export function eachOperation<T>(context: Context, work: (operation: unknown) => T): T[] {
	const operations = readOperations(context);
	return context.state.atomically(() => {
		const done: T[] = [];
		const errors = operations.map((operation): readonly Problem[] => {
			try {
				done.push(work(operation));
				return [];
			} catch (error) {
				if (error instanceof AdsError) return error.problems;
				throw error;
			}
		});
		if (errors.some((each) => each.length > 0)) throw new AdsError([], errors);
		return done;
	});
}

function readOperations({ fact, request }: Context): readonly unknown[] {
	const { body } = request;
	const limit = fact.body?.list?.max ?? 0;
	if (!Array.isArray(body)) return invalid('body', 'Expected an array of operations');
	if (body.length === 0) return missing('operation_type', 'The batch is empty');
	if (body.length > limit) {
		return refuse('REQUEST_TOO_COMPLEX', `A batch can have ${limit} operations, got ${body.length}`, 'body');
	}
	return body;
}

function run(kind: EntityKind, context: Context, operation: unknown): Data {
	if (typeof operation !== 'object' || operation === null)
		return invalid('operation_type', 'Expected an operation');
	const { operation_type: type, params, ...rest } = operation as Record<string, unknown>;
	const extra = Object.keys(rest)[0];
	if (extra !== undefined) invalid(extra, `"${extra}" is not a valid member of an operation`);
	if (typeof type !== 'string') return missing('operation_type');
	const facts = context.fact.body?.fields.find(({ name }) => name === 'params')?.fieldsBy?.operation_type?.[
		type
	];
	if (!facts) return invalid('operation_type', 'No operation of this batch', type);
	const manner = { contract: 'pages', isAds: true, mayUnset: type === 'Update' } as const;
	const { values, issues } = readObject(facts, params ?? {}, manner);
	refuseIssues(issues);
	const id = textValue(values, kind.idParam) ?? '';
	if (type === 'Create') return createEntity(kind, context, values);
	return type === 'Update'
		? updateEntity(kind, context, id, omit(values, kind.idParam))
		: deleteEntity(kind, context, id);
}

export const batchHandlers: Handlers = {
	'POST /12/batch/accounts/{account_id}/campaigns': batchOf(campaigns),
	'POST /12/batch/accounts/{account_id}/line_items': batchOf(lineItems),
	'POST /12/batch/accounts/{account_id}/targeting_criteria': batchOf(targetingCriteria),
};
