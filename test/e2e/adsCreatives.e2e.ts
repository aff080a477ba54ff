import { readExamples } from '../../scripts/examples';
import { errorOf, outputOf } from '../../scripts/runtime/types';
import { ads } from '../simulator/ads/area';
import { ids } from '../simulator/ads/ids';
import { useStage } from './support/stage';

describe('the website card in a real n8n', () => {
	const stage = useStage();

	it('goes from a file to an ad: image, card, Post, line item, preview', async () => {
		const { client, credentials, sim } = stage();
		const example = (await readExamples()).find(({ file }) => file === 'ads-website-card.json');
		if (!example) throw new Error('The example is not there');
		const execution = await client.run(await client.createWorkflow(example.workflow, credentials));
		expect(errorOf(execution)).toBeUndefined();
		const output = (node: string) => outputOf(execution, node)[0];

		const media = output('Add image to library');
		expect(media).toMatchObject({ media_type: 'IMAGE', name: 'Autumn menu', file_name: 'autumn.png' });
		const card = output('Create website card');
		expect(card).toMatchObject({ card_type: 'IMAGE_WEBSITE', media_keys: [media?.media_key] });
		const post = output('Create Post with card');
		expect(output('Promote Post')).toMatchObject({
			...{ line_item_id: ids.websiteLineItem, tweet_id: post?.id, entity_status: 'ACTIVE' },
		});
		expect(output('Get preview')).toMatchObject({ tweet_id: post?.id });

		const { state } = ads.state(sim.platform).production;
		expect(state.of('posts').findAny(String(post?.id))?.data).toMatchObject({
			...{ card_uri: card?.card_uri, nullcast: true },
		});
		const listeners = new Set(sim.requests.map(({ listener }) => listener));
		expect(listeners).toEqual(new Set(['api', 'ads']));
	});
});
