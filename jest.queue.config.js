/** n8n in queue mode, with PostgreSQL and Redis: one installation for the whole run. */
module.exports = {
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/queue/**/*.queue.ts'],
	// Bundled libraries are ES modules, and jest loads CommonJS.
	transform: { '^.+\\.ts$|/@noble/.+\\.js$': '<rootDir>/test/support/transform.js' },
	transformIgnorePatterns: ['/node_modules/(?!@noble/)'],
	maxWorkers: 1,
	testTimeout: 300_000,
};
