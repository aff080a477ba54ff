import { buildScanConfig } from '@n8n/scan-community-package/scanner/scanner.mjs';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

const OURS = ['nodes/**/*.ts', 'credentials/**/*.ts', 'test/**/*.ts', 'scripts/**/*.ts'];

/** What n8n's package scan reads of the source, and of the built package. */
const SCANNED = ['package.json', 'nodes/**/*.{js,ts,json}', 'credentials/**/*.{js,ts,json}', 'dist/**/*.js'];

/** The only file that reads a node's parameters; everything else is given the values of its fields. */
const PARAMETER_READERS = ['nodes/shared/engine/parameters.ts'];

const FIELD_INSTEAD = 'Only the engine reads parameters: describe what is read as a field of the operation.';
const parameterReads = ['getNodeParameter', 'getCurrentNodeParameter', 'getCurrentNodeParameters'].map(
	(property) => ({ property, message: FIELD_INSTEAD }),
);

const VALUE = 'MemberExpression:matches([object.name="values"], [object.property.name="values"])';
const aroundTheFields = [
	{
		selector: 'MemberExpression[property.name="parameters"][object.callee.property.name="getNode"]',
		message: FIELD_INSTEAD,
	},
	{
		selector: `TSAsExpression:has(> .expression:matches(${VALUE}, :has(${VALUE})))`,
		message: 'A value has the type of its field: give the field the type that is needed here.',
	},
];

/** Rules of n8n's newer scanners that read the source. */
const CONFIGURED = '/^(partner|affiliate|reseller|account|tenant|customer|client)[_-]?id$/i';
const fixedIds = {
	selector: `:matches(Property[key.name=${CONFIGURED}], PropertyDefinition[key.name=${CONFIGURED}]) > Literal.value[value=/./], VariableDeclarator[id.name=${CONFIGURED}] > Literal.init`,
	message:
		'A partner, account or client is chosen in the form, or is part of the credential (no-hardcoded-ids).',
};

/** A reader looks for the reason of such a spread, and finds none. */
const spreadMembers = {
	selector:
		':matches(ObjectExpression > SpreadElement > ObjectExpression, ArrayExpression > SpreadElement > ArrayExpression)',
	message: 'Write the members without the spread.',
};

/** n8n's own package scan, as it is exported, and type-checked TypeScript rules; nothing is switched off by a comment. */
export default defineConfig(
	{ ignores: ['node_modules/**', 'coverage/**', '.n8n-demo/**', 'docs/.vitepress/**'] },
	{ linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
	{ files: SCANNED, extends: [await buildScanConfig()] },
	{
		files: OURS,
		extends: [tseslint.configs.recommendedTypeChecked],
		languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
		rules: {
			'@typescript-eslint/consistent-type-imports': 'error',
			'@typescript-eslint/switch-exhaustiveness-check': [
				'error',
				{ considerDefaultExhaustiveForUnions: true },
			],
		},
	},
	{
		files: ['nodes/**/*.ts'],
		ignores: PARAMETER_READERS,
		rules: { 'no-restricted-properties': ['error', ...parameterReads] },
	},
	{
		files: ['nodes/**/*.ts'],
		rules: { 'no-restricted-syntax': ['error', ...aroundTheFields, fixedIds, spreadMembers] },
	},
	{
		files: ['credentials/**/*.ts', 'scripts/**/*.ts', 'test/**/*.ts'],
		rules: { 'no-restricted-syntax': ['error', spreadMembers] },
	},
);
