/** jest environment of all tests: node's, without what a test file would leave behind in its worker. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { TestEnvironment } from 'jest-environment-node';

const used = new Set<AsyncLocalStorage<unknown>>();
const { run } = AsyncLocalStorage.prototype;

AsyncLocalStorage.prototype.run = function <R>(
	store: unknown,
	callback: (...args: never[]) => R,
	...args: never[]
): R {
	used.add(this);
	return run.call(this, store, callback, ...args) as R;
};

/**
 * jest-circus opens a storage of its own for each test file and never closes it. Node.js hands every new promise through
 * all open storages: after a hundred test files that took a worker more time than the tests themselves.
 */
export default class PlainEnvironment extends TestEnvironment {
	override async teardown(): Promise<void> {
		await super.teardown();
		for (const storage of used) storage.disable();
		used.clear();
	}
}
