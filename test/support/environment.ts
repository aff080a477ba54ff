/** jest environment of the harness tests: node's, plus `__harness`, the natively loaded n8n of this worker. */
import { TestEnvironment } from 'jest-environment-node';
import { host } from './host';

export default class HarnessEnvironment extends TestEnvironment {
	override async setup(): Promise<void> {
		await super.setup();
		// A copy, because jest empties what hangs on the global object when a test file is done.
		this.global.__harness = { ...host };
	}
}
