import { createRequire } from 'node:module';
import { Linter } from 'eslint';
import type uxRules from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

export type RuleSet = 'nodes' | 'credentials';

export interface Finding {
	rule: string;
	message: string;
	/** The lines around the place. */
	around: string;
}

/** The plugin looks at file names only outside of test runs, and decides that while it is loaded. */
function load(): typeof uxRules {
	const { NODE_ENV } = process.env;
	process.env.NODE_ENV = 'production';
	try {
		return createRequire(__filename)('eslint-plugin-n8n-nodes-base') as typeof uxRules;
	} finally {
		process.env.NODE_ENV = NODE_ENV;
	}
}

const plugin = load();

const config = (set: RuleSet): Linter.Config => ({
	files: ['**/*.ts'],
	plugins: { 'n8n-nodes-base': plugin as never },
	languageOptions: { parser: tseslint.parser },
	rules: Object.fromEntries(Object.keys(plugin.configs[set].rules).map((rule) => [rule, 'error'])),
});

/** What all rules of a set say about a source text under the name its file would have. */
export function lint(set: RuleSet, filename: string, source: string): Finding[] {
	const lines = source.split('\n').map((line) => line.trim());
	return new Linter({ configType: 'flat' })
		.verify(source, config(set), { filename })
		.map(({ ruleId, line, message }) => ({
			rule: (ruleId ?? 'parser').replace('n8n-nodes-base/', ''),
			message,
			around: lines.slice(Math.max(0, line - 3), line + 2).join(' '),
		}));
}
