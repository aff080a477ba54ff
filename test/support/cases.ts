/**
 * How much a test tries that proves by quantity: random cases, simulated hours. `npm test` takes few of them, and
 * `npm run test:many` runs every file that imports this with many.
 *
 * @param few Enough to see a mistake that concerns one case in some dozens.
 * @param many As many as the test is meant to prove.
 */
export const cases = (few: number, many: number): number => (isMany ? many : few);

const isMany = process.env['MANY_CASES'] === '1';
