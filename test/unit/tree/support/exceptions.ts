/**
 * Where the records differ from the facts on purpose, each line with its reason. A line that is no difference any more
 * fails the test as well, so what was only waiting to be built disappears from here with the change that builds it.
 */
import { each, type Explained } from './differences';

const NO_REQUEST = 'works out what another operation costs, and sends no request';
const ANY_REQUEST = 'stands for any request; its route is entered by the user';
const POWERSTREAM =
	'described by https://docs.x.com/x-api/powerstream/introduction, absent from the description';

/** Records whose route the facts do not have. */
export const UNDOCUMENTED_ROUTES: Explained = {
	'xAdsCampaigns.customApiCall.send: GET /': ANY_REQUEST,
	'xCoreAdmin.customApiCall.send: GET /': ANY_REQUEST,
	'xCoreAdmin.powerStreamRule.create: POST /2/powerstream/rules': POWERSTREAM,
	'xCoreAdmin.powerStreamRule.delete: DELETE /2/powerstream/rules': POWERSTREAM,
	'xCoreAdmin.powerStreamRule.getMany: GET /2/powerstream/rules': POWERSTREAM,
	'xCoreAdmin.token.exchange: POST /2/oauth2/token':
		'described by https://docs.x.com/fundamentals/authentication/oauth-2-0/oauth-1-0a-token-exchange',
	'xCore.usage.estimateCost: GET /': NO_REQUEST,
	'xCoreAdmin.usage.estimateCost: GET /': NO_REQUEST,
	'xLive.usage.estimateCost: GET /': NO_REQUEST,
	'xCoreAdmin.usage.getCostOfToday: GET /': NO_REQUEST,
	'xChat.trust.forget: GET /': NO_REQUEST,
	'xChat.trust.getMany: GET /': NO_REQUEST,
	'xCoreAdmin.health.check: GET /': 'It asks several routes, one for each part of the credential',
};

/** Fields that the documentation does not list for their route. */
export const UNDOCUMENTED_PARAMETERS: Explained = {};

const ONE_OF_THREE = 'one request adds or removes: an operation for each';
const ONE_OR_MANY = 'one request names one or many: an operation for each';
const OF_THE_ITEMS = 'made by the record from the input items, many to a request';
const ONE_KIND_OF_SET = 'a set is made either of a filter or of listed products: an operation for each';
const OF_THE_POSTS = 'made by the record from the Posts of the thread';
const OF_THE_COMPARISON = 'the record asks for what it compares, and gives nothing else';
const OF_THE_ROWS = 'made by the record from a row of the table';
const OF_ONE_POST = 'of one Post, which Post: Create has';
const OF_A_CARD = 'made by the record from what the form says that the card shows';
const OF_THE_PERIOD = 'made by the record from a period that the form asks for';
const NOT_DESCRIBED = 'no public page says what stands in it, and X’s own clients send without it';
const SINCE_THE_LAST_RUN = 'the node asks from the end of the last run to the present';
const NAMED_JOBS = 'the results of jobs that are named; Get Status lists the others';

const SAME_TOKEN = 'another name for pagination_token, which the engine sets: Resume From';

const OF_UPDATE = 'the request of Update, which has it; Pause sends the status alone';

