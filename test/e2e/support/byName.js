const TestSequencer = require('@jest/test-sequencer').default;

/** Runs the files by name. Jest's own order follows the durations it remembers: another one on each machine. */
module.exports = class ByName extends TestSequencer {
	sort(tests) {
		return [...tests].sort((a, b) => a.path.localeCompare(b.path, 'en'));
	}

	/** Gives each part every second file, or third: long ones have neighbours in the alphabet. */
	shard(tests, { shardIndex, shardCount }) {
		return this.sort(tests).filter((_, index) => index % shardCount === shardIndex - 1);
	}
};
