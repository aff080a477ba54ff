/**
 * What `npm run event` makes happen: a poll finds it, and webhooks and streams deliver it.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import getPort from 'get-port';
import { approve } from '../../../scripts/demo/approve';
import { demoEvents, happen } from '../../../scripts/demo/events';
import { startHost } from '../../../scripts/demo/host';
import { chat } from '../../simulator/chat/area';
import { peopleOf } from '../../simulator/people';
import { ME } from '../../simulator/identities';
import { ADA } from '../../support/ada';
import { useSimulator } from '../../support/simulator';

const sim = useSimulator({ followers: 3 });

const names = demoEvents.map(([name]) => name);

/** What X answers to those who ask, before and after. */
const counts = () => {
	const { state } = peopleOf(sim().platform);
	return {
		posts: state.posts.size,
		followers: state.followers.get(ME.id)?.length ?? 0,
		messages: state.dmEvents.size,
		chats: chat.state(sim().platform).conversations.size,
		likes: [...state.likes.values()].reduce((sum, liked) => sum + liked.length, 0),
	};
};

it.each([
	['mention', { posts: 1 }],
	['message', { messages: 1 }],
	['chat', { chats: 1 }],
	['post', { posts: 1 }],
	['follow', { followers: 1 }],
	['like', { posts: 1, likes: 1 }],
])('%s is there for those who ask', async (name, more) => {
	const before = counts();
	await happen(sim().platform, name);
	const after = counts();
	for (const [what, count] of Object.entries(before))
		expect({ what, more: after[what as keyof typeof after] - count }).toEqual({
			what,
			more: (more as Record<string, number>)[what] ?? 0,
		});
});

it('approve opens the link of the latest question and presses its button', async () => {
	const pressed: string[] = [];
	const n8n = createServer(({ method = '', url = '' }, response) => {
		pressed.push(`${method} ${url}`);
		response.end('Got it, thanks');
	});
	await once(n8n.listen(0, '127.0.0.1'), 'listening');
	const url = `http://127.0.0.1:${(n8n.address() as AddressInfo).port}`;
	await expect(approve(sim(), url)).rejects.toThrow('No one was asked yet');
	await sim().control('chat', 'say', {
		from: ME.id,
		to: ADA,
		text: 'May this be published?\n\nApprove: https://n8n.example.com/webhook-waiting/7?yes\nDecline: https://n8n.example.com/webhook-waiting/7?no',
	});
	const said = await approve(sim(), url);
	expect(said).toContain('Ada was asked: May this be published?');
	expect(said).toContain(`${url}/webhook-waiting/7?yes`);
	expect(pressed).toEqual(['POST /webhook-waiting/7?yes']);
	n8n.closeAllConnections();
	n8n.close();
});

it('names the events where there is none of that name', async () => {
	await expect(happen(sim().platform, 'party')).rejects.toThrow(names.join(', '));
});

describe('the host beside X', () => {
	let receiver: Server;
	beforeAll(async () => {
		receiver = createServer((_request, response) => response.end());
		await once(receiver.listen(0, '127.0.0.1'), 'listening');
	});
	afterAll(() => {
		receiver.closeAllConnections();
		receiver.close();
	});

	it('takes the place of the addresses in the examples, and answers them', async () => {
		const said: string[] = [];
		const port = await getPort();
		const host = await startHost(sim().platform, port, (line) => said.push(line));
		const { file, channel, pattern, other } = host.localize({
			file: 'https://shop.example/products.csv',
			channel: 'https://chat.example.com/hooks/your-channel',
			pattern: 'https://shop.example/products/{Handle}',
			other: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
		});
		expect(other).toContain('127.0.0.1');
		// X would not take an address of this machine for a product's page.
		expect(pattern).toBe('https://shop.example/products/{Handle}');
		expect((await (await fetch(file)).text()).split('\n')).toHaveLength(22);
		await fetch(channel, { method: 'POST', body: 'Hello' });
		expect(said).toEqual([expect.stringContaining('Hello')]);
		host.close();
	});
});
