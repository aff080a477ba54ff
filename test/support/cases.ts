import { partition } from 'lodash';

/**
 * How much a test tries that proves by quantity: random cases, simulated hours. `npm test` takes few of them, and
 * `npm run test:many` runs every file that imports this with many.
 *
 * @param few Enough to see a mistake that concerns one case in some dozens.
 * @param many As many as the test is meant to prove.
 */
export const cases = (few: number, many: number): number => (isMany ? many : few);

const isMany = process.env['MANY_CASES'] === '1';

/**
 * Parts cases that hold from those that are known not to hold with many cases. The latter are for `it.failing`: jest
 * fails as soon as one of them holds, and its row is deleted.
 *
 * @param open The names of those that do not hold, each with what happens.
 */
export const partOpen = <Case>(
	all: readonly Case[],
	nameOf: (one: Case) => string,
	open: Readonly<Record<string, string>>,
): [closed: Case[], open: Case[]] => partition(all, (one) => !isMany || !(nameOf(one) in open));
