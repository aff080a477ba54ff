/**
 * What the test files of a worker share: the simulator and the facts, which keep nothing of a test. Our source starts
 * anew for each file.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { join } from 'node:path';
import { Clock } from '../simulator/clock';
import { host } from '../support';

/** What a test file gets that is started now. */
function loaderOf(file: string): (name: string) => unknown {
	const native = new (host().Native)(file, true);
	return (name) => {
		const path = native.find(__filename, name);
		return path && native.load(path);
	};
}

it('the nodes start anew for each test file, and the simulator once', () => {
	const SOURCES = [
		'../../nodes/XCore/spec',
		'../../nodes/XCoreTrigger/events',
		'../../credentials/XAppApi.credentials',
	];
	const SHARED = ['../facts', '../simulator/server', 'n8n-workflow'];
	const [one, other] = [loaderOf(__filename), loaderOf(__filename)];
	for (const name of SHARED) expect(one(name)).toBe(other(name));
	for (const name of SOURCES) {
		const ofOther = other(name);
		expect(ofOther).toBe(other(name));
		expect(loaderOf(__filename)(name)).not.toBe(ofOther);
	}
});

it('where a test moves jest’s timers, jest loads all that waits by them', () => {
	const load = loaderOf(join(__dirname, '../unit/util/poll.test.ts'));
	expect(load('n8n-workflow')).toBeUndefined();
});

it('the simulator has the machine’s clock where that of the nodes is moved', () => {
	const machines = Date.now();
	const undo = host().readClock(() => 0);
	try {
		expect(new Clock().now()).toBeGreaterThanOrEqual(machines);
	} finally {
		undo();
	}
});
