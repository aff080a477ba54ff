/** The first reading of the input: every product checked, repeated identifiers and ungrouped variants found. */
import { NodeOperationError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';
import { adviceOn, kindOf } from '../product/advice';
import { checkProduct } from '../product/validate';
import { sentenceOf, type Problem } from '../product/violation';
import { fingerprint } from '../sync/fingerprint';
import { FingerprintIndex } from '../sync/fingerprintIndex';
import { SyncPlan } from '../sync/plan';
import { UngroupedVariants } from '../sync/variants';
import { ignoredColumns } from './hints';
import { linkPatternOf, type ProductSource, type Row } from './productSource';
import { describeLocation, exampleOf, location } from './report';
import { Tally } from './tally';

/** How many wrong products an error holds as data. */
const NAMED_PRODUCTS = 20;

/** Up to so many are named one by one, more are counted by what is wrong. */
const LISTED_PRODUCTS = 3;

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
	const groups = new FingerprintIndex();
	const noted = new UngroupedVariants();
	let rows = 0;
	let unidentified = 0;
	let nameless = 0;
	let repeated: Row | undefined;
	for await (const some of source.rows())
		for (const row of some) {
			if (row.leftOut !== undefined) continue;
			rows++;
			const { product, ordinal } = row;
			const before = plan.counts.duplicates;
			if (product.item_group_id) groups.add(fingerprint(product.item_group_id));
			if (row.idUncertain) unidentified++;
			if (!product.id) {
				nameless++;
				continue;
			}
			if (isInvalid(row)) plan.addInvalid(product.id, ordinal);
			else plan.addDesired(product, ordinal);
			if (plan.counts.duplicates > before) repeated ??= row;
			if (!isInvalid(row) && (duplicates === 'last' || plan.counts.duplicates === before))
				noted.note(product);
		}
	if (repeated && duplicates === 'fail') throw repeatedError(context, repeated, plan.counts.duplicates);
	const variants = await settleVariants(source, plan, noted);
	return {
		plan,
		rows,
		groups: groups.size,
		unidentified,
		hasInvalid: plan.counts.refused > 0 || nameless > 0,
		problems: ({ product, problems, note }) => {
			const found = [...problems, ...checkProduct(product), ...variants.problems(product)];
			return note === undefined || found.length === 0 ? found : [...found, { rule: 'shortLine', text: note }];
		},
	};
}

const isInvalid = ({ problems, product }: Row): boolean =>
	problems.length > 0 || checkProduct(product).length > 0;

/**
 * Which variants lack a group shows only at the end of the input, and only among the rows that count. Where that matters
 * the input is read again; the products that are found are refused like those that break a rule by themselves.
 */
async function settleVariants(
	source: ProductSource,
	plan: SyncPlan,
	noted: UngroupedVariants,
): Promise<UngroupedVariants> {
	const chosen = async (take: (row: Row) => void) => {
		for await (const some of source.rows())
			for (const row of some)
				if (
					row.leftOut === undefined &&
					row.product.id &&
					!isInvalid(row) &&
					!plan.isOverridden(row.product.id, row.ordinal)
				)
					take(row);
	};
	let variants = noted;
	if (plan.counts.duplicates > 0 && noted.hasFamilies) {
		variants = new UngroupedVariants();
		await chosen(({ product }) => variants.note(product));
	}
	if (variants.any)
		await chosen(({ product }) => {
			if (variants.problems(product).length > 0) plan.refuse(product.id ?? '');
		});
	return variants;
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
	const kinds = new Tally();
	const ways = new Set<string>();
	let count = 0;
	for await (const rows of source.rows())
		for (const row of rows) {
			const { id = '' } = row.product;
			if (row.leftOut !== undefined || (id !== '' && scan.plan.isOverridden(id, row.ordinal))) continue;
			const problems = scan.problems(row);
			if (problems.length === 0) continue;
			if (++count <= NAMED_PRODUCTS) named.push({ row, problems });
			for (const problem of problems) {
				kinds.add(kindOf(sentenceOf(problem)), () => exampleOf(row, problem));
				const way = adviceOn(problem, linkPatternOf(source));
				if (way !== undefined) ways.add(way);
			}
		}
	const [first] = named;
	const [problem] = first?.problems ?? [];
	if (!first || !problem) return;
	const lines = named.map(({ row, problems }) => {
		const id = row.product.id ? ` (${row.product.id})` : '';
		return `${describeLocation(row)}${id}: ${problems.map(sentenceOf).join('; ')}`;
	});
	const counted = kinds
		.list()
		.map(
			({ what, count: times, examples }) =>
				`${what} (${times} ${times === 1 ? 'product' : 'products'}: ${examples.join(', ')})`,
		);
	const columns = ignoredColumns(source).unknown.join(', ');
	const sentence = sentenceOf(problem);
	const described = [
		`Nothing was sent. Correct all of these: ${(count <= LISTED_PRODUCTS ? lines : counted).join('; ')}`,
		...(source.isForeign && ways.size > 0 ? [`What helps: ${[...ways].join('; ')}`] : []),
		...(columns === '' ? [] : [`Ignored columns (not product fields): ${columns}`]),
	];
	const error = new NodeOperationError(
		context.getNode(),
		count === 1 ? sentence : `${count} products break a rule, the first one: ${sentence}`,
		{ itemIndex: first.row.itemIndex, description: described.join('. ') },
	);
	error.context.data = {
		invalid: named.flatMap(({ row, problems }) =>
			problems.map((each): IDataObject => ({ ...location(row), id: row.product.id ?? '', ...each })),
		),
	};
	throw error;
}
