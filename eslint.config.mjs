import communityNodes from '@n8n/eslint-plugin-community-nodes';
import tseslint from 'typescript-eslint';

const ours = ['nodes/**/*.ts', 'credentials/**/*.ts', 'test/**/*.ts', 'scripts/**/*.ts'];

/** n8n's own package scan (its recommended rules, none switched off) and type-checked TypeScript rules. */
export default tseslint.config(
	{ ignores: ['dist/**', 'node_modules/**', 'coverage/**', '.n8n-demo/**'] },
	{ linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
	{
		files: ours,
		extends: [...tseslint.configs.recommendedTypeChecked],
		languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
		rules: {
			'@typescript-eslint/consistent-type-imports': 'error',
			'@typescript-eslint/switch-exhaustiveness-check': [
				'error',
				{ considerDefaultExhaustiveForUnions: true },
			],
		},
	},
	{ files: ['nodes/**/*.ts', 'credentials/**/*.ts'], ...communityNodes.configs.recommended },
	{
		files: ['package.json'],
		languageOptions: { parser: tseslint.parser, parserOptions: { extraFileExtensions: ['.json'] } },
		...communityNodes.configs.recommended,
	},
);
