const { default: Runtime } = require('jest-runtime');

/**
 * What jest-circus takes in place of Node.js's class. It never closes the storage of a test file, so Node.js would hand
 * every later promise of the worker through all of them: a fifth of the time of a file. Tests of a file run one after the
 * other here (no `test.concurrent`), so a variable says the same.
 */
class OneAtATime {
	run(store, callback) {
		const before = this.store;
		this.store = store;
		const after = () => (this.store = before);
		const result = callback();
		if (typeof result?.then === 'function') result.then(after, after);
		else after();
		return result;
	}

	getStore() {
		return this.store;
	}
}

/** jest's module registry, but for what is loaded outside of it (load.ts). */
module.exports = class extends Runtime {
	requireModule(from, name, options, isRequireActual) {
		const isOfJest = options?.isInternalModule === true;
		if (isOfJest && name === 'node:async_hooks') return { AsyncLocalStorage: OneAtATime };
		const { native } = this._environment;
		const path = name === undefined || isOfJest ? undefined : native.find(from, name);
		return path === undefined ? super.requireModule(from, name, options, isRequireActual) : native.load(path);
	}

	getSourceMaps() {
		const maps = super.getSourceMaps();
		const get = (path) => maps.get(path) ?? this._environment.native.mapOf(path);
		return Object.assign(new Map(maps), { get });
	}
};
