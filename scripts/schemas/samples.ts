/**
 * Items of operations that the documented answers are not enough for: they need a finished job, a file or the keys of a
 * conversation, or the answer shows a part of the fields. The tests hold them against what the operations give. A value
 * stands for its type, and a field with values of two types gets none.
 */

const ID = '1880028106020515840';
const TIME = '2026-11-01T12:00:00.000Z';
const ONE_TO_ONE = '2244994945:4400000000000000001';

const SENT = {
	id: ID,
	message_id: '96505f05-dec4-416e-9a04-835f1561e11b',
	conversation_id: ONE_TO_ONE,
	sender_id: ID,
	created_at: TIME,
	kind: 'message',
	key_version: '1795399085000',
};
const WRITTEN = { ...SENT, text: 'Hello' };
const MARKED = { ...SENT, kind: 'reactionAdded', target_id: ID, emoji: '👍' };
const READ = {
	...WRITTEN,
	decrypted: true,
	verified: null,
	verification: 'verified',
	identity: 'known',
	fingerprint: 'text',
};
const USERS_SENT = { sent: 1, unchanged: 0, repeated: 0, left_out: 0, requests: 1 };
const MEASURED = {
	id: 'itttx',
	date: '2026-11-01',
	start: '2026-11-01T00:00:00-07:00',
	end: '2026-11-02T00:00:00-07:00',
	account_id: '18ce54d4x5t',
	entity: 'LINE_ITEM',
	impressions: 1,
	engagements: 1,
	clicks: 1,
	likes: 1,
	retweets: 1,
	replies: 1,
	follows: 1,
	billed_engagements: 1,
	billed_charge: 1.5,
};
const NAMED = {
	name: 'Line item',
	entity_status: 'ACTIVE',
	objective: 'ENGAGEMENTS',
	campaign_id: 'f4z6x',
	campaign_name: 'Campaign',
	currency: 'USD',
};
const COST = {
	operation: 'user.getFollowers',
	requests: 1,
	objects: 1,
	usd: 0.01,
	usdMax: 0.01,
	seconds: 0,
	price: 0.01,
	unit: 'object',
	priceSource: 'text',
	rateLimits: [{ requests: 300, seconds: 900 }],
	notes: ['text'],
};
const LEAD_EXPORT = { export_id: 'text', status: 'COMPLETED', download_url: 'https://example.com/' };
const STREAM_RULE = { id: ID, value: 'text', tag: 'text' };
const RULES_DELETED = { deleted: true, ids: [ID], deleted_count: 1, not_deleted_count: 0 };

