/** n8n in queue mode, with PostgreSQL and Redis: one installation for the whole run. */
module.exports = {
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/queue/**/*.queue.ts'],
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/tsconfig.json', diagnostics: false }] },
	maxWorkers: 1,
	testTimeout: 300_000,
};
