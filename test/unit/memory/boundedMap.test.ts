import { fc } from '../../support/properties';
import { BoundedMap } from '../../../nodes/shared/memory/boundedMap';

/** The same by a list of pairs, oldest first. */
class Model {
	pairs: [string, number][] = [];

	constructor(private readonly limit: number) {}

	set(key: string, value: number) {
		this.delete(key);
		this.pairs = [...this.pairs, [key, value] as [string, number]].slice(-this.limit);
	}

	delete(key: string) {
		this.pairs = this.pairs.filter(([each]) => each !== key);
	}
}

it('holds the newest entries, whatever was set, deleted and cleared before', () => {
	const key = fc.constantFrom('a', 'b', 'c', 'd', 'e');
	const step = fc.oneof(
		{ weight: 6, arbitrary: fc.record({ kind: fc.constant('set' as const), key, value: fc.nat() }) },
		{ weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), key }) },
		{ weight: 1, arbitrary: fc.record({ kind: fc.constant('clear' as const) }) },
	);
	fc.assert(
		fc.property(fc.integer({ min: 1, max: 4 }), fc.array(step, { maxLength: 60 }), (limit, steps) => {
			const map = new BoundedMap<string, number>(limit);
			const model = new Model(limit);
			for (const each of steps) {
				if (each.kind === 'set') {
					map.set(each.key, each.value);
					model.set(each.key, each.value);
				} else if (each.kind === 'delete') {
					map.delete(each.key);
					model.delete(each.key);
				} else {
					map.clear();
					model.pairs = [];
				}
				expect([...map.keys()].map((known) => [known, map.get(known)])).toEqual(model.pairs);
				expect(map.size).toBe(model.pairs.length);
			}
		}),
		{ numRuns: 300 },
	);
});
