/**
 * A workflow that answers, behind a webhook: each message once, no answer to who wants none, and none without end.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { IDataObject } from 'n8n-workflow';
import { ME } from '../../simulator/identities';
import { itemsOf, outcomes, useActive, useWorld } from './world';

const active = useActive();
const world = useWorld();
const ADA = { id: '4400000000000000001', username: 'ada', name: 'Ada' };
const BOB = { id: '4400000000000000002', username: 'bob', name: 'Bob' };
const filter = { user_id: ME.id };

describe('a person who says stop', () => {
	it('is left alone, and n8n has stored it although nothing ran', async () => {
		const { sim, events, trigger } = await active({ options: { stopWords: 'STOP' } });
		const say = async (text: string, actor = ADA) =>
			outcomes(await events.deliver(events.build('dm.received', { actor, text }), { filter }));
		expect(await say('stop')).toEqual(['200']);
		const stored = () => (trigger.storedStaticData['node:Subject'] as IDataObject).stopped;
		expect(stored()).toMatch(new RegExp(`^${ADA.id}:\\d+$`));
		await say('Hello?');
		await say('Hello', BOB);
		const runs = await trigger.executed(1);
		expect(runs.flatMap(itemsOf).map(({ chatInput }) => chatInput)).toEqual(['Hello']);
		// Within a second the order is not known, and STOP counts.
		sim.platform.clock.advance(1000);
		await say('start');
		await say('Back again');
		expect((await trigger.executed(2)).flatMap(itemsOf).map(({ chatInput }) => chatInput)).toEqual([
			'Hello',
			'Back again',
		]);
		expect(stored()).toMatch(new RegExp(`^${ADA.id}:-\\d+$`));
	});

	it('is passed on where that is asked for, also if n8n cannot start the run at first', async () => {
		const { events, trigger, tryAgain } = await active({ options: { stopWords: 'STOP', passOnStops: true } });
		for (const text of ['stop', 'start']) {
			trigger.beforeRun = async () => await Promise.reject(new Error('no database'));
			const event = events.build('dm.received', { actor: ADA, text });
			expect(outcomes(await events.deliver(event, { filter }))).toEqual(['500']);
			trigger.beforeRun = async () => {};
			await tryAgain();
		}
		expect(trigger.executions.flatMap(itemsOf).map(({ optOut }) => optOut)).toEqual(['stop', 'start']);
	});

	it('is left alone by the next process', async () => {
		const { events, openActive } = world();
		const parameters = {
			eventTypes: ['dm.received'],
			authentication: 'oAuth2',
			userIds: '',
			options: { stopWords: 'STOP' },
		};
		const staticData = { stopped: `${ADA.id}:1795399085` };
		const trigger = await openActive({ parameters, staticData });
		await events.deliver(events.build('dm.received', { actor: ADA, text: 'Hello?' }), { filter });
		await events.deliver(events.build('dm.received', { actor: BOB, text: 'Hello' }), { filter });
		expect((await trigger.executed(1)).flatMap(itemsOf)).toMatchObject([{ chatInput: 'Hello' }]);
	});
});

it('a Post that is a mention and a reply is answered once, also when X delivers it again', async () => {
	const { events, trigger } = await active();
	const id = '1999999999999999999';
	const build = (type: string) => events.build(type, { actor: ADA, text: 'Both', id });
	await events.deliver(build('post.reply.create'), { filter });
	await events.deliver(build('post.mention.create'), { filter });
	await events.deliver(build('post.reply.create'), { filter });
	await events.deliver(events.build('post.mention.create', { actor: BOB, text: 'Next' }), { filter });
	expect((await trigger.executed(2)).flatMap(itemsOf).map(({ chatInput }) => chatInput)).toEqual([
		'Both',
		'Next',
	]);
});
