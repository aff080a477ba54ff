import { difference } from 'lodash';

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

/**
 * A test for each case. With many cases, those that are known not to hold are expected to fail: as soon as one of them
 * holds, jest says so, and its row is deleted.
 *
 * @param open The names of those that do not hold, each with what happens.
 * @throws If a row names no case, because no one would see when it holds.
 */
export function itHolds<Case>(
	all: readonly Case[],
	nameOf: (one: Case) => string,
	open: Readonly<Record<string, string>>,
	check: (one: Case) => Promise<void>,
): void {
	const unknown = difference(Object.keys(open), all.map(nameOf));
	if (isMany && unknown.length > 0) throw new Error(`No such case: ${unknown.join('; ')}`);
	for (const one of all) {
		const name = nameOf(one);
		(isMany && name in open ? it.failing : it)(name, async () => await check(one));
	}
}
