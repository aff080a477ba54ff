/**
 * Posts of the accounts that workflows post as: no workflow answers itself.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { DAY } from '../../../nodes/shared/util/time';
import { ME } from '../../simulator/identities';
import { peopleOf } from '../../simulator/people';
import { rule, texts, useWorld } from './world';

const world = useWorld();
const ADA = '4400000000000000001';

describe('own Posts', () => {
	it('that match a rule start nothing where the form names the account, and a search does not read them', async () => {
		const { openActive, streams, until, advance, sim } = world();
		const options = { ownAccounts: `@${ME.username}` };
		const trigger = await openActive({ parameters: { ...rule('n8n', 'cats OR dogs'), options } });
		streams.post('n8n, by me');
		streams.post('n8n, by Ada', { authorId: ADA });
		await until(() => trigger.emitted.length === 1);
		await advance(40);
		streams.disconnect();
		streams.post('dogs, by me', { unsent: true });
		streams.post('cats, by Ada', { unsent: true, authorId: ADA });
		await until(() => streams.open.length === 1);
		await advance(90);
		expect(texts(trigger)).toEqual(['n8n, by Ada', 'cats, by Ada']);
		const [search] = sim.requests.filter(({ route }) => route === '/2/tweets/search/recent');
		expect(search?.query).toMatchObject({ query: `((n8n) OR (cats OR dogs)) -from:${ME.id}` });
	});

	it('that match a rule start a run where the form names no account', async () => {
		const { openActive, streams, until } = world();
		const trigger = await openActive();
		streams.post('n8n, by me');
		await until(() => trigger.emitted.length > 0);
		expect(texts(trigger)).toEqual(['n8n, by me']);
	});
});

describe('Own Accounts', () => {
	const activity = {
		events: 'activity',
		authentication: 'oAuth2',
		eventTypes: ['post.reply.create'],
		userIds: '',
	};

	it.each([
		['rules', rule('n8n')],
		['public activity', { ...activity, authentication: 'app', eventTypes: ['post.create'], userIds: ADA }],
	])('"me" is refused for %s, read as the app, and nothing is sent', async (_of, parameters) => {
		const { open, sim } = world();
		const trigger = await open({ parameters: { ...parameters, options: { ownAccounts: 'me' } } });
		const error: unknown = await trigger.activate().catch((thrown: unknown) => thrown);
		const invalid = [{ field: 'options.ownAccounts', rule: 'reference' }];
		expect(error).toMatchObject({ context: { data: { invalid } } });
		expect(sim.requests).toEqual([]);
	});

	it('a name that X does not know is refused, and no rule is made', async () => {
		const { open, sim } = world();
		const trigger = await open({
			parameters: { ...rule('n8n'), options: { ownAccounts: '@no_such_account' } },
		});
		await expect(trigger.activate()).rejects.toThrow('No user was found on X with the name @no_such_account');
		expect(sim.requests.filter(({ method }) => method === 'POST')).toEqual([]);
	});

	it('a name that was given up still means the account that had it, after a restart on the next day', async () => {
		const { openActive, unpublish, streams, until, advance, sim } = world();
		const { second, rename } = peopleOf(sim.platform);
		const bot = rename(second, 'bot');
		const parameters = { ...rule('n8n'), options: { ownAccounts: '@bot' } };
		const before = await openActive({ parameters });
		const staticData = structuredClone(before.storedStaticData);
		await unpublish(before);
		rename(bot, 'new_name');
		await advance(DAY / 1000);
		const trigger = await openActive({ parameters, staticData });
		streams.post('n8n, by the bot', { authorId: bot.id });
		streams.post('n8n, by Ada', { authorId: ADA });
		await until(() => trigger.emitted.length === 1);
		expect(texts(trigger)).toEqual(['n8n, by Ada']);
		expect(sim.requests.filter(({ path }) => path.endsWith('/bot'))).toHaveLength(2);
	});
});
