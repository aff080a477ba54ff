/**
 * Which rules stay on X when workflows that share them are unpublished, before and after n8n has been killed.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { START } from './streamHistories';
import { StreamedX } from './streamedX';
import { StreamLife } from './streamLife';
import { MINUTE, SECOND, Time } from './time';

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
	const time = new Time(START);
	const x = new StreamedX(time, []);
	const life = new StreamLife(time, x, [], [['cats'], ['cats', 'dogs']]);
	try {
		await life.start('activate');
		for (const step of [minutes(2), ...steps]) await step(life, x, time);
		expect(life.failures).toEqual([]);
		return x.rules.map(({ value }) => value);
	} finally {
		life.end();
		time.end();
	}
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
