/** IDs that were seen, against a plain set. */
import { SeenIds } from '../../../nodes/shared/util/seenIds';
import { fc } from '../../support/properties';

/** IDs that often end in the same digits, and IDs that are no numbers. */
const id = fc.oneof(
	fc
		.tuple(fc.constantFrom('', '1', '12', '190000'), fc.constantFrom('0', '000000007', '123456789', '7'))
		.map(([head, tail]) => head + tail),
	fc.constantFrom('1DXxyRYNejbKM', 'ab123456789', '123456789-987654321', '٣٣٣', ''),
	fc.bigInt({ min: 0n, max: 2n ** 63n }).map(String),
);

describe('IDs that were seen', () => {
	it('are never taken for others, and are found again', () => {
		fc.assert(
			fc.property(fc.array(id, { maxLength: 40 }), (ids) => {
				const seen = new SeenIds(100);
				const model = new Set<string>();
				for (const each of ids) {
					const isNew = seen.add(each);
					// One that ends like a later one may be forgotten, so it counts again: rather too much than too little.
					if (!model.has(each)) expect(isNew).toBe(true);
					model.add(each);
					expect(seen.add(each)).toBe(false);
				}
				expect([...model]).toEqual(expect.arrayContaining(seen.all));
			}),
		);
	});

	it('are remembered up to the number that is given, and forgotten after twice as many', () => {
		const seen = new SeenIds(1000);
		const ids = Array.from({ length: 4500 }, (_, index) => String(1_900_000_000_000 + index));
		for (const each of ids) expect(seen.add(each)).toBe(true);
		expect(ids.slice(-1000).some((each) => seen.add(each))).toBe(false);
		expect(seen.all.length).toBeLessThanOrEqual(2000);
		expect(seen.add(ids[0]!)).toBe(true);
	});
});
