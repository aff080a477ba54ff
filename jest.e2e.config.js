/** A real n8n, headless: one n8n and one simulator for the whole run. */
module.exports = {
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/e2e/**/*.e2e.ts'],
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/tsconfig.json', diagnostics: false }] },
	maxWorkers: 1,
	testTimeout: 600_000,
};
