/** What the command prints: what it wrote, what a person decides, and the way from there to green. */
import { title } from '../../nodes/shared/operation/labels';
import type { Addition } from './add';

/** What leads to green from here, in the order in which it can pass. */
export const COMMANDS = [
	'npm run build',
	'npx tsx scripts/docs.ts',
	'npx jest test/unit/tree test/unit/facts test/unit/prices test/harness/everyForm',
	'npm test',
] as const;

/**
 * The words of the command.
 *
 * @param addition What was added.
 */
export function reportOf(addition: Addition): string {
	const { operation, place, texts, changes } = addition;
	return [
		`${operation.row.route} is now ${place}.${texts.key}.`,
		'',
		'Written:',
		...[...changes.keys()].map((path) => `  ${path}`),
		'  docs/reference',
		'',
		'To decide, in the order of the record:',
		...decisions(addition).map((line) => `  - ${line}`),
		'',
		'Then, one after the other:',
		...COMMANDS.map((command) => `  ${command}`),
		'',
	].join('\n');
}

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
			: [`Page ${docs}: a guess. Open it, and write the right address into the record and core.json.`]),
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
		...(groups.length > 0 ? [`Rule across fields: one of ${groups.join(', ')} is required (check).`] : []),
	];
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
