/** Unit tests and harness tests (n8n-core's real execution of dist/ against the simulator). */
module.exports = {
	testEnvironment: '<rootDir>/test/support/plainEnvironment.ts',
	testMatch: ['<rootDir>/test/unit/**/*.test.ts', '<rootDir>/test/harness/**/*.test.ts'],
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/tsconfig.json', diagnostics: false }] },
	maxWorkers: 2,
	testTimeout: 120_000,
};