/** Documented parameters that no field sends. */
export const UNOFFERED_PARAMETERS: Explained = {
	...each(
		'xAdsCampaigns.campaign.pause: query ',
		`budget_optimization daily_budget_amount_local_micro name purchase_order_number standard_delivery
		total_budget_amount_local_micro`,
		OF_UPDATE,
	),
	...each(
		'xAdsCampaigns.lineItem.pause: query ',
		`advertiser_domain advertiser_user_id android_app_store_identifier audience_expansion bid_amount_local_micro
		bid_strategy categories daily_budget_amount_local_micro duration_in_days end_time frequency_cap goal
		ios_app_store_identifier name pay_by start_time total_budget_amount_local_micro`,
		OF_UPDATE,
	),
	'xCore.community.search: query next_token': SAME_TOKEN,
	'xCore.post.countAll: query next_token': SAME_TOKEN,
	'xCore.post.countRecent: query next_token': SAME_TOKEN,
	'xCore.post.searchAll: query next_token': SAME_TOKEN,
	'xCore.post.searchRecent: query next_token': SAME_TOKEN,
	'xAdsMeasurement.abTest.create: body user_groups': 'made by the record of the groups A, B and more',
	'xAdsMeasurement.conversion.send: body conversions': OF_THE_ITEMS,
	'xAdsMeasurement.conversion.send: header X-Pixel-Token': 'the credential of the pixel holds it',
	...each('xAdsAnalytics.report.download: query ', 'count cursor', NAMED_JOBS),
	...each('xAdsAnalytics.report.sync: query ', 'end_time start_time', SINCE_THE_LAST_RUN),
	...each('xAdsAudiences.audience.addUsers: body ', 'operation_type params', OF_THE_ITEMS),
	...each('xAdsAudiences.audience.removeUsers: body ', 'operation_type params', OF_THE_ITEMS),
	...each('xAdsAudiences.doNotReachList.addUsers: body ', 'operation_type params', OF_THE_ITEMS),
	...each('xAdsAudiences.doNotReachList.removeUsers: body ', 'operation_type params', OF_THE_ITEMS),
	...each('xAdsCreatives.card.create: body ', 'components slides', OF_A_CARD),
	...each('xAdsCreatives.card.update: body ', 'components slides', OF_A_CARD),
	'xCatalog.product.delete: body product_keys': OF_THE_ITEMS,
	'xCatalog.product.sync: body products': OF_THE_ITEMS,
	'xCatalog.product.upsert: body products': OF_THE_ITEMS,
	'xCatalog.productSet.createFiltered: body product_keys': ONE_KIND_OF_SET,
	'xCatalog.productSet.createManual: body filters': ONE_KIND_OF_SET,
	'xChat.conversation.rotateKeys: body base64_encoded_key_rotation': NOT_DESCRIBED,
	'xChat.group.create: body base64_encoded_key_rotation': NOT_DESCRIBED,
	'xChat.group.update: body base64_encoded_key_rotation': NOT_DESCRIBED,
	'xChat.group.update: body conversation_participant_keys': 'a new key is a step of its own: Rotate Keys',
	'xChat.group.update: body rotated_pmk_bundle': NOT_DESCRIBED,
	'xCore.bookmark.add: body tweet_ids': ONE_OR_MANY,
	'xCore.bookmark.addMany: body tweet_id': ONE_OR_MANY,
	'xCoreAdmin.complianceJob.download: query compliance_job.fields':
		'the answer is a file, which has no fields',
	'xCore.media.upload: body total_bytes': 'the size of the binary data, which the record knows',
	'xCoreAdmin.streamRule.create: body delete': ONE_OF_THREE,
	'xCoreAdmin.streamRule.create: query delete_all': ONE_OF_THREE,
	'xCoreAdmin.streamRule.delete: body add': ONE_OF_THREE,
	'xCoreAdmin.streamRule.delete: query delete_all': ONE_OF_THREE,
	...each('xCoreAdmin.streamRule.deleteAll: body ', 'add delete', ONE_OF_THREE),
	'xChat.trust.accept: query public_key.fields': OF_THE_COMPARISON,
	'xCore.post.checkStored: query ids': OF_THE_ITEMS,
	...each('xCoreAdmin.webhook.replay: body ', 'from_date to_date', OF_THE_PERIOD),
	...each(
		'xCore.post.checkStored: query ',
		'expansions media.fields place.fields poll.fields post.fields user.fields',
		OF_THE_COMPARISON,
	),
	...each(
		'xCore.post.publishDue: body ',
		`card_uri community_id direct_message_deep_link edit_options for_super_followers_only geo
		made_with_ai nullcast paid_partnership poll quote_tweet_id share_with_followers`,
		OF_ONE_POST,
	),
	...each('xCore.post.publishDue: body ', 'media reply reply_settings text', OF_THE_ROWS),
	...each(
		'xCore.thread.create: body ',
		`card_uri community_id direct_message_deep_link edit_options for_super_followers_only geo
		made_with_ai nullcast paid_partnership quote_tweet_id share_with_followers`,
		OF_ONE_POST,
	),
	...each('xCore.thread.create: body ', 'media poll reply reply_settings text', OF_THE_POSTS),
};

const OF_THE_GUIDE = 'the guide to Direct Messages demands dm.read as well';

/** Credential kinds or scopes that differ. */
export const AUTHENTICATION: Explained = {
	'xCoreAdmin.activitySubscription.create: scopes tweet.read instead of none':
		'the description names no scopes; a user token needs one to exist at all',
	'xChat.message.sendAndWait: scopes dm.read dm.write tweet.read users.read instead of dm.write tweet.read users.read':
		OF_THE_GUIDE,
	'xCore.directMessage.createGroup: scopes dm.read dm.write tweet.read users.read instead of dm.write tweet.read users.read':
		OF_THE_GUIDE,
	'xCore.directMessage.send: scopes dm.read dm.write tweet.read users.read instead of dm.write tweet.read users.read':
		OF_THE_GUIDE,
	'xCore.directMessage.sendToConversation: scopes dm.read dm.write tweet.read users.read instead of dm.write tweet.read users.read':
		OF_THE_GUIDE,
	'xCore.post.countRecent: scopes tweet.read users.read instead of none':
		'the description names no scopes, the guide to counts does',
};

const ONE_PAGE = 'one page of bounded size, which Limit asks for';

/** Page sizes or tokens that differ. */
export const PAGING: Explained = {
	'xAdsAnalytics.report.download: pages on one side only': NAMED_JOBS,
	'xAdsCampaigns.targetingOption.getDevices: pages on one side only': ONE_PAGE,
	'xAdsCampaigns.targetingOption.getPlatforms: pages on one side only': ONE_PAGE,
	'xAdsCampaigns.targetingSuggestion.getMany: pages on one side only': ONE_PAGE,
};
