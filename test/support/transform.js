const { transformSync } = require('esbuild');

/** What compiles the tests and what they import: it only removes the types, which `npm run typecheck` checks. */
module.exports = {
	process: (source, file) =>
		transformSync(source, {
			sourcefile: file,
			loader: 'ts',
			format: 'cjs',
			target: 'node20',
			sourcemap: 'inline',
			// `import()` becomes `require()`: jest loads CommonJS.
			supported: { 'dynamic-import': false },
		}),
};
