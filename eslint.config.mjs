import { buildScanConfig } from '@n8n/scan-community-package/scanner/scanner.mjs';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

const OURS = ['nodes/**/*.ts', 'credentials/**/*.ts', 'test/**/*.ts', 'scripts/**/*.ts'];

/** What n8n's package scan reads of the source. */
const SCANNED = ['package.json', 'nodes/**/*.{js,ts,json}', 'credentials/**/*.{js,ts,json}'];

/** n8n's own package scan, as it is exported, and type-checked TypeScript rules; nothing is switched off by a comment. */
export default defineConfig(
	{ ignores: ['dist/**', 'node_modules/**', 'coverage/**', '.n8n-demo/**'] },
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
);
