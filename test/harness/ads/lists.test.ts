/**
 * The lists that a form offers: filtered, paged, by environment.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { INodeParameters } from 'n8n-workflow';
import { ME } from '../../simulator/identities';
import { listSearch, loadOptions } from '../../support';
import { account, byId, ids, sandboxAccount, useAds } from './support';

const { sim, ads, search, addLineItems } = useAds();

it('offers the accounts of the chosen environment', async () => {
	const production = await search('searchAccounts');
	expect(production.results.map(({ value }) => value)).toEqual([ids.account, ids.readOnlyAccount]);
	const filtered = await search('searchAccounts', 'acme eu');
	expect(filtered.results).toEqual([{ name: 'Acme Europe (18ce55abc12)', value: ids.readOnlyAccount }]);
	const sandbox = await search('searchAccounts', '', { environment: 'sandbox' });
	expect(sandbox.results.map(({ value }) => value)).toEqual([ids.sandboxAccount]);
});

it.each([
	['Campaigns', 'summer sale', 'Summer sale (paused, 140 USD a day)', ids.campaign],
	['Campaigns', 'draft', 'Summer draft (draft, 140 USD a day)', ids.draftCampaign],
	[
		'FundingInstruments',
		'4711',
		'Insertion order 4711 (50000 USD left, insertion order)',
		ids.insertionOrder,
	],
	['LineItems', ids.lineItem, `Line item ${ids.lineItem} (active, engagements, bid 0.32 USD)`, ids.lineItem],
])('search%s "%s"', async (list, filter, name, value) => {
	expect((await search(`search${list}`, filter)).results).toEqual([{ name, value }]);
});

it('offers nothing before an account is chosen', async () => {
	const none = { account_id: { __rl: true, mode: 'list', value: '' } };
	expect(await search('searchCampaigns', '', none)).toEqual({ results: [] });
	expect(sim().requests).toEqual([]);
});

it('pages through line items', async () => {
	await addLineItems(150);
	const first = await search('searchLineItems');
	expect(first.results).toHaveLength(100);
	const second = await search('searchLineItems', '', {}, String(first.paginationToken));
	expect(second.results.length).toBeGreaterThan(50);
	expect(second.paginationToken).toBeUndefined();
});

/** The values for the last row of an audience estimate. */
const ofLastRow = async (rows: INodeParameters[], filter = '') =>
	await listSearch({
		node: 'xAdsCampaigns',
		sim: sim(),
		method: 'searchTargetingValues',
		filter,
		path: `parameters.targeting_criteria.values[${rows.length - 1}].targeting_value`,
		parameters: {
			resource: 'audienceEstimate',
			operation: 'get',
			account_id: account,
			targeting_criteria: { values: rows },
		},
	});

it('offers the values of the row of an audience estimate that asks', async () => {
	const row = (criterion_type: string) => ({ criterion_type, targeting_value: '', operator_type: 'EQ' });
	const { results } = await ofLastRow([row('INTEREST'), row('LANGUAGE')], 'english');
	expect(results.map(({ name }) => name)).toEqual(['English']);
});

it('offers the TV shows of the chosen market', async () => {
	const form = { resource: 'targetingCriterion', operation: 'create', targeting_type: 'TV_SHOW' };
	const shows = async (market: string) =>
		await search('searchTargetingValues', '', {
			...form,
			tv_market: { __rl: true, mode: 'list', value: market },
		});
	const [british, american] = [await shows('en-GB'), await shows('en-US')];
	expect(sim().requests.map(({ query }) => query.locale)).toEqual(['en-GB', 'en-US']);
	expect(british.results.length).toBeGreaterThan(0);
	expect(british.results[0]?.value).not.toBe(american.results[0]?.value);
});

it('offers the TV shows of the market in the row of an audience estimate, which no request carries', async () => {
	const market = { __rl: true, mode: 'list', value: 'en-GB' };
	const { results } = await ofLastRow([{ criterion_type: 'TV_SHOW', tv_market: market }]);
	expect(sim().requests.map(({ query }) => query.locale)).toEqual(['en-GB']);
	const [show] = results;
	const values = [
		{ criterion_type: 'TV_SHOW', tv_market: byId('en-GB'), targeting_value: byId(String(show?.value)) },
		{ criterion_type: 'LOCATION', targeting_value: byId(ids.unitedStates) },
	];
	const form = { account_id: account, targeting_criteria: { values } };
	const run = await ads('audienceEstimate.get', form);
	expect(run.error?.message).toBeUndefined();
	expect(sim().requests.at(-1)?.body).toEqual({
		targeting_criteria: [
			{ operator_type: 'EQ', targeting_type: 'TV_SHOW', targeting_value: show?.value },
			{ operator_type: 'EQ', targeting_type: 'LOCATION', targeting_value: ids.unitedStates },
		],
	});
});

it('looks further where X does not filter and the first page has nothing that fits', async () => {
	const page = {
		data: [{ id: 'other', type: 'CREDIT_CARD', currency: 'USD' }],
		next_cursor: 'c2',
		request: {},
	};
	const path = `/12/accounts/${ids.account}/funding_instruments`;
	sim().fail({ match: { path }, kind: 'status', status: 200, body: page, times: 1 });
	sim().fail({
		match: { path },
		kind: 'status',
		status: 200,
		body: { ...page, data: [{ id: 'wanted', type: 'INSERTION_ORDER', currency: 'USD' }], next_cursor: null },
		times: 1,
	});
	const { results } = await search('searchFundingInstruments', 'insertion');
	expect(results.map(({ value }) => value)).toEqual(['wanted']);
	expect(sim().requests.map(({ query }) => query.cursor)).toEqual([undefined, 'c2']);
});

