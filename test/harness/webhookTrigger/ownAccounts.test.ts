/**
 * Accounts that the form names as the workflow's own: they are found when the workflow is published, not when X waits
 * for the answer to a delivery.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { IDataObject } from 'n8n-workflow';
import { DAY } from '../../../nodes/shared/util/time';
import { ME } from '../../simulator/identities';
import { peopleOf } from '../../simulator/people';
import { host } from '../../support';
import { useSkippedWaits } from '../../support/waits';
import { itemsOf, NOTHING, outcomes, useWorld } from './world';

const world = useWorld();
useSkippedWaits(() => world().sim);
const ADA = { id: '4400000000000000001', username: 'ada', name: 'Ada' };
const filter = { user_id: ME.id };

const PARAMETERS = { authentication: 'oAuth2', eventTypes: ['post.reply.create'], userIds: ME.id };

const begun = async (options: IDataObject, parameters: IDataObject = {}) => {
	const made = world();
	const trigger = await made.open({ parameters: { ...PARAMETERS, ...parameters, options } });
	const say = async (text: string, actor: { id: string; username: string; name: string }) =>
		outcomes(await made.events.deliver(made.events.build('post.reply.create', { actor, text }), { filter }));
	const texts = async (runs: number) =>
		(await trigger.executed(runs)).flatMap(itemsOf).map(({ chatInput }) => chatInput);
	return { ...made, trigger, say, texts };
};

describe('"me"', () => {
	it.each(['me', 'Me'])('written %p is the account of the credential', async (ownAccounts) => {
		const { trigger, say, texts } = await begun({ ownAccounts, includeOwnPosts: true });
		await trigger.activate();
		expect(await say('An answer', { ...ME, name: 'Me' })).toEqual(['200']);
		await say('A question', ADA);
		expect(await texts(1)).toEqual(['A question']);
	});

	it('is looked up by a delivery where publishing has noted no account', async () => {
		const { trigger, say, texts } = await begun({ includeOwnPosts: true });
		await trigger.activate();
		const options = { ownAccounts: 'me', includeOwnPosts: true };
		trigger.setParameters({ ...PARAMETERS, options });
		expect(await say('An answer', { ...ME, name: 'Me' })).toEqual(['200']);
		await say('A question', ADA);
		expect(await texts(1)).toEqual(['A question']);
	});

	it.each([
		['me', 'reference'],
		['={{ ["@bot", ""] }}', 'empty'],
	])('%p is refused with the credential of the app, and nothing is sent', async (ownAccounts, rule) => {
		const { trigger, sim } = await begun(
			{ ownAccounts },
			{ authentication: 'app', eventTypes: ['post.create'] },
		);
		const error: unknown = await trigger.activate().catch((thrown: unknown) => thrown);
		const invalid = [{ field: 'options.ownAccounts', rule }];
		expect(error).toMatchObject({ context: { data: { invalid } } });
		expect(sim.requests).toEqual([]);
	});
});

describe('a name', () => {
	const NAME = 'bot';

	it('that X does not know ends publishing, and nothing is registered', async () => {
		const { trigger, events } = await begun({ ownAccounts: '@no_such_account' });
		await expect(trigger.activate()).rejects.toThrow('No user was found on X with the name @no_such_account');
		expect(events.inventory()).toMatchObject(NOTHING);
	});

	it('that cannot be looked up while n8n starts removes nothing from X', async () => {
		const { trigger, sim, events } = await begun({ ownAccounts: '@bot' });
		sim.fail({
			match: { path: '/2/users/by/username/bot' },
			kind: 'status',
			status: 503,
			times: 100,
		});
		const { lines, stop } = host().services.recordLog(['warn']);
		await trigger.activate(false, 'init');
		stop();
		expect(lines.filter((line) => line.includes('Own Accounts could not be looked up'))).not.toEqual([]);
		expect(events.inventory().webhooks).toHaveLength(1);
	});

	it('that is known when the workflow is published costs no delivery a request', async () => {
		const { trigger, say, sim } = await begun({
			ownAccounts: `@${peopleOf(world().sim.platform).second.username}`,
		});
		await trigger.activate();
		const before = sim.requests.length;
		await say('A question', ADA);
		expect(sim.requests.slice(before).filter(({ path }) => path.startsWith('/2/users'))).toEqual([]);
	});

	it('that was given up still means the account that had it, and the log says so once a day', async () => {
		const { second, rename } = peopleOf(world().sim.platform);
		const bot = rename(second, NAME);
		const { trigger, say, texts, sim } = await begun({ ownAccounts: `@${NAME}` });
		await trigger.activate();
		rename(bot, 'new_name');
		sim.platform.clock.advance(DAY);
		const { lines, stop } = host().services.recordLog(['warn']);
		expect(await say('An answer', second)).toEqual(['200']);
		expect(await say('Another answer', second)).toEqual(['200']);
		await say('A question', ADA);
		stop();
		expect(await texts(1)).toEqual(['A question']);
		expect(lines.filter((line) => line.includes(`still counts as user ${second.id}`))).toHaveLength(1);
	});
});
