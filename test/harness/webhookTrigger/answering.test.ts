/**
 * A workflow that answers, behind a webhook: each message once, none by its own accounts, no answer to who wants none, and
 * none without end. Named accounts are found when it is published, not while X waits for the answer to a delivery.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { IDataObject } from 'n8n-workflow';
import { DAY } from '../../../nodes/shared/util/time';
import { ME } from '../../simulator/identities';
import { peopleOf } from '../../simulator/people';
import { STRANGER } from '../../simulator/webhooks/events/people';
import { host } from '../../support';
import { useSkippedWaits } from '../../support/waits';
import { itemsOf, NOTHING, outcomes, useActive, useWorld } from './world';

const world = useWorld();
const active = useActive(world);
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

describe('what the account of the credential wrote itself', () => {
	it('starts nothing, which the log says, and what others wrote does, once', async () => {
		const { events, trigger } = await active();
		const { lines, stop } = host().services.recordLog(['info']);
		for (const name of ['post.mention.create', 'post.reply.create', 'post.quote.create', 'dm.received']) {
			const own = await events.deliver(events.build(name, { actor: ME, text: 'mine' }), { filter });
			expect([name, outcomes(own)]).toEqual([name, ['200']]);
			const theirs = events.build(name, { actor: STRANGER, text: 'theirs' });
			for (let times = 0; times < 2; times++) await events.deliver(theirs, { filter });
		}
		stop();
		const items = (await trigger.executed(4)).flatMap(itemsOf);
		expect(items.filter(({ payload }) => JSON.stringify(payload).includes(STRANGER.id))).toHaveLength(4);
		expect(items).toHaveLength(4);
		expect(lines.join('\n')).toMatch(
			/left out post\.mention\.create: an account .* has written it[^]*left out post\.mention\.create: it came before/,
		);
	});

	it('starts the workflow when that is asked for, or when the events are about it', async () => {
		const { events, trigger } = await active({ options: { includeOwnPosts: true } });
		await events.deliver(events.build('post.reply.create', { actor: ME }), { filter });
		await trigger.executed(1);
		trigger.setParameters({ authentication: 'app', eventTypes: ['post.create'], userIds: ME.id });
		await events.deliver(events.build('post.create', { actor: ME }), { filter });
		await events.deliver(events.build('dm.sent', { actor: ME }), { filter });
		expect(await trigger.executed(3)).toHaveLength(3);
	});

	it('starts nothing from Account Activity, unless its type is named', async () => {
		const parameters = { authentication: 'oAuth2', eventTypes: [], otherSources: ['accountActivity'] };
		const { events, trigger } = await active(parameters);
		const post = (id: string, author: string) => ({
			raw: { for_user_id: ME.id, tweet_create_events: [{ id_str: id, user: { id_str: author } }] },
		});
		await events.deliver(post('7', ME.id));
		await events.deliver(post('8', '12'));
		expect((await trigger.executed(1)).flatMap(itemsOf)).toMatchObject([{ eventId: '8' }]);
		trigger.setParameters({ ...parameters, options: { onlyEventTypes: ['post.create'] } });
		await events.deliver(post('9', ME.id));
		expect((await trigger.executed(2)).flatMap(itemsOf)).toMatchObject([{ eventId: '8' }, { eventId: '9' }]);
	});

	it('starts no test either, and the log says why', async () => {
		const { events, open } = world();
		const trigger = await open({
			parameters: { eventTypes: ['post.mention.create'], authentication: 'oAuth2', userIds: '' },
		});
		await trigger.activate(true);
		const [{ url } = { url: '' }] = events.inventory().webhooks;
		const to = { url, filter };
		const log = host().services.recordLog(['warn']);
		await events.deliver(events.build('post.mention.create', { actor: ME }), to);
		log.stop();
		expect(log.lines.join()).toContain('Include Own Posts');
		await events.deliver(events.build('post.mention.create', { actor: STRANGER }), to);
		expect(await trigger.executed(1)).toHaveLength(1);
	});
});

describe('Own Accounts', () => {
	useSkippedWaits(() => world().sim);
	const PARAMETERS = { authentication: 'oAuth2', eventTypes: ['post.reply.create'], userIds: ME.id };

	const begun = async (options: IDataObject) => {
		const made = world();
		const trigger = await made.open({ parameters: { ...PARAMETERS, options } });
		const say = async (text: string, actor: { id: string; username: string; name: string }) =>
			outcomes(
				await made.events.deliver(made.events.build('post.reply.create', { actor, text }), { filter }),
			);
		const texts = async (runs: number) =>
			(await trigger.executed(runs)).flatMap(itemsOf).map(({ chatInput }) => chatInput);
		return { ...made, trigger, say, texts };
	};

	it.each([
		['of the credential', 'me'],
		['looked up by a delivery where publishing has noted none', undefined],
	])('"me" is the account %s', async (_which, published) => {
		const options = { ownAccounts: 'me', includeOwnPosts: true };
		const { trigger, say, texts } = await begun({ ...options, ...(!published && { ownAccounts: '' }) });
		await trigger.activate();
		trigger.setParameters({ ...PARAMETERS, options });
		expect(await say('An answer', { ...ME, name: 'Me' })).toEqual(['200']);
		await say('A question', ADA);
		expect(await texts(1)).toEqual(['A question']);
	});

	it('a name that X does not know ends publishing, and nothing is registered', async () => {
		const { trigger, events } = await begun({ ownAccounts: '@no_such_account' });
		await expect(trigger.activate()).rejects.toThrow('No user was found on X with the name @no_such_account');
		expect(events.inventory()).toMatchObject(NOTHING);
	});

	it('a name that cannot be looked up while n8n starts removes nothing from X', async () => {
		const { trigger, sim, events } = await begun({ ownAccounts: '@bot' });
		sim.fail({ match: { path: '/2/users/by/username/bot' }, kind: 'status', status: 503, times: 100 });
		const { lines, stop } = host().services.recordLog(['warn']);
		await trigger.activate(false, 'init');
		stop();
		expect(lines.filter((line) => line.includes('Own Accounts could not be looked up'))).not.toEqual([]);
		expect(events.inventory().webhooks).toHaveLength(1);
	});

	it('a name costs no delivery a request, and still means the account that gave it up: the log says so once a day', async () => {
		const { second, rename } = peopleOf(world().sim.platform);
		const bot = rename(second, 'bot');
		const { trigger, say, texts, sim } = await begun({ ownAccounts: '@bot' });
		await trigger.activate();
		const before = sim.requests.length;
		await say('A question', ADA);
		expect(sim.requests.slice(before).filter(({ path }) => path.startsWith('/2/users'))).toEqual([]);
		rename(bot, 'new_name');
		sim.platform.clock.advance(DAY);
		const { lines, stop } = host().services.recordLog(['warn']);
		expect(await say('An answer', second)).toEqual(['200']);
		expect(await say('Another answer', second)).toEqual(['200']);
		await say('Another question', ADA);
		stop();
		expect(await texts(2)).toEqual(['A question', 'Another question']);
		expect(lines.filter((line) => line.includes(`still counts as user ${second.id}`))).toHaveLength(1);
	});
});
