const { readFileSync, readdirSync } = require('node:fs');
const { join } = require('node:path');

process.env.MANY_CASES ||= '1';

/** Tests that prove by quantity (test/support/cases.ts), with many cases, and those that run nowhere else. */
const isByQuantity = (file) =>
	file.endsWith('.many.ts') ||
	(file.endsWith('.test.ts') && /support\/cases'|MANY_CASES/.test(readFileSync(file, 'utf8')));

module.exports = {
	...require('./jest.config'),
	testMatch: readdirSync(join(__dirname, 'test'), { recursive: true })
		.map((file) => join(__dirname, 'test', file))
		.filter(isByQuantity),
	// A test of many cases takes minutes, and CI runs it last of all that shares the machine.
	testTimeout: 3_600_000,
};
