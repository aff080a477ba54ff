const asked = process.env['MANY_CASES'] ?? '';
const isMany = asked === '1' || asked === 'all';

/**
 * How much a test tries that proves by quantity: random cases, simulated hours. `npm test` takes few of them,
 * `npm run test:many` runs every file that imports this with many, and with `MANY_CASES=all` with all.
 *
 * @param few Enough to see a mistake that concerns one case in some dozens.
 * @param many What CI has the time for.
 * @param all As many as the test is meant to prove.
 */
export function cases(few: number, many: number, all = many): number {
	if (!isMany) return few;
	return asked === 'all' ? all : many;
}
