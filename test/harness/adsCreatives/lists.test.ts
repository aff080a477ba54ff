/**
 * The lists that the forms offer, here and where line items use what is made here.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { listSearch, runNode } from '../../support';
import { account, byId, ids, ME, NODE, useCreatives } from './support';

const { sim } = useCreatives();

const search = async (method: string, filter = '', node = NODE) => {
	const parameters = { authentication: 'oAuth1', environment: 'production', account_id: account };
	return (await listSearch({ node, sim: sim(), method, filter, parameters })).results;
};

it.each([
	['searchCards', 'aut', 'Autumn menu (image website)', ids.card],
	['searchCardUris', 'aut', 'Autumn menu (image website)', `card://${ids.card}`],
	['searchImageConversationCards', '', 'Talk about coffee (image conversation)', ids.imageConversationCard],
	[
		'searchVideoConversationCards',
		'talk',
		'Talk about baristas (video conversation)',
		ids.videoConversationCard,
	],
	['searchPollCards', 'best', 'Best coffee (text polls)', ids.pollCard],
	['searchMediaLibrary', 'steam', 'Steam (gif)', ids.libraryGif],
	['searchLibraryImages', 'latte', 'Latte (image)', ids.libraryImage],
	['searchLibraryVideos', '', 'Barista (video)', ids.libraryVideo],
	['searchDraftPosts', 'summer', 'Summer draft', ids.draftPost],
	['searchLeadForms', 'fall', `Fall launch form (${ids.leadForm.slice(0, 8)})`, ids.leadForm],
	['searchScheduledPosts', 'sale', 'Our summer sale begins (2099-01-01T08:00:00Z)', ids.scheduledPost],
	['searchAccountMedia', 'banner', `BANNER · ${ids.imageMedia}`, ids.imageMedia],
	['searchUsersToPromote', ME.id, `${ME.id} · FULL · ${ids.promotableUser}`, ME.id],
	[
		'searchPrerollCallToActions',
		'visit',
		`VISIT_SITE · https://example.com · ${ids.prerollLineItem} · ${ids.prerollCallToAction}`,
		ids.prerollCallToAction,
	],
])('%s "%s"', async (method, filter, name, value) => {
	expect(await search(method, filter)).toEqual([{ name, value }]);
});

it('offers Posts of all timelines to be renamed', async () => {
	expect(await search('searchPublishedPosts')).toEqual([
		{ name: 'Coffee', value: ids.accountPost },
		{ name: 'We are open', value: ids.organicPost },
	]);
});

it('offers line items the scheduled Posts and media of the account', async () => {
	const [post] = await search('searchScheduledPosts', '', 'xAdsCampaigns');
	expect(post?.value).toBe(ids.scheduledPost);
	const media = await search('searchAccountMedia', '', 'xAdsCampaigns');
	expect(media.map(({ value }) => value)).toEqual([ids.imageMedia, ids.prerollMedia]);
});

it.each([
	['mediaCreative', { account_media_id: ids.imageMedia }],
	['scheduledPromotedPost', { scheduled_tweet_id: ids.scheduledPost }],
])('line items take what a workflow holds as a text: %s', async (resource, saved) => {
	const parameters = {
		authentication: 'oAuth1',
		environment: 'production',
		resource,
		operation: 'create',
		account_id: account,
		line_item_id: byId(ids.lineItem),
		...saved,
	};
	const run = await runNode({ node: 'xAdsCampaigns', sim: sim(), parameters });
	expect(run.error?.message).toBeUndefined();
	expect(sim().requests.at(-1)?.query).toMatchObject(saved);
});
