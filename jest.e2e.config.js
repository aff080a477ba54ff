/** A real n8n, headless: one n8n for the whole run, one simulator for each file. */
module.exports = {
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/e2e/**/*.e2e.ts'],
	globalSetup: '<rootDir>/test/e2e/support/globalSetup.ts',
	globalTeardown: '<rootDir>/test/e2e/support/globalTeardown.ts',
	transform: { '^.+\\.ts$': '<rootDir>/test/support/transform.js' },
	testSequencer: '<rootDir>/test/e2e/support/byName.js',
	maxWorkers: 1,
	testTimeout: 600_000,
};
