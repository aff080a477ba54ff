/** jest environment of all tests: node's, without what a test file would leave behind in its worker. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { TestEnvironment } from 'jest-environment-node';

type Storage = AsyncLocalStorage<unknown>;
type Run = (
	this: Storage,
	store: unknown,
	callback: (...args: unknown[]) => unknown,
	...args: unknown[]
) => unknown;

const storages = AsyncLocalStorage.prototype as unknown as { run: Run };
const inContext = storages.run;

/**
 * jest-circus keeps which test runs in an asynchronous storage of each test file, and never closes it. Node.js then
 * hands every new promise through all of them: a fifth of the time of a file, and more with each file that a worker has
 * run. The tests of a file run one after the other, so a variable says the same.
 */
storages.run = function (store, callback, ...args) {
	if (!isOfCircus(store)) return inContext.call(this, store, callback, ...args);
	const before = this.getStore();
	const become = (present: unknown) => Object.assign(this, { getStore: () => present });
	become(store);
	const after = () => void become(before);
	const result = callback(...args);
	if (isPromise(result)) result.then(after, after);
	else after();
	return result;
};

const isOfCircus = (store: unknown): boolean =>
	typeof store === 'object' && store !== null && ('test' in store || 'describeBlock' in store);

/** Those of a test file are of another realm. */
const isPromise = (value: unknown): value is Promise<unknown> =>
	typeof value === 'object' && value !== null && 'then' in value;

export default class PlainEnvironment extends TestEnvironment {}
