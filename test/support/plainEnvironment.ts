/** jest environment of all tests: node's, without what a test file would leave behind in its worker. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { TestEnvironment } from 'jest-environment-node';

type Run = (this: AsyncLocalStorage<unknown>, ...args: readonly unknown[]) => unknown;

const used = new Set<AsyncLocalStorage<unknown>>();
const storages = AsyncLocalStorage.prototype as unknown as { run: Run };
const ran = storages.run;

storages.run = function (...args) {
	used.add(this);
	return ran.apply(this, args as unknown[]);
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
