/** n8n in queue mode, with PostgreSQL and Redis: one installation for the whole run. */
module.exports = {
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/queue/**/*.queue.ts'],
	transform: { '^.+\\.ts$': '<rootDir>/test/support/transform.js' },
	maxWorkers: 1,
	testTimeout: 300_000,
};
