/** jest environment of all tests: node's, whose imports are found outside of jest's registry too (native/load.ts). */
import { types } from 'node:util';
import type { EnvironmentContext, JestEnvironmentConfig } from '@jest/environment';
import { TestEnvironment } from 'jest-environment-node';
import { Native } from './native/load';

const KINDS = {
	Date: types.isDate,
	Error: types.isNativeError,
	Map: types.isMap,
	Set: types.isSet,
};

/** Lets `instanceof` of a test file know what packages and the simulator make, which is of another realm. */
function knowOtherRealm(global: Readonly<Record<keyof typeof KINDS, object>>): void {
	const usual = Function.prototype[Symbol.hasInstance];
	for (const [name, isOne] of Object.entries(KINDS)) {
		const own = global[name as keyof typeof KINDS];
		const hasInstance = function (this: object, value: unknown): boolean {
			return usual.call(this, value) || (this === own && isOne(value));
		};
		Object.defineProperty(own, Symbol.hasInstance, { value: hasInstance });
	}
}

export default class PlainEnvironment extends TestEnvironment {
	/** What test/support/native/runtime.js loads outside of jest's registry. */
	readonly native: Native;

	constructor(config: JestEnvironmentConfig, context: EnvironmentContext, withOurs = false) {
		super(config, context);
		this.native = new Native(context.testPath, withOurs);
	}

	override async setup(): Promise<void> {
		await super.setup();
		knowOtherRealm(this.global);
	}
}
