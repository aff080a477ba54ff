/**
 * Posts of the accounts that workflows post as: no workflow answers itself.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { ME } from '../../simulator/identities';
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
		await until(() => trigger.emitted.length === 1);
	});
});