/** By node, resource and operation. */
export const SAMPLES: Readonly<Record<string, object>> = {
	'xAdsAnalytics.report.getAds': {
		...MEASURED,
		...NAMED,
		post_text: 'text',
		link: 'https://example.com/?utm_source=x',
		page: 'https://example.com/',
		utm_source: 'x',
		utm_medium: null,
		utm_campaign: null,
		utm_term: null,
		utm_content: null,
		utm_id: null,
	},
	'xAdsAnalytics.report.getSpend': { ...MEASURED, ...NAMED },
	'xAdsAnalytics.report.download': MEASURED,
	'xAdsAnalytics.report.get': { ...MEASURED, ...NAMED },
	'xAdsAnalytics.report.start': {
		id: ID,
		status: 'PROCESSING',
		entity: 'LINE_ITEM',
		entity_ids: ['itttx'],
		start_time: TIME,
		end_time: TIME,
		granularity: 'DAY',
		placement: 'ALL_ON_TWITTER',
		metric_groups: ['BILLING'],
		segmentation_type: null,
		country: null,
		created_at: TIME,
		expires_at: null,
	},
	'xAdsAnalytics.report.sync': {
		...MEASURED,
		...NAMED,
		key: '18ce54d4x5t:LINE_ITEM:itttx:2026-11-01',
		is_final: true,
		final_at: TIME,
		change: 'new',
		changed: ['impressions'],
		incomplete: false,
		synced_until: TIME,
	},
	'xAdsAudiences.audience.addUsers': { custom_audience_id: '1nmth', ...USERS_SENT },
	'xAdsAudiences.audience.removeUsers': { custom_audience_id: '1nmth', ...USERS_SENT },
	'xAdsAudiences.doNotReachList.addUsers': { do_not_reach_list_id: '4kzrq', ...USERS_SENT },
	'xAdsAudiences.doNotReachList.removeUsers': { do_not_reach_list_id: '4kzrq', ...USERS_SENT },
	'xAdsCreatives.mediaLibrary.add': {
		media_key: '3_1880028106020515841',
		name: null,
		file_name: 'file',
		media_type: 'IMAGE',
		media_category: 'AMPLIFY_IMAGE',
		media_status: 'TRANSCODE_COMPLETED',
		media_url: 'https://example.com/',
		tweeted: false,
		created_at: TIME,
		updated_at: TIME,
		deleted: false,
	},
	'xAdsMeasurement.leadExport.create': LEAD_EXPORT,
	'xAdsMeasurement.leadExport.get': LEAD_EXPORT,
	'xAdsMeasurement.lead.getMany': {
		lead_form_id: '3f2b8c1a-8f4e-4a0b-9df2-0123456789ab',
		submitted_at: TIME,
		email: 'user@example.com',
		full_name: 'text',
	},
	'xCatalog.product.delete': { deleted: true, id: 'SKU-1', product_key: ID },
	'xCatalog.product.sync': {
		text: 'text',
		needsAttention: false,
		catalogId: ID,
		dryRun: false,
		inputProducts: 1,
		catalogProducts: 1,
		created: 1,
		updated: 1,
		unchanged: 1,
		deleted: 1,
		failed: 1,
		skipped: 1,
		kept: 1,
		requests: { reads: 1, writes: 1, deletes: 1 },
		failures: [],
		sourceFormats: [{ format: 'text', because: 'text' }],
	},
	'xChat.conversation.rotateKeys': {
		conversation_id: ONE_TO_ONE,
		key_version: '1795399085000',
		member_ids: [ID],
	},
	'xChat.group.addMembers': { conversation_id: 'g1', key_version: '1795399085000', added_ids: [ID] },
	'xChat.group.create': {
		conversation_id: 'g1',
		key_version: '1795399085000',
		member_ids: [ID],
		admin_ids: [ID],
	},
	'xChat.trust.accept': {
		user_id: ID,
		fingerprint: 'text',
		public_key_version: '1769472000000',
		accepted: true,
	},
	'xChat.trust.forget': { user_id: ID, forgotten: true },
	'xChat.trust.getMany': {
		user_id: ID,
		fingerprint: 'text',
		public_key_version: '1769472000000',
		since: TIME,
		workflow_id: 'text',
	},
	'xChat.group.update': { updated: true, conversation_key_change_sequence_id: 'g1' },
	'xChat.media.download': {
		media_hash_key: ID,
		decrypted: true,
		key_version: '1795399085000',
		size: 1,
	},
	'xChat.media.upload': {
		conversation_id: ONE_TO_ONE,
		media_hash_key: ID,
		kind: 'image',
		file_name: 'a.png',
		size: 1,
		key_version: '1795399085000',
	},
	'xChat.messageRequest.get': { messages: [{ verified: true }] },
	'xChat.messageRequest.getMany': { messages: [{ verified: true }] },
	'xChat.message.edit': { ...WRITTEN, kind: 'edit', target_id: ID },
	'xChat.message.getEvents': READ,
	'xChat.message.getPinned': READ,
	'xChat.message.react': MARKED,
	'xChat.message.removeReaction': MARKED,
	'xChat.message.reply': WRITTEN,
	'xChat.message.send': WRITTEN,
	'xChat.message.sendAndWait': {
		data: {
			approved: true,
			text: 'Yes',
			asked: { conversation_id: ONE_TO_ONE, message_id: ID, id: ID, sent_at: TIME, expires_at: TIME },
			respondedAt: TIME,
			expired: false,
		},
	},
	'xCore.media.addSubtitles': { associated_subtitles: [] },
	'xCore.bookmark.addMany': { tweet_id: ID, bookmarked: true },
	'xCore.media.upload': { id: ID, media_key: '3_1880028106020515841', expires_after_secs: 86_400, size: 1 },
	'xCore.post.publishDue': {
		status: 'published',
		id: ID,
		link: 'https://x.com/i/status/1880028106020515840',
		reason: null,
		wait_until: null,
	},
	'xCore.usage.estimateCost': COST,
	'xCoreAdmin.complianceJob.download': { id: ID, action: 'delete', created_at: TIME, reason: 'deleted' },
	'xCoreAdmin.complianceJob.upload': {
		id: ID,
		type: 'tweets',
		status: 'created',
		created_at: TIME,
		download_expires_at: TIME,
		download_url: 'https://example.com/',
		resumable: false,
		upload_expires_at: TIME,
		upload_url: 'https://example.com/',
	},
	'xCoreAdmin.powerStreamRule.create': STREAM_RULE,
	'xCoreAdmin.powerStreamRule.getMany': STREAM_RULE,
	'xCoreAdmin.powerStreamRule.delete': RULES_DELETED,
	'xCoreAdmin.streamRule.delete': RULES_DELETED,
	'xCoreAdmin.streamRule.deleteAll': { deleted: true, deleted_count: 1, not_deleted_count: 0 },
	'xCoreAdmin.token.exchange': {
		access_token: 'text',
		token_type: 'bearer',
		expires_in: 7_200,
		scope: 'text',
		refresh_token: 'text',
	},
	'xCoreAdmin.usage.estimateCost': COST,
	'xLive.usage.estimateCost': COST,
};

/** The item of every event, whatever its source: what X did not send is null. */
export const EVENT: object = {
	eventType: 'post.create',
	eventId: ID,
	userId: ID,
	createdAt: TIME,
	source: 'activity',
	tag: 'text',
	nativeType: 'text',
	payload: {},
	chatInput: 'text',
	sessionId: ID,
};

/** What items of X Trigger have in common where someone says something: each is the entity of its event. */
export const POLLED: object = { id: ID, text: 'text', created_at: TIME, chatInput: 'text', sessionId: ID };
