/** A real n8n, headless: one n8n for the whole run, one simulator for each file. */
module.exports = {
	testEnvironment: '<rootDir>/test/support/plainEnvironment.ts',
	runtime: '<rootDir>/test/support/native/runtime.js',
	testMatch: ['<rootDir>/test/e2e/**/*.e2e.ts'],
	globalSetup: '<rootDir>/test/e2e/support/globalSetup.ts',
	globalTeardown: '<rootDir>/test/e2e/support/globalTeardown.ts',
	// Bundled libraries are ES modules, and jest loads CommonJS.
	transform: { '^.+\\.ts$|/@noble/.+\\.js$': '<rootDir>/test/support/transform.js' },
	transformIgnorePatterns: ['/node_modules/(?!@noble/)'],
	testSequencer: '<rootDir>/test/e2e/support/byName.js',
	maxWorkers: 1,
	testTimeout: 600_000,
};
