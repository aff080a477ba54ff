/**
 * As many rules as X allows, and a gap: what a search costs of X's limits.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { Chance } from './chance';
import { START } from './streamHistories';
import { write } from './posts';
import { StreamedX } from './streamedX';
import { StreamLife } from './streamLife';
import { MINUTE, SECOND, Time } from './time';

/** Of the 450 that X allows in 15 minutes. */
const MOST = 300;
const WINDOW = 15 * MINUTE;

/** A minute without a connection, for a workflow with these rules, and what is searched in the time after it. */
async function gapOf(rules: readonly string[], words: readonly string[], after: number) {
	const time = new Time(START);
	const text = (chance: Chance) => `I like ${chance.one(words)}`;
	const posts = write(new Chance(1), { from: START, to: START + 5 * MINUTE, every: 2 * SECOND, text });
	const x = new StreamedX(time, posts);
	const life = new StreamLife(time, x, posts, [rules]);
	try {
		await life.start('activate');
		await time.reach(START + 3 * MINUTE);
		x.trouble.stream = 'down';
		x.drop('abruptly');
		await time.reach(START + 4 * MINUTE);
		x.trouble.stream = undefined;
		await time.reach(START + after);
		await life.settle();
		const outcome = [life.lost(START + 5 * MINUTE), life.doubled(), life.failures];
		expect(outcome).toEqual([[], [], []]);
		return x.searches;
	} finally {
		life.end();
		time.end();
	}
}

const names = (count: number) => Array.from({ length: count }, (_, place) => `brand${place}`);

it('a thousand short rules are searched with few queries', async () => {
	const rules = names(1000);
	const searches = await gapOf(rules, rules.slice(0, 50), 10 * MINUTE);
	const characters = rules.reduce((sum, rule) => sum + `(${rule}) OR `.length, 0);
	expect(searches.length).toBeLessThanOrEqual(Math.ceil(characters / 512) * 1.1);
});

it('hundreds of long rules are searched within the limit, and completely', async () => {
	// The word that counts, and words that no Post has.
	const long = (word: string) =>
		`${word} ${names(20)
			.map((name) => `-no${name}${word}`)
			.join(' ')}`;
	const words = names(350);
	const searches = await gapOf(words.map(long), words, 25 * MINUTE);
	expect(searches.length).toBeGreaterThanOrEqual(words.length);
	expect(searches.filter(({ status }) => status !== 200)).toEqual([]);
	for (const { moment } of searches) {
		const within = searches.filter((each) => each.moment >= moment && each.moment < moment + WINDOW);
		expect(within.length).toBeLessThanOrEqual(MOST);
	}
});
