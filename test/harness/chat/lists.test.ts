/** @jest-environment ./test/support/environment.ts */
import { core } from '../../simulator/core/area';
import { ME } from '../../simulator/identities';
import { host, listSearch } from '../../support';
import { useChat } from '../../support/chat';

const { sim, say, control } = useChat();

let tests = 0;
let moveBack: () => void;
// A list that was read is remembered for some minutes.
beforeEach(() => {
	moveBack = host().moveClock(++tests * 3_600_000);
});
afterEach(() => moveBack());

const list = async (method: string, filter = '') =>
	await listSearch({ node: 'xChat', sim: sim(), method, parameters: { authentication: 'oAuth2' }, filter });

/** Three people on X besides the account. */
function people() {
	const others = [...core.state(sim().platform).users.values()].filter(({ id }) => id !== ME.id);
	const [ada, bob, eve] = others;
	if (!ada || !bob || !eve) throw new Error('There are too few users');
	return { ada, bob, eve };
}

describe('choosing a conversation', () => {
	it('shows by their names those whom one talks with, and finds them by these', async () => {
		const { ada, bob, eve } = people();
		for (const { id } of [ada, bob]) await say({ from: id, to: ME.id, text: 'Hello' });
		const members = [ME.id, ada.id, eve.id];
		const { id: group } = await control('group', { by: ada.id, members, title: 'Team' });
		const { results } = await list('searchChatConversations');
		const names = [bob, ada].map(({ name, username }) => `${name} (@${username})`);
		expect(results.map(({ name }) => name)).toEqual([
			`Team: ${ada.name} (@${ada.username}), ${eve.name} (@${eve.username})`,
			...names,
		]);
		expect(results[0]).toMatchObject({ value: group, url: `https://x.com/i/chat/${group}` });
		expect((await list('searchChatConversations', eve.username)).results).toHaveLength(1);
	});

	it('shows groups alone where only a group will do, and no name that is encrypted', async () => {
		const { ada } = people();
		await say({ from: ada.id, to: ME.id, text: 'Hello' });
		const sealed = Buffer.alloc(60, 7).toString('base64');
		await control('group', { by: ada.id, members: [ME.id, ada.id], title: sealed });
		const { results } = await list('searchChatGroups');
		expect(results.map(({ name }) => name)).toEqual([expect.stringMatching(/^Group: /)]);
	});

	it('goes on without the names where X refuses to include people', async () => {
		const { ada } = people();
		await say({ from: ada.id, to: ME.id, text: 'Hello' });
		const errors = [{ message: 'bad', parameters: { expansions: ['participant_ids'] } }];
		const body = {
			errors,
			title: 'Invalid Request',
			type: 'https://api.twitter.com/2/problems/invalid-request',
		};
		sim().fail({ match: { path: '/2/chat/conversations' }, kind: 'status', status: 400, body });
		const { results } = await list('searchChatConversations', ada.id);
		expect(results.map(({ value }) => value)).toEqual([expect.stringContaining(ada.id)]);
	});
});
