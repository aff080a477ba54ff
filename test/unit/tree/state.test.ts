/**
 * What a process remembers between two calls of n8n has a name, an owner and a bound: it is made by nodes/shared/memory.
 * Any other state of a module would be lost, shared by workflows, or grow, and no one would know of it.
 */
import ts from 'typescript';
import { memories } from '../../../nodes/shared/memory/process';
import { memoriesTable } from '../../../scripts/docs/memories';
import { nodesOf, parse, placeOf, sourceFiles, type SourceFile } from './support/sourceFiles';

const ROOM = 'nodes/shared/memory/';

/** Classes of the language and of libraries whose objects never change, or that n8n requires. */
const CONSTANT =
	/^(RegExp|URL|Error|TextDecoder|TextEncoder|(Intl\.)?(NumberFormat|DateTimeFormat|Collator|ListFormat|Segmenter))$/;
const TABLE = /^(Map|Set)$/;
const READONLY = /^Readonly(Map|Set)\b/;
/** Functions of lodash that remember what they were called with. */
const REMEMBERS = /^(memoize|throttle|debounce|after|before|uniqueId)$/;
const CHANGING = /^(set|add|delete|clear|push|unshift|pop|shift|splice|sort|reverse|fill|copyWithin)$/;

const isFunction = (node: ts.Node): boolean =>
	ts.isFunctionLike(node) || ts.isClassLike(node) || ts.isTypeNode(node);

/** What an expression makes when the module is loaded: not what is inside of its functions. */
function madeAtLoad(node: ts.Node): ts.NewExpression[] {
	if (isFunction(node)) return [];
	const made = ts.isNewExpression(node) ? [node] : [];
	ts.forEachChild(node, (child) => void made.push(...madeAtLoad(child)));
	return made;
}

/** The function that a variable comes from: `once` for `const x = once(…)`. */
const makerOf = ({ value }: Held): string =>
	value && ts.isCallExpression(value) ? value.expression.getText() : '';

interface Held {
	readonly name: string;
	readonly type: string;
	readonly value: ts.Expression | undefined;
	readonly isConstant: boolean;
	readonly node: ts.Node;
}

/** The variables of a module, and the static members of its classes. */
function heldBy({ tree }: SourceFile): Held[] {
	const variables = tree.statements.filter(ts.isVariableStatement).flatMap(({ declarationList: list }) =>
		list.declarations.map((node) => ({
			name: node.name.getText(tree),
			type: node.type?.getText(tree) ?? '',
			value: node.initializer,
			isConstant: (list.flags & ts.NodeFlags.Const) !== 0,
			node,
		})),
	);
	const members = nodesOf(tree, ts.isPropertyDeclaration)
		.filter(({ modifiers = [] }) => modifiers.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword))
		.map((node) => ({
			name: node.name.getText(tree),
			type: node.type?.getText(tree) ?? '',
			value: node.initializer,
			isConstant: node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ReadonlyKeyword) ?? false,
			node,
		}));
	return [...variables, ...members];
}

/** The name at the head of `a.b[c]`. */
function headOf(node: ts.Node): string | undefined {
	if (ts.isIdentifier(node)) return node.text;
	if (ts.isNonNullExpression(node) || ts.isParenthesizedExpression(node)) return headOf(node.expression);
	return ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)
		? headOf(node.expression)
		: undefined;
}

/** The names that a file changes something of: by an assignment, by `delete`, or by a method that changes its object. */
function changedIn(tree: ts.SourceFile): Set<string> {
	const changed = nodesOf(tree, (node): node is ts.Expression => ts.isExpression(node)).flatMap((node) => {
		if (ts.isBinaryExpression(node)) {
			const { kind } = node.operatorToken;
			const isAssignment = kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
			return isAssignment ? node.left : [];
		}
		if (ts.isDeleteExpression(node)) return node.expression;
		if (ts.isPostfixUnaryExpression(node)) return node.operand;
		if (ts.isPrefixUnaryExpression(node))
			return /^(\+\+|--)$/.test(ts.tokenToString(node.operator) ?? '') ? node.operand : [];
		if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
		return CHANGING.test(node.expression.name.text) ? node.expression.expression : [];
	});
	return new Set(changed.flatMap((target) => headOf(target) ?? []));
}

/** Whether something is a table that was filled when it was made: it is typed as such, or no one changes it. */
function isTable({ type, value, name }: Held, made: ts.NewExpression, changed: ReadonlySet<string>): boolean {
	if (!TABLE.test(made.expression.getText())) return false;
	if (READONLY.test(type)) return true;
	const isFilled = (made.arguments?.length ?? 0) > 0;
	return isFilled && !(made === value && changed.has(name));
}

/** What makes a variable state; undefined for a constant. */
function stateOf(held: Held, changed: ReadonlySet<string>, ofRoom: ReadonlySet<string>): string | undefined {
	if (!held.isConstant) return 'it can be assigned';
	if (ofRoom.has(makerOf(held))) return undefined;
	if (REMEMBERS.test(makerOf(held))) return makerOf(held);
	const made = madeAtLoad(held.value ?? held.node).find(
		(each) => !CONSTANT.test(each.expression.getText()) && !isTable(held, each, changed),
	);
	if (made) return `new ${made.expression.getText()}`;
	return changed.has(held.name) ? 'it is changed' : undefined;
}