it('offers the users who can be promoted, and the authenticated one', async () => {
	const { results } = await search('searchUsersToPromote');
	expect(results.map(({ value }) => value)).toEqual([ME.id, ids.otherUserId]);
	expect((await search('searchOwnUser')).results.map(({ value }) => value)).toEqual([ME.id]);
});

it('offers the combinations of placements of the chosen product type', async () => {
	const { results } = await search('searchPlacements', '', {
		resource: 'lineItem',
		operation: 'create',
		additionalFields: { product_type: 'PROMOTED_ACCOUNT' },
	});
	expect(results).toContainEqual({ name: 'All on Twitter', value: 'ALL_ON_TWITTER' });
	expect(sim().requests.at(-1)?.query).toMatchObject({ product_type: 'PROMOTED_ACCOUNT' });
});

it.each([
	['LOCATION', 'united st', 'United States'],
	['INTEREST', 'cooking', undefined],
	['INTEREST', 'biographies', 'Books and literature/Biographies and memoirs'],
	['DEVICE', 'iphone 4', 'iPhone 4'],
	['LANGUAGE', 'english', 'English'],
	['PLATFORM', 'ios', 'iOS'],
	['PLATFORM_VERSION', 'jelly', 'Jelly Bean'],
	['APP_STORE_CATEGORY', 'music', 'Games: Music'],
	['CONVERSATION', 'nfl', 'NFL'],
	['EVENT', 'new year', "New Year's"],
	['NETWORK_OPERATOR', 'airp', 'Airpeak'],
	['TV_SHOW', 'news', 'NewsWatch'],
	['AGE', 'over', '13 and Over'],
	['GENDER', 'fem', 'Female'],
	['ENGAGEMENT_TYPE', 'impression', 'Impression'],
	['BROAD_KEYWORD', 'coffee', 'coffee'],
	['BROAD_KEYWORD', '', undefined],
	['LIVE_TV_EVENT', 'news', 'NewsWatch'],
	['CAMPAIGN_ENGAGEMENT', 'summer sale', 'Summer sale'],
	['USER_ENGAGEMENT', ME.id, ME.id],
	['FOLLOWERS_OF_USER', ME.id, ME.id],
	['CUSTOM_AUDIENCE', 'custom', 'Customers'],
	['IAB_CATEGORY', 'arts', 'Arts & Entertainment'],
])('offers values of %s for "%s"', async (type, filter, name) => {
	const form = { resource: 'targetingCriterion', operation: 'create', targeting_type: type };
	const { results } = await search('searchTargetingValues', filter, form);
	expect(results[0]?.name ?? 'nothing').toContain(name ?? 'nothing');
});

it.each([
	['searchCuratedCategories', ids.curatedCategory],
	['searchLineItemCuratedCategories', ids.lineItemCuratedCategory],
	['searchMediaCreatives', ids.mediaCreative],
	['searchPromotedAccounts', ids.promotedAccount],
	['searchPromotedPosts', ids.promotedTweet],
	['searchScheduledPromotedPosts', ids.scheduledPromotedTweet],
	['searchTrackingTags', ids.trackingTag],
	['searchPromotableUsers', ids.promotableUser],
	['searchRecommendations', ids.recommendation],
	['searchTvMarkets', 'en-US'],
	['searchScheduledPosts', ids.scheduledPost],
	['searchAccountMedia', ids.prerollMedia],
])('%s finds what is there', async (method, value) => {
	const { results } = await search(method);
	expect(results.map((entry) => entry.value)).toContain(value);
});

it('offers publishers by name, and sends their users', async () => {
	const data = [{ username: 'PeoplesSports', user_id: '1353868435021721602' }];
	sim().fail({ match: { path: '/12/publishers' }, kind: 'status', status: 200, body: { data }, times: 1 });
	const form = {
		resource: 'targetingCriterion',
		operation: 'batch',
		targeting_type: 'CONTENT_PUBLISHER_USER',
	};
	const { results } = await search('searchTargetingValues', 'sports', form);
	expect(results).toEqual([{ name: 'PeoplesSports', value: '1353868435021721602' }]);
});

it('fills the menus of categories', async () => {
	const load = async (method: string) =>
		await loadOptions({
			node: 'xAdsCampaigns',
			sim: sim(),
			method,
			parameters: { authentication: 'oAuth1', environment: 'sandbox', account_id: sandboxAccount },
		});
	expect(await load('getIabCategories')).toContainEqual({ name: 'IAB1 Arts & Entertainment', value: 'IAB1' });
	expect((await load('getBusinessCategories')).length).toBeGreaterThan(3);
});

describe('creatives', () => {
	const found = async (method: string, filter = '') => {
		const parameters = { authentication: 'oAuth1', environment: 'production', account_id: account };
		return (await listSearch({ node: 'xAdsCreatives', sim: sim(), method, filter, parameters })).results;
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
		expect(await found(method, filter)).toEqual([{ name, value }]);
	});

	it('offers Posts of all timelines to be renamed', async () => {
		expect(await found('searchPublishedPosts')).toEqual([
			{ name: 'Coffee', value: ids.accountPost },
			{ name: 'We are open', value: ids.organicPost },
		]);
	});

	it.each([
		['mediaCreative', { account_media_id: ids.imageMedia }],
		['scheduledPromotedPost', { scheduled_tweet_id: ids.scheduledPost }],
	])('line items take what a workflow holds as a text: %s', async (resource, saved) => {
		const form = { account_id: account, line_item_id: byId(ids.lineItem), ...saved };
		const run = await ads(`${resource}.create`, form);
		expect(run.error?.message).toBeUndefined();
		expect(sim().requests.at(-1)?.query).toMatchObject(saved);
	});
});
