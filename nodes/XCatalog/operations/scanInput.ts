/** First look at the input: every product checked, repeated identifiers and ungrouped variants found. */
import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import { checkProduct } from '../product/validate';
import { placeInWords } from './report';
import { SyncPlan, type PlanOptions } from '../sync/plan';
import { fingerprint } from '../sync/fingerprint';
import { FingerprintIndex } from '../sync/fingerprintIndex';
import { UngroupedVariants } from '../sync/variants';
import type { ProductSource, Row } from './productSource';

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
	readonly anyWrong: boolean;
	/** Everything wrong with one product; known for all of them once the first look is over. */
	problems(row: Row): string[];
}

/**
 * Reads the input once and notes it in a plan.
 * @throws NodeOperationError for repeated identifiers where those are to fail
 */
export async function lookAtInput(
	context: IExecuteFunctions,
	source: ProductSource,
	duplicates: DuplicatePolicy,
	options: Omit<PlanOptions, 'duplicates'>,
): Promise<InputScan> {
	const plan = new SyncPlan({ ...options, duplicates: duplicates === 'first' ? 'first' : 'last' });
	const variants = new UngroupedVariants();
	const groups = new FingerprintIndex();
	let rows = 0;
	let unidentified = 0;
	let wrong = 0;
	let repeated: Row | undefined;
	for await (const some of source.rows()) {
		rows += some.length;
		for (const row of some) {
			const { product, ordinal } = row;
			const before = plan.counts.duplicates;
			const isWrong = problemsOf(row).length > 0;
			if (product.item_group_id) groups.add(fingerprint(product.item_group_id));
			if (isWrong) wrong++;
			if (row.idInDoubt) unidentified++;
			if (!product.id) continue;
			if (isWrong) plan.addInvalid(product.id, ordinal);
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
		anyWrong: wrong > 0 || variants.any,
		problems: (row) => {
			const ungrouped = variants.problem(row.product);
			return [...problemsOf(row), ...(ungrouped === undefined ? [] : [ungrouped])];
		},
	};
}

const problemsOf = ({ product, problems }: Row): string[] => [
	...problems,
	...checkProduct(product).map(({ message }) => message),
];

function repeatedError(context: IExecuteFunctions, row: Row, count: number): NodeOperationError {
	return new NodeOperationError(
		context.getNode(),
		`The ID ${row.product.id} occurs more than once in the input (${count} ${count === 1 ? 'repetition' : 'repetitions'} in all)`,
		{
			itemIndex: row.itemIndex,
			description: `${placeInWords(row)} has it again. Nothing was sent. Remove the repetitions, or set Repeated IDs to send one of them.`,
		},
	);
}

/** An error for the first of several wrong products that tells about the others too. */
export function invalidError(
	context: IExecuteFunctions,
	wrong: readonly { row: Row; problems: readonly string[] }[],
	count: number,
	{ unknownColumns }: ProductSource,
): NodeOperationError {
	const [first] = wrong;
	const problem = first?.problems[0] ?? 'A product is not valid';
	const lines = wrong.map(
		({ row, problems }) =>
			`${placeInWords(row)}${row.product.id ? ` (${row.product.id})` : ''}: ${problems.join('; ')}`,
	);
	const more = count > wrong.length ? `; and ${count - wrong.length} more` : '';
	const left = [...unknownColumns].slice(0, 20).join(', ');
	const message = count === 1 ? problem : `${count} products break a rule, the first one: ${problem}`;
	return new NodeOperationError(context.getNode(), message, {
		...(first && { itemIndex: first.row.itemIndex }),
		description: `Nothing was sent. Everything to mend: ${lines.join('; ')}${more}${left && `. Columns that are no product fields: ${left}`}`,
	});
}
