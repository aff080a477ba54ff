/** What an operation costs: its row in the facts, and its line in the prices of the nodes. */
import { countBy, isEqual, omit } from 'lodash';
import ts from 'typescript';
import { entities, type EntityName } from '../../nodes/shared/model/entities';
import { priceOf as modelPrice } from '../../nodes/shared/model/prices';
import { routeKey } from '../../nodes/shared/util/routeKey';
import { specs } from '../docs/specs';
import { allPrices, findOperation, priceOf, priceRows, type Price } from '../../test/facts';
import type { Published } from './published';
import { literal } from './fieldCode';

/** A price, and why it is that. */
export interface Priced {
	readonly price: Price;
	readonly because: string;
}

/** What several routes have in common; the rest is of each. */
const COMMON = ['unit', 'kind', 'usd', 'usdMax', 'enterpriseOnly', 'liveType'] as const;

const common = (price: Price, route: string): Price => ({
	route,
	...Object.fromEntries(COMMON.filter((key) => price[key] !== undefined).map((key) => [key, price[key]])),
	usd: price.usd,
	sources: [],
});

/**
 * The row of an operation in prices.json.
 *
 * @param named The row of the price page that the user named; `none` where it names no price.
 * @throws Error where the facts know no price of that name.
 */
export function priceFor({ row }: Published, entity: EntityName | undefined, named?: string): Priced {
	const { route } = row;
	if (named !== undefined && named !== 'none') {
		return { price: namedPrice(route, named), because: `as --price says: ${named}` };
	}
	const like = named === undefined && entity !== undefined ? readsOf(entity) : undefined;
	if (like) {
		const price = { ...common(like, route), sources: ['concluded'] };
		return { price, because: `concluded from other reads of the same things (${like.kind ?? ''})` };
	}
	return { price: { route, usd: null, sources: [] }, because: 'no public source is known to name a price' };
}

function namedPrice(route: string, named: string): Price {
	const onPage = priceRows().find(({ row }) => row === named);
	const kind = onPage?.kind ?? named;
	const same = allPrices().find((price) => price.kind === kind && price.ownedUsd === undefined);
	if (!same) {
		const kinds = [...new Set(allPrices().flatMap((price) => price.kind ?? []))].sort();
		throw new Error(`The facts have no price "${named}", only ${kinds.join(', ')}, or none.`);
	}
	return { ...common(same, route), sources: onPage ? ['pricing'] : same.sources };
}

/** The price that most reads of an entity have. */
function readsOf(entity: EntityName): Price | undefined {
	const shape = entities[entity];
	const prices = Object.values(specs)
		.flatMap(({ resources }) => resources.flatMap(({ operations }) => Object.values(operations)))
		.filter(({ result, route }) => route.startsWith('GET ') && result?.shape === shape)
		.flatMap(({ route }) => priceOf(findOperation(route)?.route ?? '') ?? [])
		.filter(({ unit, usd }) => unit === 'object' && usd !== null);
	const [most] = Object.entries(countBy(prices, ({ kind }) => kind)).sort(([, a], [, b]) => b - a);
	return prices.find(({ kind, ownedUsd, usdMax }) => kind === most?.[0] && !ownedUsd && !usdMax);
}

/**
 * nodes/shared/model/prices.ts with the route's line; as it is where it has no price.
 *
 * @param text The file as it is.
 */
export function withPriceLine(text: string, price: Price, largestPage = 0): string {
	if (price.unit === undefined || price.kind === undefined) return text;
	const page = price.unit === 'object' && largestPage > 100 ? largestPage : undefined;
	const rows = rowsIn(ts.createSourceFile('prices.ts', text, ts.ScriptTarget.Latest, true));
	const sibling = allPrices().find(
		(other) =>
			isEqual(omit(other, ['route', 'sources', 'note']), omit(price, ['route', 'sources'])) &&
			modelPrice(other.route)?.largestPage === page,
	);
	const row = sibling && rows.elements.find((element) => routesOf(element).includes(routeKey(sibling.route)));
	if (row) return withRoute(text, row, routeKey(price.route));
	const end = rows.elements.end;
	const entry = `priced(${priceCode(price, page)})\`${routeKey(price.route)}\`,`;
	return `${text.slice(0, end)}${rows.elements.hasTrailingComma ? '' : ','}\n\t${entry}${text.slice(end)}`;
}

function rowsIn(node: ts.Node): ts.ArrayLiteralExpression {
	const find = (each: ts.Node): ts.ArrayLiteralExpression | undefined =>
		ts.isVariableDeclaration(each) &&
		each.name.getText() === 'ROWS' &&
		each.initializer &&
		ts.isArrayLiteralExpression(each.initializer)
			? each.initializer
			: ts.forEachChild(each, find);
	const found = find(node);
	if (!found) throw new Error('nodes/shared/model/prices.ts has no list ROWS.');
	return found;
}

const listOf = (row: ts.Expression): ts.NoSubstitutionTemplateLiteral | undefined =>
	ts.isTaggedTemplateExpression(row) && ts.isNoSubstitutionTemplateLiteral(row.template)
		? row.template
		: undefined;

const routesOf = (row: ts.Expression): string[] =>
	(listOf(row)?.text ?? '')
		.trim()
		.split('\n')
		.map((line) => line.trim());

function withRoute(text: string, row: ts.Expression, route: string): string {
	const list = listOf(row);
	if (!list) throw new Error('A row of nodes/shared/model/prices.ts has no list of routes.');
	const pathOf = (each: string) => each.split(' ')[1] ?? '';
	const routes = routesOf(row);
	const before = routes.findIndex((each) => pathOf(each) > pathOf(route));
	const all = before < 0 ? [...routes, route] : [...routes.slice(0, before), route, ...routes.slice(before)];
	return `${text.slice(0, list.getStart())}\`\n\t\t${all.join('\n\t\t')}\`${text.slice(list.getEnd())}`;
}

function priceCode({ unit, kind, usd, usdMax, liveType, enterpriseOnly }: Price, page?: number): string {
	const rest = { live: liveType, usd: usd ?? undefined, usdMax, enterpriseOnly, largestPage: page };
	return `${unit === 'object' ? 'perObject' : 'perRequest'}(${literal(kind)}, ${literal(rest)})`;
}
