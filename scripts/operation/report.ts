/** What the command prints: what it wrote, what a person decides, and the way from there to green. */
import { title } from '../../nodes/shared/operation/labels';
import type { Parameter } from '../../test/facts';
import type { Addition } from './add';
import { DIGITS } from './fieldCode';
import type { FieldAddition } from './addField';

/** Length of the text that test/support/fill.ts fills in. */
const SAMPLE_LENGTH = 20;

/**
 * What leads to green from here, in the order in which it can pass: tests read the build, and compare the reference
 * pages with the records.
 *
 * @param label The operation in the tests, e.g. `xCore.list.get`.
 */
const commands = (label: string): string[] => [
	'npm run build',
	'npx tsx scripts/docs.ts',
	'npx jest test/unit/tree test/unit/facts test/unit/prices',
	`npx jest test/harness/everyForm -t ${label}`,
	'npm test',
];

/** The words of the command about a new operation. */
export const reportOf = (addition: Addition): string =>
	report(`${addition.operation.row.route} is now ${addition.label}.`, addition, decisions(addition));

/** The words of the command about new fields. */
export function fieldReportOf(addition: FieldAddition): string {
	const { operation, names, label, file, others, left } = addition;
	const { row } = operation;
	const added = [...row.parameters, ...(row.body?.fields ?? [])].filter(({ name }) => names.includes(name));
	const said = names.map((name) => `${title(name)}: ${operation.about[name] || 'X says nothing of it'}`);
	return report(`${label} has ${names.join(', ')}.`, addition, [
		`Labels and descriptions in ${file}. ${said.join('. ').replaceAll('\n', ' ')}`,
		'Place: an optional field may be worth the top level; the last of a collection may belong further up.',
		'Rules: what X says of it beside other fields is a check.',
		...sampleDecision(added),
		...others.map(
			(other) =>
				`${other} sends the route as well: give it the field, or name it in test/unit/tree/support/exceptions.ts.`,
		),
		...left.map((line) => `Still different, and not written: ${line}`),
	]);
}

const report = (
	done: string,
	{ changes, label }: Pick<Addition, 'changes' | 'label'>,
	lines: readonly string[],
): string =>
	[
		done,
		'',
		'Written:',
		...[...changes.keys()].map((path) => `  ${path}`),
		'  docs/reference',
		'',
		'To decide:',
		...lines.map((line) => `  - ${line}`),
		'',
		'Then, one after the other:',
		...commands(label).map((command) => `  ${command}`),
		'',
	].join('\n');

function decisions(addition: Addition): string[] {
	const { texts, docs, hasPublishedDocs, file, place, entity, priced, notes, operation } = addition;
	const { row, description, summary } = operation;
	const said = [summary, description].filter((text) => text !== '').join(': ');
	return [
		`Place: ${place} (${file}). Another one: undo this and run it again with --resource.`,
		`Name "${texts.name}" (key ${texts.key}, which never changes once released): undo this and run it again with --name, or rename it in the file.`,
		`Action "${texts.action}" and description "${texts.description}": native words for what people do. X says: ${said.replaceAll('\n', ' ')}`,
		...(hasPublishedDocs
			? []
			: [`Page ${docs}: a guess. Open it, and write the right address into core.json.`]),
		...fieldDecisions(addition),
		entityDecision(row.route, entity, operation.holds),
		`Price: ${priceText(addition)} (${priced.because}). Compare it with https://docs.x.com/x-api/getting-started/pricing; --price takes a row of that page.`,
		'Limits: a row in test/facts/rateLimits.json and in nodes/shared/model/rateLimits.ts, if https://docs.x.com/x-api/fundamentals/rate-limits has the route.',
		...orderDecision(row.route),
		...notes,
	];
}

function fieldDecisions({ operation: { row } }: Addition): string[] {
	const body = row.body?.fields ?? [];
	const names = [...row.parameters.filter(({ in: place }) => place !== 'header'), ...body].map(({ name }) =>
		title(name),
	);
	const groups = [...(row.body?.anyOf ?? []), ...(row.body?.oneOf ?? [])].map((group) => group.join(' + '));
	return [
		`Fields (${names.join(', ') || 'none'}): labels, descriptions, locators, and which are worth the top level.`,
		...sampleDecision([...row.parameters, ...body]),
		...(groups.length > 0 ? [`Rule across fields: one of ${groups.join(', ')} is required (check).`] : []),
	];
}

/** The tests fill in any text of some length; a required one of a shape of its own has its sample there. */
function sampleDecision(parameters: readonly Parameter[]): string[] {
	const own = parameters.filter(
		({ required, type, enum: values, pattern = DIGITS, maxLength = Infinity }) =>
			required && type === 'string' && !values && (pattern !== DIGITS || maxLength < SAMPLE_LENGTH),
	);
	return own.map(({ name }) => `Sample: a value of ${name} that fits, in test/support/fill.ts.`);
}

function entityDecision(route: string, entity: string | undefined, holds = ''): string {
	if (entity !== undefined) return `Entity: ${entity}. Selections, expansions and Simplified follow from it.`;
	if (!route.startsWith('GET ')) return 'Result: the answer as it is, or what entity it holds.';
	return `Entity: none of nodes/shared/model/entities.ts${holds === '' ? '' : ` is called ${holds}`}. The answer is passed on as it is; if it is an entity, use readOne, readMany or readPages.`;
}

function priceText({ priced: { price } }: Addition): string {
	if (price.usd === null) return 'none, so Max Cost cannot bound it';
	return `$${price.usd} for each ${price.unit ?? 'request'}`;
}

const orderDecision = (route: string): string[] =>
	route.startsWith('POST ')
		? ['Order: commutes: true, if nobody sees in which order items are sent (likes, members).']
		: [];