/** Names that are declared again inside of a function: a change there is one of the inner variable. */
const declaredInside = ({ tree }: SourceFile): Set<string> =>
	new Set(
		nodesOf(
			tree,
			(node): node is ts.ParameterDeclaration | ts.VariableDeclaration | ts.BindingElement =>
				ts.isParameter(node) || ts.isVariableDeclaration(node) || ts.isBindingElement(node),
		)
			.filter((node) => !(ts.isVariableDeclaration(node) && ts.isSourceFile(node.parent.parent.parent)))
			.map(({ name }) => name.getText(tree)),
	);

const importedFrom = ({ tree }: SourceFile, path: RegExp): string[] =>
	tree.statements
		.filter(ts.isImportDeclaration)
		.filter(({ moduleSpecifier: from }) => ts.isStringLiteral(from) && path.test(from.text))
		.flatMap(({ importClause }) => {
			const names = importClause?.namedBindings;
			return names && ts.isNamedImports(names) ? names.elements.map(({ name }) => name.text) : [];
		});

function stateIn(file: SourceFile): string[] {
	const inside = declaredInside(file);
	const changed = new Set([...changedIn(file.tree)].filter((name) => !inside.has(name)));
	const ofRoom = new Set(importedFrom(file, /\/memory\/\w+$/));
	return heldBy(file).flatMap((held) => {
		const why = stateOf(held, changed, ofRoom);
		return why === undefined ? [] : `${placeOf(file, held.node)} ${held.name}: ${why}`;
	});
}

it('no module has state outside of the room for it', () => {
	const files = sourceFiles('nodes', 'credentials').filter(({ path }) => !path.startsWith(ROOM));
	expect(files.length).toBeGreaterThan(500);
	expect(files.flatMap(stateIn)).toEqual([]);
});

it.each([
	'let last = 0;',
	'const known = new Map<string, string>();',
	"const names = new Set(['a']); const learn = (name: string) => names.add(name);",
	'const days = new BoundedMap<string, number>(100);',
	'const queues = { one: new KeyedQueue() };',
	'const counts: Record<string, number> = {}; export function count(of: string) { counts[of] = 1; }',
	'const rows: string[] = []; const note = (row: string) => void rows.push(row);',
	'class Names { static last = 0; }',
	'const known = memoize((name: string) => [name]);',
	"import { x } from '../shared/memory/process'; const known = remembered<string>(); known.set('a', 'b');",
])('would find %s', (text) => {
	expect(stateIn(parse('nodes/XCore/example.ts', text))).toHaveLength(1);
});

it.each([
	"const names = new Set(['a', 'b']);",
	'const byName: ReadonlyMap<string, Field> = new Map(FIELDS.map((field) => [field.name, field]));',
	'const make = () => new Map<string, string>();',
	"import { remembered } from '../shared/memory/process'; const known = remembered<string>({ name: 'names', of: 'node' }); known.set('a', 'b');",
	'const text = new TextDecoder();',
	'const sorted = [...FIELDS].sort();',
])('takes %s for what it is', (text) => {
	expect(stateIn(parse('nodes/XCore/example.ts', text))).toEqual([]);
});

it('each memory has a name of its own, and is in the table of docs/architecture.md', () => {
	const table = memoriesTable();
	const names = memories().map(({ name }) => name);
	expect(names.length).toBeGreaterThan(40);
	expect(new Set(names).size).toBe(names.length);
	expect(names.filter((name) => !table.includes(`| ${name} |`))).toEqual([]);
});

/*
 * What runs of a workflow remember goes through one file: n8n stores it as one, so that an operation which stores something
 * by other means would set back the trigger in front of it. A trigger has a memory of its own.
 */
const MEMORY = 'nodes/shared/memory/workflowMemory.ts';
const OF_TRIGGER = /^nodes\/X\w+Trigger\//;

const isNamed = (node: ts.Node): node is ts.Identifier | ts.StringLiteralLike =>
	(ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && node.text === 'getWorkflowStaticData';

/** Where a file reaches for static data, by whatever name it gives the method. */
const placesIn = (file: SourceFile): string[] =>
	nodesOf(file.tree, isNamed).map((node) => placeOf(file, node));

it('no file but one reaches for static data in a run', () => {
	const files = sourceFiles('nodes').filter(({ path }) => path !== MEMORY && !OF_TRIGGER.test(path));
	expect(files.flatMap(placesIn)).toEqual([]);
});

it('runs store with a form alone, which says its shape', () => {
	const uses = sourceFiles('nodes').filter((file) =>
		importedFrom(file, /\/workflowMemory$/).includes('WorkflowMemory'),
	);
	expect(uses.map(({ path }) => path)).toEqual(['nodes/shared/memory/stored.ts']);
});

it('triggers reach for their own data only', () => {
	const calls = sourceFiles('nodes')
		.filter(({ path }) => OF_TRIGGER.test(path))
		.flatMap((file) =>
			nodesOf(file.tree, ts.isCallExpression)
				.filter(({ expression: to }) => ts.isPropertyAccessExpression(to) && isNamed(to.name))
				.map((call) => ({ place: placeOf(file, call), type: call.arguments[0]?.getText(file.tree) })),
		);
	expect(calls.length).toBeGreaterThan(5);
	expect(calls.filter(({ type }) => type !== "'node'")).toEqual([]);
});

it.each([
	`const data = context.getWorkflowStaticData('node');`,
	`const data = context['getWorkflowStaticData']('global');`,
])('would find static data in %s', (text) => {
	expect(placesIn(parse('nodes/XCore/example.ts', text))).toHaveLength(1);
});
