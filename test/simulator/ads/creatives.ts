/** What a line item shows: media, promoted accounts and Posts, scheduled Posts, tracking tags, curated categories. */
import type { Values } from '../frame/validate';
import { accountMedia, isPost, scheduledPosts } from './assets';
import { listValue, textValue, type Context, type Handlers, type Payload } from './context';
import { createEntity, living, type EntityKind, type Scope } from './entities';
import { invalid, missing, refuse } from './errors';
import { isPromotable, lineItems } from './lineItems';
import { listPage } from './list';
import { RawNumber } from './serialize';
import { text, type AdsState, type Data, type Json } from './state';

const ofLineItem = { line_item_ids: 'line_item_id' };
const accepted = { entity_status: 'ACTIVE', approval_status: 'ACCEPTED' };

const lineItemOf = (scope: Scope, values: Values): Data =>
	living(lineItems, scope, textValue(values, 'line_item_id') ?? '').data;

const mediaCreatives: EntityKind = {
	kind: 'mediaCreatives',
	segment: 'media_creatives',
	idParam: 'media_creative_id',
	notFound: 'MEDIA_CREATIVE_NOT_FOUND',
	filters: { ...ofLineItem, media_creative_ids: 'id' },
	create: (scope, values) => {
		const item = lineItemOf(scope, values);
		const mediaId = textValue(values, 'account_media_id') ?? '';
		const type = accountMedia[mediaId];
		if (!type)
			return refuse('ACCOUNT_MEDIA_NOT_FOUND', `Account media ${mediaId} was not found`, 'account_media_id');
		const url = textValue(values, 'landing_url');
		if (item.objective === 'WEBSITE_CLICKS' && url === undefined) {
			missing('landing_url', 'The objective WEBSITE_CLICKS needs landing_url');
		}
		if (url !== undefined) checkUrl('landing_url', url);
		return {
			line_item_id: item.id,
			account_media_id: mediaId,
			creative_type: type,
			landing_url: type === 'PREROLL' ? null : (url ?? null),
			...accepted,
		};
	},
};

const promotedAccounts: EntityKind = {
	kind: 'promotedAccounts',
	segment: 'promoted_accounts',
	idParam: 'promoted_account_id',
	notFound: 'PROMOTED_ACCOUNT_NOT_FOUND',
	history: 'PROMOTED_ACCOUNT',
	filters: { ...ofLineItem, promoted_account_ids: 'id' },
	checkList: ({ state, accountId, values }) => {
		const ids = listValue(values, 'line_item_ids');
		const able = ids?.some((id) => canPromoteAccounts(state.of('lineItems').find(accountId, id)?.data));
		if (able === false)
			refuse('INCOMPATIBLE_LINE_ITEM', 'No such line item can hold promoted accounts', 'line_item_ids');
	},
	create: (scope, values) => {
		const item = lineItemOf(scope, values);
		const userId = textValue(values, 'user_id') ?? '';
		if (!canPromoteAccounts(item)) {
			refuse('INCOMPATIBLE_LINE_ITEM', 'The line item cannot hold promoted accounts', 'line_item_id');
		}
		if (!isPromotable(scope, userId)) {
			refuse('PROMOTABLE_USER_NOT_FOUND', `User ${userId} cannot be promoted by this account`, 'user_id');
		}
		return { line_item_id: item.id, user_id: userId, ...accepted };
	},
};

const canPromoteAccounts = (item: Data | undefined) => item?.product_type === 'PROMOTED_ACCOUNT';

const promotedTweets: EntityKind = {
	kind: 'promotedTweets',
	segment: 'promoted_tweets',
	idParam: 'promoted_tweet_id',
	notFound: 'PROMOTED_TWEET_NOT_FOUND',
	history: 'PROMOTED_TWEET',
	filters: { ...ofLineItem, promoted_tweet_ids: 'id' },
	// Deleting a line item leaves its promoted Posts as they are, but takes them out of sight.
	hidden: (state, data) => state.of('lineItems').findAny(text(data.line_item_id))?.data.deleted ?? false,
	create: (scope, values) => ({
		line_item_id: lineItemOf(scope, values).id,
		tweet_id: textValue(values, 'tweet_id') ?? null,
		...accepted,
	}),
};

const scheduledPromotedTweets: EntityKind = {
	kind: 'scheduledPromotedTweets',
	segment: 'scheduled_promoted_tweets',
	idParam: 'scheduled_promoted_tweet_id',
	notFound: 'PROMOTED_TWEET_NOT_FOUND',
	filters: { ...ofLineItem, scheduled_promoted_tweet_ids: 'id' },
	create: (scope, values) => {
		const item = lineItemOf(scope, values);
		const id = textValue(values, 'scheduled_tweet_id') ?? '';
		const scheduled = scheduledPosts[id];
		if (!scheduled || isOut(scope.state, scheduled.at)) {
			refuse('TWEET_NOT_FOUND', `Scheduled Post ${id} was not found`, 'scheduled_tweet_id');
		}
		return { line_item_id: item.id, scheduled_tweet_id: id, tweet_id: null };
	},
	beforeDelete: ({ state }, { data }) => {
		const scheduled = scheduledPosts[text(data.scheduled_tweet_id)];
		if (scheduled && isOut(state, scheduled.at)) {
			refuse('ACTION_NOT_ALLOWED', 'The Post has gone out already', 'scheduled_promoted_tweet_id');
		}
	},
	view: (state, data) => {
		const scheduled = scheduledPosts[text(data.scheduled_tweet_id)];
		return { ...data, tweet_id: scheduled && isOut(state, scheduled.at) ? scheduled.postId : null };
	},
};

