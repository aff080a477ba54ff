/** jest environment of the harness tests: that of all tests, plus `__harness`, the natively loaded n8n of this worker. */
import type { EnvironmentContext, JestEnvironmentConfig } from '@jest/environment';
import PlainEnvironment from './plainEnvironment';
import { host, newProcess } from './host';

export default class HarnessEnvironment extends PlainEnvironment {
	constructor(config: JestEnvironmentConfig, context: EnvironmentContext) {
		super(config, context, true);
	}

	override async setup(): Promise<void> {
		await super.setup();
		newProcess();
		// A copy, because jest empties what hangs on the global object when a test file is done.
		this.global.__harness = { ...host };
	}
}
