/** The first reading of the input: every product checked, repeated identifiers and ungrouped variants found. */
import { NodeOperationError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';
import { checkProduct } from '../product/validate';
import { sentenceOf, type Problem } from '../product/violation';
import { fingerprint } from '../sync/fingerprint';
import { FingerprintIndex } from '../sync/fingerprintIndex';
import { SyncPlan } from '../sync/plan';
import { UngroupedVariants } from '../sync/variants';
import { ignoredColumns } from './hints';
import type { ProductSource, Row } from './productSource';
import { describeLocation, location } from './report';

/** How many wrong products an error names. */
const NAMED_PRODUCTS = 20;

export type DuplicatePolicy = 'first' | 'last' | 'fail';

export interface InputScan {
	readonly plan: SyncPlan;
	/** Rows in the input. */
	readonly rows: number;
	/** Different groups of variants that its products name. */
	readonly groups: number;
	/** Rows whose identifier could not be read. */
	readonly unidentified: number;
	/** Whether any product breaks a rule. */
	readonly hasInvalid: boolean;
	/** Everything wrong with one product; known for all of them once the scan is over. */
	problems(row: Row): Problem[];
}

/**
 * Reads the input once and notes it in a plan.
 *
 * @throws NodeOperationError for repeated identifiers where those are to fail.
 */
export async function scanInput(
	context: IExecuteFunctions,
	source: ProductSource,
	duplicates: DuplicatePolicy,
	trackMissing: boolean,
): Promise<InputScan> {
	const plan = new SyncPlan({ trackMissing, duplicates: duplicates === 'first' ? 'first' : 'last' });
	const variants = new UngroupedVariants();
	const groups = new FingerprintIndex();
	let rows = 0;
	let unidentified = 0;
	let hasInvalid = false;
	let repeated: Row | undefined;
	for await (const some of source.rows()) {
		rows += some.length;
		for (const row of some) {
			const { product, ordinal } = row;
			const before = plan.counts.duplicates;
			const isInvalid = row.problems.length > 0 || checkProduct(product).length > 0;
			if (product.item_group_id) groups.add(fingerprint(product.item_group_id));
			if (isInvalid) hasInvalid = true;
			if (row.idUncertain) unidentified++;
			if (!product.id) continue;
			if (isInvalid) plan.addInvalid(product.id, ordinal);
			else {
				variants.note(product);
				plan.addDesired(product, ordinal);
			}
			if (plan.counts.duplicates > before) repeated ??= row;
		}
	}
	if (repeated && duplicates === 'fail') throw repeatedError(context, repeated, plan.counts.duplicates);
	return {
		plan,
		rows,
		groups: groups.size,
		unidentified,
		hasInvalid: hasInvalid || variants.any,
		problems: ({ product, problems }) => [
			...problems,
			...checkProduct(product),
			...variants.problems(product),
		],
	};
}

function repeatedError(context: IExecuteFunctions, row: Row, count: number): NodeOperationError {
	return new NodeOperationError(
		context.getNode(),
		`The ID ${row.product.id} occurs more than once in the input (${count} ${count === 1 ? 'repetition' : 'repetitions'} in all)`,
		{
			itemIndex: row.itemIndex,
			description: `${describeLocation(row)} has it again. Nothing was sent. Remove the repetitions, or set Repeated IDs to send one of them.`,
		},
	);
}

/**
 * Reads the input again and stops if a product breaks a rule.
 *
 * @throws NodeOperationError for the first of several wrong products that tells about the others too, with the rules in
 *   `context.data.invalid`.
 */
export async function refuseInvalid(
	context: IExecuteFunctions,
	source: ProductSource,
	scan: InputScan,
): Promise<void> {
	const named: { row: Row; problems: Problem[] }[] = [];
	let count = 0;
	for await (const rows of source.rows())
		for (const row of rows) {
			const problems = scan.problems(row);
			if (problems.length > 0 && ++count <= NAMED_PRODUCTS) named.push({ row, problems });
		}
	const [first] = named;
	const [problem] = first?.problems ?? [];
	if (!first || !problem) return;
	const lines = named.map(({ row, problems }) => {
		const id = row.product.id ? ` (${row.product.id})` : '';
		return `${describeLocation(row)}${id}: ${problems.map(sentenceOf).join('; ')}`;
	});
	const more = count > named.length ? `; and ${count - named.length} more` : '';
	const columns = ignoredColumns(source).unknown.join(', ');
	const sentence = sentenceOf(problem);
	const error = new NodeOperationError(
		context.getNode(),
		count === 1 ? sentence : `${count} products break a rule, the first one: ${sentence}`,
		{
			itemIndex: first.row.itemIndex,
			description: `Nothing was sent. Correct all of these: ${lines.join('; ')}${more}${columns && `. Columns that are no product fields: ${columns}`}`,
		},
	);
	error.context.data = {
		invalid: named.flatMap(({ row, problems }) =>
			problems.map((each): IDataObject => ({ ...location(row), id: row.product.id ?? '', ...each })),
		),
	};
	throw error;
}
