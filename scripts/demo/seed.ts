import type { Simulator } from '../../test/simulator/server';
import { ids } from '../../test/simulator/ads/ids';
import { core } from '../../test/simulator/core/area';
import { sendFile } from '../../test/simulator/core/messageFiles';
import { makePost } from '../../test/simulator/core/postsMake';
import { ME } from '../../test/simulator/identities';
import { peopleOf } from '../../test/simulator/people';
import { happen } from './events';
import { ARCHIVED, PICTURE, shopProducts } from './files';

/** How many of the shop's products the catalog has at the start: so many that one that is gone may be deleted. */
const IN_CATALOG = 5;

/**
 * Puts on the simulated X what the examples look for: a catalog, a lead, mentions and messages of today.
 *
 * @param sim The simulated X, as it starts.
 */
export async function seedDemo(sim: Simulator): Promise<void> {
	const link = 'https://shop.example/lamps/last-one';
	const soldOut = { ...shopProducts(1)[0], id: 'SKU-0900', link, availability: 'out of stock', inventory: 0 };
	await sim.control('catalog', 'seed', { products: [...shopProducts(IN_CATALOG), soldOut] });
	// One line item has other ads as well, the other one has none.
	for (const lineItemId of [ids.lineItem, ids.websiteLineItem])
		await sim.control('ads', 'promote', { lineItemId, text: `The last lamp ${link}?utm_source=x` });
	await sim.control('ads', 'addLead', {
		answers: { full_name: 'Jane Doe', email: 'jane.doe@example.com' },
		ago: 3_600,
	});
	const { posts } = core.state(sim.platform);
	for (const { id, at } of ARCHIVED)
		posts.set(
			id,
			makePost(core.state(sim.platform), { id, authorId: ME.id, text: 'Our first shop is open', at }),
		);
	for (const name of ['mention', 'message', 'chat', 'follow']) await happen(sim.platform, name);
	await happen(sim.platform, 'mention', 'What a lovely lamp!');
	sendFile(core.state(sim.platform), sim.platform, [peopleOf(sim.platform).first.id, ME.id], {
		content: Buffer.from(PICTURE, 'base64'),
		name: 'photo.png',
		type: 'photo',
	});
	// Every example may be published at the same time; the plan with the fewest has one webhook.
	await sim.control('webhooks', 'settings', { webhookLimit: 10 });
}
