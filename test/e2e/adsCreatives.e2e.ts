import { CREDENTIAL_TYPES } from '../../scripts/runtime/credentials';
import { ads } from '../simulator/ads/area';
import { ids } from '../simulator/ads/ids';
import { chain, ours, useStage } from './support/stage';
import { pick, useEditor } from './support/useEditor';

describe('the website card in a real n8n', () => {
	const stage = useStage();

	it('goes from a file to an ad: image, card, Post, line item, preview', async () => {
		const { outputs, sim } = stage();
		const all = await outputs('ads-website-card.json');
		const output = (node: string) => all(node)[0];

		const media = output('Add image to library');
		expect(media).toMatchObject({ media_type: 'IMAGE', name: 'Autumn menu', file_name: 'autumn.png' });
		const card = output('Create website card');
		expect(card).toMatchObject({ card_type: 'IMAGE_WEBSITE', media_keys: [media?.media_key] });
		const post = output('Create Post with card');
		expect(output('Promote Post')).toMatchObject({
			line_item_id: ids.websiteLineItem,
			tweet_id: post?.id,
			entity_status: 'ACTIVE',
		});
		expect(output('Get preview')).toMatchObject({ tweet_id: post?.id });

		const { state } = ads.state(sim.platform).production;
		expect(state.of('posts').findAny(String(post?.id))?.data).toMatchObject({
			card_uri: card?.card_uri,
			nullcast: true,
		});
		const listeners = new Set(sim.requests.map(({ listener }) => listener));
		expect(listeners).toEqual(new Set(['api', 'ads']));
	});
});

describe('creatives in the editor', () => {
	const stage = useStage();
	const openEditor = useEditor(stage);

	const openForm = async (node: string, parameters: Record<string, unknown>) => {
		const account_id = { __rl: true, mode: 'id', value: ids.account };
		const credential = stage().credential(CREDENTIAL_TYPES.oAuth1);
		const subject = ours(node, 'Ads', { account_id, ...parameters }, credential);
		return await openEditor(chain('In the editor', subject), 'Ads');
	};

	it('shows of a card what its format has, and takes its image from the library', async () => {
		const editor = await openForm('xAdsCreatives', { resource: 'card', operation: 'create', name: 'Latte' });
		await pick(editor, 'media_key', 'Latte');
		await editor.choose('destination', 'App');
		await editor.parameter('country_code').locator('input').fill('US');
		await editor.parameter('googleplay_app_id').locator('input').fill('com.example.app');
		await editor.executeOpenNode();
		await editor.output.getByText('IMAGE_APP').first().waitFor();
	});

	it('shows a text that a workflow holds in the place of a locator', async () => {
		const editor = await openForm('xAdsCampaigns', {
			resource: 'scheduledPromotedPost',
			operation: 'create',
			scheduled_tweet_id: ids.scheduledPost,
			line_item_id: { __rl: true, mode: 'id', value: ids.lineItem },
		});
		const field = editor.page.getByTestId('resource-locator-scheduled_tweet_id');
		expect(await field.getByTestId('rlc-input').inputValue()).toBe(ids.scheduledPost);
		await editor.executeOpenNode();
		await editor.output.getByText(ids.scheduledPost).first().waitFor();
	});
});