const isOut = (state: AdsState, at: string) => at <= state.now();

const trackingTags: EntityKind = {
	kind: 'trackingTags',
	segment: 'tracking_tags',
	idParam: 'tracking_tag_id',
	notFound: 'NOT_FOUND',
	filters: { ...ofLineItem, tracking_tag_ids: 'id' },
	create: (scope, values) => ({
		line_item_id: lineItemOf(scope, values).id,
		tracking_tag_type: textValue(values, 'tracking_tag_type') ?? null,
		tracking_tag_url: checkUrl('tracking_tag_url', textValue(values, 'tracking_tag_url') ?? ''),
	}),
	update: (_scope, _entity, values) => ({
		tracking_tag_url: checkUrl('tracking_tag_url', textValue(values, 'tracking_tag_url') ?? ''),
	}),
};

function checkUrl(parameter: string, url: string): string {
	return /^https?:\/\/[^\s/]+/.test(url) ? url : invalid(parameter, `"${url}" is not an http address`, url);
}

const lineItemCuratedCategories: EntityKind = {
	kind: 'lineItemCuratedCategories',
	segment: 'line_item_curated_categories',
	idParam: 'line_item_curated_category_id',
	notFound: 'NOT_FOUND',
	create: (scope, values) => ({ ...checkedLink(scope, values) }),
	update: (scope, _entity, values) => ({ ...checkedLink(scope, values) }),
};

function checkedLink(scope: Scope, values: Values): Record<string, Json> {
	const link: Record<string, Json> = {};
	if (values.line_item_id !== undefined) link.line_item_id = lineItemOf(scope, values).id;
	const id = values.curated_category_id;
	return id === undefined ? link : { ...link, curated_category_id: id };
}

export const creativeKinds: readonly EntityKind[] = [
	mediaCreatives,
	promotedAccounts,
	promotedTweets,
	scheduledPromotedTweets,
	trackingTags,
	lineItemCuratedCategories,
];

const find = (context: Context, kind: EntityKind, fields: Readonly<Record<string, Json>>) =>
	context.state
		.of(kind.kind)
		.of(context.accountId)
		.find(
			({ data }) => !data.deleted && Object.entries(fields).every(([name, value]) => data[name] === value),
		)?.data;

/** Operations that do something else than the common five. */
export const creativeHandlers: Handlers = {
	'POST /12/accounts/{account_id}/promoted_accounts': (context) => {
		const { line_item_id: lineItem, user_id: user } = context.values;
		const known = find(context, promotedAccounts, { line_item_id: lineItem ?? null, user_id: user ?? null });
		return { data: known ?? createEntity(promotedAccounts, context, context.values) };
	},
	'POST /12/accounts/{account_id}/promoted_tweets': (context) => {
		const { state, values } = context;
		const ids = listValue(values, 'tweet_ids') ?? [];
		const item = lineItemOf(context, values);
		if (canPromoteAccounts(item))
			refuse('INCOMPATIBLE_LINE_ITEM', 'The line item cannot hold promoted Posts', 'line_item_id');
		for (const id of ids) {
			if (!/^\d+$/.test(id)) invalid('tweet_ids', `"${id}" is not a Post identifier`, id);
			if (!isPost(id)) refuse('TWEET_NOT_FOUND', `Post ${id} was not found`, 'tweet_ids', { value: id });
		}
		const data = state.atomically(() =>
			ids.map(
				(id) =>
					find(context, promotedTweets, { line_item_id: item.id, tweet_id: id }) ??
					createEntity(promotedTweets, context, { line_item_id: item.id, tweet_id: id }),
			),
		);
		// The identifiers are printed as numbers beyond what a binary float holds.
		return {
			data,
			total_count: data.length,
			echo: { ...values, tweet_ids: ids.map((id) => new RawNumber(id)) },
		};
	},
	'POST /12/accounts/{account_id}/scheduled_promoted_tweets': (context) => {
		const data = createEntity(scheduledPromotedTweets, context, context.values);
		return {
			data,
			echo: { ...context.values, scheduled_tweet_id: new RawNumber(text(data.scheduled_tweet_id)) },
		};
	},
	'GET /12/accounts/{account_id}/media_creatives': mediaOfCampaign,
};

/** Media creatives can be filtered by campaign, which they know through their line item only. */
function mediaOfCampaign(context: Context): Payload {
	const campaignId = textValue(context.values, 'campaign_id');
	const ids =
		campaignId === undefined
			? undefined
			: new Set(
					context.state
						.of('lineItems')
						.childrenOf(campaignId)
						.map(({ data }) => data.id),
				);
	const rows = context.state
		.of('mediaCreatives')
		.of(context.accountId)
		.map(({ data }) => data)
		.filter((data) => ids === undefined || ids.has(text(data.line_item_id)));
	return listPage(context, rows, mediaCreatives);
}
