/** The style that CONTRIBUTING.md describes under "Words", for what neither the compiler nor the linter checks. */
import { basename } from 'path';
import ts from 'typescript';

import { avoidedIn, UNREAD_COMMENTS } from './support/avoidedWords';
import { commentLines, parse, placeOf, sourceFiles, type SourceFile } from './support/sourceFiles';

const TESTS_AND_TOOLS = ['credentials', 'scripts', 'test'];
const EVERYWHERE = ['nodes', ...TESTS_AND_TOOLS];

const AVOIDED = avoidedIn('comments');

/** What is wrong in a file, each as `path:line what to do`. */
type Look = (file: SourceFile) => string[];

const avoidedWords: Look = (file) =>
	(UNREAD_COMMENTS.some((folder) => file.path.startsWith(folder)) ? [] : commentLines(file)).flatMap(
		({ at, text }) =>
			AVOIDED.flatMap(([pattern, , instead]) => {
				const word = pattern.exec(text)?.[0];
				return word === undefined ? [] : [`${at} "${word}" → write ${instead}`];
			}),
	);

const paramsWithoutSentence: Look = (file) =>
	commentLines(file)
		.filter(({ text }) => /@param \S+ (- )?[a-z]/.test(text) || /@param .*[^.?!`](?= \*\/$)/.test(text))
		.map(({ at }) => `${at} → begin with a capital, and end with a full stop`);

const isData = (value: ts.Expression): boolean => {
	if (ts.isAsExpression(value) || ts.isParenthesizedExpression(value)) return isData(value.expression);
	if (ts.isPrefixUnaryExpression(value)) return isData(value.operand);
	if (ts.isBinaryExpression(value)) return isData(value.left) && isData(value.right);
	if (ts.isArrayLiteralExpression(value)) return value.elements.length > 0 && value.elements.every(isData);
	if (ts.isObjectLiteralExpression(value))
		return value.properties.length > 0 && value.properties.every(isDataMember);
	if (ts.isNewExpression(value) && /^(Map|Set)$/.test(value.expression.getText()))
		return (value.arguments ?? []).some(isData);
	return ts.isLiteralExpression(value);
};

const isDataMember = (member: ts.ObjectLiteralElementLike): boolean =>
	ts.isPropertyAssignment(member) && isData(member.initializer);

const constantsInCamelCase: Look = (file) =>
	file.tree.statements
		.filter(ts.isVariableStatement)
		.filter(({ declarationList }) => (declarationList.flags & ts.NodeFlags.Const) !== 0)
		.flatMap(({ declarationList }) => [...declarationList.declarations])
		.filter(({ name, initializer }) => ts.isIdentifier(name) && initializer && isData(initializer))
		.filter(({ name }) => !/^[A-Z][A-Z0-9_]*$/.test(name.getText()))
		.map((constant) => `${placeOf(file, constant)} ${constant.name.getText()} → write it in capitals`);

/** Declarations for a package are named after it. */
const filesNotInCamelCase: Look = ({ path }) =>
	/^[a-zA-Z0-9]+(\.[a-zA-Z0-9]+)*$/.test(basename(path)) || path.endsWith('.d.ts')
		? []
		: [`${path} → name it in camelCase`];

const RULES: ReadonlyArray<readonly [rule: string, folders: readonly string[], look: Look, example: string]> =
	[
		['Comments are in plain words', EVERYWHERE, avoidedWords, '/** What stands in the answer. */'],
		[
			'Descriptions of parameters are sentences',
			EVERYWHERE,
			paramsWithoutSentence,
			'/** @param id of a user */',
		],
		[
			'Constants that are values are in capitals',
			TESTS_AND_TOOLS,
			constantsInCamelCase,
			"const names = new Set(['a']);",
		],
	];

describe('the style of the source', () => {
	it.each(RULES)('%s', (_, folders, look) => {
		expect(sourceFiles(...folders).flatMap(look)).toEqual([]);
	});

	it.each(RULES)('would see where it is not: %s', (_, folders, look, example) => {
		expect(look(parse('example.ts', example))).toHaveLength(1);
		expect(sourceFiles(...folders).length).toBeGreaterThan(0);
	});

	it('Files are named in camelCase', () => {
		expect(sourceFiles(...EVERYWHERE).flatMap(filesNotInCamelCase)).toEqual([]);
		expect(filesNotInCamelCase(parse('test/two-words.ts', ''))).toHaveLength(1);
	});

	it.each(AVOIDED)('finds %s', (pattern, example) => {
		expect(example).toMatch(pattern);
	});
});
