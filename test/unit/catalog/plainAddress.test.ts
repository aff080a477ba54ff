/** What counts as a plain address is written as Node's URL parser would write it. */
import { isPlainAddress } from '../../../nodes/XCatalog/product/links';
import { cases } from '../../support/cases';
import { fc } from '../../support/properties';

const piece = fc.constantFrom(
	' ',
	...'https:// http:// shop . .. / // xn-- - A 1 256 :443 ? # %2e %20 ~ _ & = example .com .1 @ \\ ü'.split(
		' ',
	),
);

it('no text is plain that a parser of addresses writes in another way', () => {
	let plain = 0;
	const address = fc
		.tuple(
			fc.constantFrom('https://shop.example', 'http://a-b.example.com/x', ''),
			fc.array(piece, { maxLength: 7 }),
		)
		.map(([start, pieces]) => start + pieces.join(''));
	fc.assert(
		fc.property(address, (text) => {
			if (!isPlainAddress(text)) return;
			plain++;
			expect(new URL(text).href).toBe(text);
		}),
		{ numRuns: cases(3000, 100_000) },
	);
	expect(plain).toBeGreaterThan(100);
});
