/**
 * Which rules stay on X when workflows that share them are unpublished, before and after n8n has been killed, and what
 * the search of a gap costs with as many rules as X allows.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { Chance } from './chance';
import { write } from './posts';
import type { StreamedX } from './streamedX';
import { type StreamLife, withStream } from './streamLife';
import { MINUTE, SECOND, START, type Time } from './time';

type Step = (life: StreamLife, x: StreamedX, time: Time) => Promise<unknown>;

const minutes =
	(count: number): Step =>
	async (_life, _x, time) =>
		await time.reach(time.now + count * MINUTE);
const unpublish =
	(index: number): Step =>
	async (life) =>
		await life.unpublish(index);
const kill: Step = async (life) => {
	life.kill();
	await life.start();
};
const troubled =
	(rules: StreamedX['trouble']['rules']): Step =>
	async (_life, x) =>
		await Promise.resolve(void (x.trouble.rules = rules));

/** The texts of the rules that are left after some steps. */
async function left(steps: readonly Step[]): Promise<string[]> {
	return await withStream([], [['cats'], ['cats', 'dogs']], async ({ life, x, time }) => {
		await life.start('activate');
		for (const step of [minutes(2), ...steps]) await step(life, x, time);
		expect(life.failures).toEqual([]);
		return x.rules.map(({ value }) => value);
	});
}

it('those that another workflow uses stay', async () => {
	expect(await left([unpublish(0), minutes(1)])).toEqual(['cats', 'dogs']);
	expect(await left([unpublish(1), minutes(1)])).toEqual(['cats']);
});

it('none stays that a workflow has added which was unpublished before n8n was killed', async () => {
	expect(await left([unpublish(0), minutes(1), kill, minutes(1), unpublish(1), minutes(1)])).toEqual([]);
});

it('none stays where n8n has started a workflow twice without ending it', async () => {
	const twice: Step = async (life) => await life.startTwice(0);
	const steps = [kill, minutes(1), twice, minutes(1), unpublish(0), unpublish(1), minutes(40)];
	expect(await left(steps)).toEqual([]);
});

it('none stays that X could not remove at first', async () => {
	const both = [unpublish(0), unpublish(1)];
	expect(await left([troubled('down'), ...both, minutes(10), troubled(undefined), minutes(20)])).toEqual([]);
});

it('none stays where X still counts the connection that has ended', async () => {
	const slow: Step = async (_life, x) => await Promise.resolve(void (x.ghost = 5 * MINUTE));
	const drop: Step = async (_life, x) => await Promise.resolve(x.drop('in order'));
	const seconds: Step = async (_life, _x, time) => await time.reach(time.now + 5 * SECOND);
	expect(await left([unpublish(0), drop, seconds, slow, unpublish(1), minutes(3)])).toEqual([]);
});

/** Of the 450 that X allows in 15 minutes. */
const MOST = 300;
const WINDOW = 15 * MINUTE;

/** A minute without a connection, for a workflow with these rules, and what is searched in the time after it. */
async function gapOf(rules: readonly string[], words: readonly string[], after: number) {
	const text = (chance: Chance) => `I like ${chance.one(words)}`;
	const posts = write(new Chance(1), { from: START, to: START + 5 * MINUTE, every: 2 * SECOND, text });
	return await withStream(posts, [rules], async ({ life, x, time }) => {
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
	});
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
