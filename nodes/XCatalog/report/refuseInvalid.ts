/** Stops before anything is sent if products break a rule, and reports all broken rules. */
import { compact } from 'lodash';
import { NodeOperationError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';
import type { ProductSource } from '../input/productSource';
import { describeRow, exampleOf, location, type InputRow } from '../input/row';
import type { InputScan } from '../input/scanInput';
import { Tally } from '../../shared/report/tally';
import { counted } from '../../shared/report/wording';
import { adviceOn, kindOf } from './advice';
import { sentenceOf, type ProductProblem } from '../product/violation';
import { ignoredColumns } from './hints';

/** The most wrong products that the error has as data. */
const NAMED_PRODUCTS = 20;

/** Up to this number, wrong products are listed one by one. More of them are counted by rule. */
const LISTED_PRODUCTS = 3;

interface InvalidProduct {
	readonly row: InputRow;
	readonly problems: readonly ProductProblem[];
}

/**
 * Reads the input again, and stops if a product breaks a rule.
 *
 * @throws NodeOperationError that describes all wrong products. `context.data.invalid` has the rules.
 */
export async function refuseInvalid(
	context: IExecuteFunctions,
	source: ProductSource,
	scan: InputScan,
): Promise<void> {
	const { count, named, kinds } = await findingsIn(source, scan);
	const [first] = named;
	const [problem] = first?.problems ?? [];
	if (!first || !problem) return;
	const sentence = sentenceOf(problem);
	const helps = kinds.advice();
	const columns = ignoredColumns(source).unknown.join(', ');
	const wrong = count <= LISTED_PRODUCTS ? named.map(lineOf) : linesOf(kinds);
	const described = compact([
		`Nothing was sent. Correct all of these: ${wrong.join('; ')}`,
		source.isForeign && helps.length > 0 && `What helps: ${helps.join('; ')}`,
		columns !== '' && `Ignored columns (not product fields): ${columns}`,
	]);
	const error = new NodeOperationError(
		context.getNode(),
		count === 1 ? sentence : `${count} products break a rule, the first one: ${sentence}`,
		{ itemIndex: first.row.itemIndex, description: described.join('. ') },
	);
	error.context.data = { invalid: named.flatMap(dataOf) };
	throw error;
}

/** Counts the wrong products and the rules that they break. The first ones are named. */
async function findingsIn(source: ProductSource, scan: InputScan) {
	const found = { count: 0, named: new Array<InvalidProduct>(), kinds: new Tally() };
	for await (const rows of source.rows())
		for (const row of rows) {
			const { id = '' } = row.product;
			if (row.leftOut !== undefined || (id !== '' && scan.plan.isOverridden(id, row.ordinal))) continue;
			const wrong = scan.problems(row);
			if (wrong.length === 0) continue;
			if (++found.count <= NAMED_PRODUCTS) found.named.push({ row, problems: wrong });
			for (const problem of wrong) {
				const kind = kindOf(sentenceOf(problem));
				found.kinds.add(kind, () => exampleOf(row, problem));
				found.kinds.advise(kind, adviceOn(problem, source));
			}
		}
	return found;
}

const lineOf = ({ row, problems }: InvalidProduct): string =>
	`${describeRow(row, row.product)}: ${problems.map(sentenceOf).join('; ')}`;

const linesOf = (kinds: Tally): string[] =>
	kinds
		.list()
		.map(({ what, count, examples }) => `${what} (${counted(count, 'product')}: ${examples.join(', ')})`);

const dataOf = ({ row, problems }: InvalidProduct): IDataObject[] =>
	problems.map((each) => ({ ...location(row), id: row.product.id ?? '', ...each }));
