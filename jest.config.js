/** Unit tests and harness tests (n8n-core's real execution of dist/ against the simulator). */
module.exports = {
	testEnvironment: '<rootDir>/test/support/plainEnvironment.ts',
	testMatch: [
		'<rootDir>/test/unit/**/*.test.ts',
		'<rootDir>/test/harness/**/*.test.ts',
		'<rootDir>/test/witness/**/*.test.ts',
	],
	setupFilesAfterEnv: ['<rootDir>/test/support/expecting.ts'],
	runtime: '<rootDir>/test/support/native/runtime.js',
	transform: { '^.+\\.ts$': '<rootDir>/test/support/transform.js' },
	maxWorkers: '100%',
	// What files leave in a worker's memory makes each collection of garbage slower, and ends the worker at last.
	workerIdleMemoryLimit: '1GB',
	// No bound of the product: it ends what hangs, on the slowest machine too.
	testTimeout: 600_000,
};
