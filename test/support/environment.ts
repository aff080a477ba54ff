/** jest environment of the harness tests: that of all tests, plus `__harness`, the natively loaded n8n of this worker. */
import type { EnvironmentContext, JestEnvironment, JestEnvironmentConfig } from '@jest/environment';
import PlainEnvironment from './plainEnvironment';
import { host, newProcess } from './host';
import { waitedFor } from './host/waits';

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

	/** A test fails that took the time for which a node waits: a run of all tests would grow by it unnoticed. */
	handleTestEvent: JestEnvironment['handleTestEvent'] = ({ name }) => {
		const waits = name === 'test_fn_success' || name === 'test_start' ? waitedFor.splice(0) : [];
		if (name !== 'test_fn_success' || waits.length === 0) return;
		const all = waits.map(Math.round).join(', ');
		throw new Error(
			`A node waited for ${all} ms: \`useSkippedWaits\` of test/support/waits.ts takes no time for it`,
		);
	};
}
