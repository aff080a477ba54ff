/** @jest-environment ./test/support/environment.ts */
import { ME } from '../../simulator/identities';
import { STRANGER } from '../../simulator/webhooks/events/people';
import { host } from '../../support';
import { itemsOf, outcomes, useActive, useWorld } from './world';

const active = useActive();
const world = useWorld();

const MENTION = { eventTypes: ['post.mention.create'], authentication: 'oAuth2', userIds: '' };

describe('what the account of the credential wrote itself', () => {
	it('starts nothing, and what others wrote does', async () => {
		const { events, trigger } = await active();
		const filter = { user_id: ME.id };
		for (const name of ['post.mention.create', 'post.reply.create', 'post.quote.create', 'dm.received']) {
			const own = await events.deliver(events.build(name, { actor: ME, text: 'mine' }), { filter });
			expect([name, outcomes(own)]).toEqual([name, ['200']]);
			await events.deliver(events.build(name, { actor: STRANGER, text: 'theirs' }), { filter });
		}
		const items = (await trigger.executed(4)).flatMap(itemsOf);
		expect(items.filter(({ payload }) => JSON.stringify(payload).includes(STRANGER.id))).toHaveLength(4);
		expect(items).toHaveLength(4);
	});

	it('starts the workflow when that is asked for, or when the events are about it', async () => {
		const { events, trigger } = await active({ options: { includeOwnPosts: true } });
		const filter = { user_id: ME.id };
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
		const own = {
			raw: { for_user_id: ME.id, tweet_create_events: [{ id_str: '7', user: { id_str: ME.id } }] },
		};
		await events.deliver(own);
		await events.deliver({
			raw: { for_user_id: ME.id, tweet_create_events: [{ id_str: '8', user: { id_str: '12' } }] },
		});
		expect((await trigger.executed(1)).flatMap(itemsOf)).toMatchObject([{ eventId: '8' }]);
		trigger.setParameters({ ...parameters, options: { onlyEventTypes: ['post.create'] } });
		await events.deliver({
			raw: { for_user_id: ME.id, tweet_create_events: [{ id_str: '9', user: { id_str: ME.id } }] },
		});
		expect((await trigger.executed(2)).flatMap(itemsOf)).toMatchObject([{ eventId: '8' }, { eventId: '9' }]);
	});

	it('is in the log with the reason, and so is what came before', async () => {
		const { events, trigger } = await active();
		const filter = { user_id: ME.id };
		const log = host().services.recordLog(['info']);
		await events.deliver(events.build('post.reply.create', { actor: ME }), { filter });
		const theirs = events.build('post.reply.create', { actor: STRANGER });
		for (let times = 0; times < 2; times++) await events.deliver(theirs, { filter });
		log.stop();
		expect(await trigger.executed(1)).toHaveLength(1);
		expect(log.lines.join('\n')).toMatch(
			/left out post\.reply\.create: an account .* has written it[^]*left out post\.reply\.create: it came before/,
		);
	});

	it('starts no test either, and the log says why', async () => {
		const { events, open } = world();
		const trigger = await open({ parameters: MENTION });
		await trigger.activate(true);
		const [{ url } = { url: '' }] = events.inventory().webhooks;
		const to = { url, filter: { user_id: ME.id } };
		const log = host().services.recordLog(['warn']);
		await events.deliver(events.build('post.mention.create', { actor: ME }), to);
		log.stop();
		expect(log.lines.join()).toContain('Include Own Posts');
		await events.deliver(events.build('post.mention.create', { actor: STRANGER }), to);
		expect(await trigger.executed(1)).toHaveLength(1);
	});
});
