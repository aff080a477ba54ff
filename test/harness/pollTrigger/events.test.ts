/**
 * Every event through n8n's own poll execution: nothing at the activation, then what happened, once.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { itemsOf } from '../../support/pollTrigger';
import { host } from '../../support';
import { SAID, unlikeTrigger } from '../../support/outputFields';
import { CASES } from './cases';
import { useWorld } from './world';

const world = useWorld();
describe('the trigger', () => {
	const names = Object.keys(CASES) as Array<keyof typeof CASES>;

	it.each(names)('emits %s once, and nothing at the activation', async (event) => {
		const made = world();
		const { parameters, happen, options } = CASES[event];
		const joined = { includeAuthor: true, includeSender: true };
		const trigger = await made.open(event, parameters?.(made), { ...options, options: joined });
		await trigger.activate();
		await trigger.poll();
		expect(itemsOf(trigger)).toEqual([]);
		made.pass(1);
		const expected = await happen(made);
		await trigger.poll();
		expect(trigger.errors).toEqual([]);
		expect(itemsOf(trigger)).toEqual([expect.objectContaining(expected)]);
		const [item = {}] = itemsOf(trigger);
		expect(unlikeTrigger(host(), 'xCoreTrigger', item, ['id', 'text', 'created_at', ...SAID])).toEqual([]);
		await trigger.poll();
		await trigger.restart();
		expect(itemsOf(trigger)).toHaveLength(1);
	});

	it.each([
		['raw', {}, { data: { text: 'Hi' }, chatInput: 'Hi', sessionId: expect.any(String) as string }],
		['selectedFields', { outputFields: 'text' }, { text: 'Hi' }],
		['selectedFields', { outputFields: 'chatInput' }, { chatInput: 'Hi' }],
	])('gives what was said with the output %s %j', async (output, more, expected) => {
		const made = world();
		const trigger = await made.open('postOfUser', { users: made.first.id, output, ...more });
		await trigger.activate();
		made.post('Hi');
		await trigger.poll();
		const [item] = itemsOf(trigger);
		expect(item).toMatchObject(expected);
		expect(Object.keys(item!).sort()).toEqual(Object.keys(expected).sort());
	});

	it.each([
		['from the list', { place: '23424977', woeid: 1 }],
		['by its number', { place: 'woeid', woeid: 23424977 }],
	])('takes the place of a trend %s', async (_how, parameters) => {
		const made = world();
		const trigger = await made.open('trend', parameters, { as: 'app' });
		await trigger.activate();
		made.state.trends.unshift({ trend_name: 'n8n', tweet_count: 3 });
		await trigger.poll();
		expect(itemsOf(trigger)).toMatchObject([{ trend_name: 'n8n' }]);
		expect(new Set(made.sim.requests.map(({ path }) => path))).toEqual(
			new Set(['/2/trends/by/woeid/23424977']),
		);
	});

	it('refuses a number of a place that none has', async () => {
		const form = { place: 'woeid', woeid: 0 };
		const trigger = await world().open('trend', form, { as: 'app' });
		await expect(trigger.activate()).rejects.toThrow(/^"WOEID" must be at least 1, and is 0$/);
	});

	it('shows a sample of every event in the editor, and remembers nothing', async () => {
		const made = world();
		for (const event of names) {
			const { parameters, options } = CASES[event];
			const trigger = await made.open(event, parameters?.(made), options);
			const { outputs, error } = await trigger.test();
			expect({ event, error }).toEqual({ event, error: undefined });
			expect((outputs[0] ?? []).length).toBeLessThanOrEqual(5);
			expect(trigger.storedStaticData).toEqual({});
		}
	});
});
