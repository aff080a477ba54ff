/** What new code takes from its file, and adds to its imports. */
import ts from 'typescript';
import { Imports, withEdits } from '../../../scripts/operation/imports';

const TEXT = `import { formOnly, id, text as line, type Choices } from '../../shared/fields';
const ownRead = user('tweet.read');
const ownWrite = user('tweet.read');
`;
const imports = () =>
	new Imports(ts.createSourceFile('nodes/XCore/resources/garden.ts', TEXT, ts.ScriptTarget.Latest, true));

it('are imports in the order of their names, before types', () => {
	const own = imports();
	for (const name of ['flag', 'text', 'date', 'choice', 'rows']) own.use('fields', name);
	own.use('locators', 'user');
	const [fields, locators] = withEdits(TEXT, own.edits()).split('\n');
	expect(fields).toBe(
		"import { choice, date, flag, formOnly, id, rows, text as line, type Choices } from '../../shared/fields';",
	);
	expect(locators).toBe("import { user } from '../../shared/core/locators';");
});

it('are constants of equal value whose name fits', () => {
	const own = imports();
	const named = (kind: RegExp) => own.constantOf("user('tweet.read')", (name) => kind.test(name));
	expect(named(/Write/)).toBe('ownWrite');
	expect(named(/Read/)).toBe('ownRead');
	expect(named(/Moderate/)).toBe("user('tweet.read')");
});
