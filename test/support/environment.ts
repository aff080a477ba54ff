/** jest environment of the harness tests: that of all tests, plus `__harness`, the natively loaded n8n of this worker. */
import type { EnvironmentContext, JestEnvironment, JestEnvironmentConfig } from '@jest/environment';
import PlainEnvironment from './plainEnvironment';
import { host, newProcess } from './host';
import { noteWaits } from './host/waits';

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

	private waits: readonly number[] = [];

	/**
	 * With `NO_WAITS=1` in the environment a test fails in which a node has waited, because a run of all tests grows by it
	 * unnoticed. Not always: what a trigger does in the background may end within a test of a slow machine.
	 */
	handleTestEvent: JestEnvironment['handleTestEvent'] = ({ name }) => {
		if (name === 'test_start') this.waits = noteWaits();
		if (name !== 'test_fn_success' || this.waits.length === 0 || process.env['NO_WAITS'] !== '1') return;
		const all = this.waits.map(Math.round).join(', ');
		throw new Error(
			`A node waited for ${all} ms: \`useSkippedWaits\` of test/support/waits.ts takes no time for it`,
		);
	};
}
