/**
 * Moves the clock on instead of waiting. The tool answers each request at once and always the same, so a node that looks
 * again after seconds for what X did not confirm would make the run take an hour.
 */
const { setTimeout: timer } = globalThis;
const now = Date.now;
let ahead = 0;
Date.now = () => now() + ahead;
globalThis.setTimeout = (run, milliseconds = 0, ...args) => {
	if (milliseconds < 1000) return timer(run, milliseconds, ...args);
	return timer(() => {
		ahead += milliseconds;
		run(...args);
	});
};
