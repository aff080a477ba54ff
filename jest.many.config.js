const { readFileSync, readdirSync } = require('node:fs');
const { join } = require('node:path');

process.env.MANY_CASES ||= '1';

/** Tests that prove by quantity (test/support/cases.ts), with many cases. */
const isByQuantity = (file) =>
	file.endsWith('.test.ts') && /support\/cases'|MANY_CASES/.test(readFileSync(file, 'utf8'));

module.exports = {
	...require('./jest.config'),
	// What a file leaves in a worker's memory would end the worker some files later.
	workerIdleMemoryLimit: '1GB',
	testMatch: readdirSync(join(__dirname, 'test'), { recursive: true })
		.map((file) => join(__dirname, 'test', file))
		.filter(isByQuantity),
};
