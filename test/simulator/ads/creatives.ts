/** What a line item shows: media, promoted accounts and Posts, scheduled Posts, tracking tags, curated categories. */
import type { Values } from '../frame/validate';
import { accountMedia, isPost, scheduledPosts } from './assets';
import { listValue, textValue, type Context, type Handlers, type Payload } from './context';
import { createEntity, living, type EntityKind, type Scope } from './entities';
import { invalid, missing, refuse } from './errors';
import { isPromotable, lineItems } from './lineItems';
import { listPage } from './list';
import { RawNumber } from './serialize';
import { begun, changed } from './samples';
import { text, type AdsState, type Data, type Json } from './state';

const accepted = { entity_status: 'ACTIVE', approval_status: 'ACCEPTED' };

const lineItemOf = (scope: Scope, values: Values): Data =>
	living(lineItems, scope, textValue(values, 'line_item_id') ?? '').data;

/** What all of them have: a line item, which is their filter, too. */
const ofKind = (kind: EntityKind['kind'], segment: string, idParam: string, notFound = 'NOT_FOUND') => ({
	...{ kind, segment, idParam, notFound },
	filters: { line_item_ids: 'line_item_id', [`${idParam}s`]: 'id' },
});

const mediaCreatives: EntityKind = {
	...ofKind('mediaCreatives', 'media_creatives', 'media_creative_id', 'MEDIA_CREATIVE_NOT_FOUND'),
	create: (scope, values) => {
		const item = lineItemOf(scope, values);
		const mediaId = textValue(values, 'account_media_id') ?? '';
		const type = accountMedia[mediaId];
		if (!type)
			return refuse('ACCOUNT_MEDIA_NOT_FOUND', `Account media ${mediaId} was not found`, 'account_media_id');
		const url = textValue(values, 'landing_url');
		if (item.objective === 'WEBSITE_CLICKS' && url === undefined)
			missing('landing_url', 'The objective WEBSITE_CLICKS needs landing_url');
		if (url !== undefined) checkUrl('landing_url', url);
		const landing_url = type === 'PREROLL' ? null : (url ?? null);
		return { ...begun('media_creatives', values), creative_type: type, landing_url, ...accepted };
	},
};

const promotedAccounts: EntityKind = {
	...ofKind('promotedAccounts', 'promoted_accounts', 'promoted_account_id', 'PROMOTED_ACCOUNT_NOT_FOUND'),
	history: 'PROMOTED_ACCOUNT',
	checkList: ({ state, accountId, values }) => {
		const ids = listValue(values, 'line_item_ids');
		const able = ids?.some((id) => canPromoteAccounts(state.of('lineItems').find(accountId, id)?.data));
		if (able === false)
			refuse('INCOMPATIBLE_LINE_ITEM', 'No such line item can hold promoted accounts', 'line_item_ids');
	},
	create: (scope, values) => {
		const userId = textValue(values, 'user_id') ?? '';
		if (!canPromoteAccounts(lineItemOf(scope, values)))
			refuse('INCOMPATIBLE_LINE_ITEM', 'The line item cannot hold promoted accounts', 'line_item_id');
		if (!isPromotable(scope, userId))
			refuse('PROMOTABLE_USER_NOT_FOUND', `User ${userId} cannot be promoted by this account`, 'user_id');
		return { ...begun('promoted_accounts', values), ...accepted };
	},
};

const canPromoteAccounts = (item: Data | undefined) => item?.product_type === 'PROMOTED_ACCOUNT';

const promotedTweets: EntityKind = {
	...ofKind('promotedTweets', 'promoted_tweets', 'promoted_tweet_id', 'PROMOTED_TWEET_NOT_FOUND'),
	history: 'PROMOTED_TWEET',
	// Deleting a line item leaves its promoted Posts as they are, but takes them out of sight.
	hidden: (state, data) => state.of('lineItems').findAny(text(data.line_item_id))?.data.deleted ?? false,
	create: (scope, values) => ({
		...{ line_item_id: lineItemOf(scope, values).id, tweet_id: textValue(values, 'tweet_id') ?? null },
		...accepted,
	}),
};

const isOut = (state: AdsState, { scheduled_tweet_id: id }: Readonly<Record<string, unknown>>): boolean => {
	const scheduled = scheduledPosts[text(id as Json)];
	return scheduled !== undefined && scheduled.at <= state.now();
};

const scheduledPromotedTweets: EntityKind = {
	...ofKind('scheduledPromotedTweets', 'scheduled_promoted_tweets', 'scheduled_promoted_tweet_id'),
	notFound: 'PROMOTED_TWEET_NOT_FOUND',
	create: (scope, values) => {
		const line_item_id = lineItemOf(scope, values).id;
		const id = textValue(values, 'scheduled_tweet_id') ?? '';
		if (!scheduledPosts[id] || isOut(scope.state, values))
			refuse('TWEET_NOT_FOUND', `Scheduled Post ${id} was not found`, 'scheduled_tweet_id');
		return { line_item_id, scheduled_tweet_id: id, tweet_id: null };
	},
	beforeDelete: ({ state }, { data }) => {
		if (isOut(state, data))
			refuse('ACTION_NOT_ALLOWED', 'The Post has gone out already', 'scheduled_promoted_tweet_id');
	},
	view: (state, data) => {
		const { postId = null } = scheduledPosts[text(data.scheduled_tweet_id)] ?? {};
		return { ...data, tweet_id: isOut(state, data) ? postId : null };
	},
};

const trackingTags: EntityKind = {
	...ofKind('trackingTags', 'tracking_tags', 'tracking_tag_id'),
	create: (scope, values) => {
		lineItemOf(scope, values);
		checkUrl('tracking_tag_url', textValue(values, 'tracking_tag_url') ?? '');
		return begun('tracking_tags', values);
	},
	update: (_scope, _entity, values) => ({
		tracking_tag_url: checkUrl('tracking_tag_url', textValue(values, 'tracking_tag_url') ?? ''),
	}),
};

function checkUrl(parameter: string, url: string): string {
	return /^https?:\/\/[^\s/]+/.test(url) ? url : invalid(parameter, `"${url}" is not an http address`, url);
}

const lineItemCuratedCategories: EntityKind = {
	...ofKind('lineItemCuratedCategories', 'line_item_curated_categories', 'line_item_curated_category_id'),
	filters: {},
	create: (scope, values) => {
		lineItemOf(scope, values);
		return begun('line_item_curated_categories', values);
	},
	update: (_scope, _entity, values) => changed(values),
};

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
