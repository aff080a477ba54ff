/**
 * What `npm run event` makes happen, and the host beside X that stands in for the addresses of the examples.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { approve } from '../../../scripts/demo/approve';
import { happen } from '../../../scripts/demo/events';
import { startHost } from '../../../scripts/demo/host';
import { freePort } from '../../../scripts/runtime/port';
import { peopleOf } from '../../simulator/people';
import { ME } from '../../simulator/identities';
import { readExample } from '../../../scripts/examples';
import { serve, useServed } from '../../support/ownHost';
import { useSimulator } from '../../support/simulator';

const sim = useSimulator({ followers: 3 });

// Recipes wait for the other events: test/e2e/recipes.e2e.ts.
it('like is there for those who ask', async () => {
	const liked = () => [...peopleOf(sim().platform).state.likes.values()].flat().length;
	const before = liked();
	await happen(sim().platform, 'like');
	expect(liked()).toBe(before + 1);
});

it('approve opens the link of the latest question and presses its button', async () => {
	const pressed: string[] = [];
	const n8n = await serve(({ method = '', url = '' }, response) => {
		pressed.push(`${method} ${url}`);
		response.end('Got it, thanks');
	});
	const { url } = n8n;
	const { first } = peopleOf(sim().platform);
	// The recipe asks this person, by name.
	expect(JSON.stringify(await readExample('chat-approve-post.json'))).toContain(`"@${first.username}"`);
	await expect(approve(sim(), url)).rejects.toThrow('No one was asked yet');
	await sim().control('chat', 'say', {
		from: ME.id,
		to: first.id,
		text: 'May this be published?\n\nApprove: https://n8n.example.com/webhook-waiting/7?yes\nDecline: https://n8n.example.com/webhook-waiting/7?no',
	});
	const said = await approve(sim(), url);
	expect(said).toContain('Ada was asked: May this be published?');
	expect(said).toContain(`${url}/webhook-waiting/7?yes`);
	expect(pressed).toEqual(['POST /webhook-waiting/7?yes']);
	n8n.close();
});

describe('the host beside X', () => {
	const receiver = useServed((_request, response) => response.end());

	it('takes the place of the addresses in the examples, and answers them', async () => {
		const said: string[] = [];
		const port = await freePort();
		const host = await startHost(sim().platform, port, (line) => said.push(line));
		const { file, channel, pattern, other } = host.localize({
			file: 'https://shop.example/products.csv',
			channel: 'https://chat.example.com/hooks/your-channel',
			pattern: 'https://shop.example/products/{Handle}',
			other: `${receiver()}/`,
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
