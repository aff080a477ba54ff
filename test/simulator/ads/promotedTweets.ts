/** The Posts that line items promote. */
import { isMatch } from 'lodash';
import type { Values } from '../frame/validate';
import { lineItems } from './campaigns';
import { listValue, textValue, type Handlers } from './context';
import { hasPost } from './creatives/posts';
import { addEntity, createEntity, living, type EntityKind, type Scope, named } from './entities';
import { invalid, refuse } from './errors';
import { ids } from './ids';
import { dataOf, RawNumber, text, type AdsState, type Data, type Json } from './state';
import { ME } from '../identities';

const ACCEPTED = { entity_status: 'ACTIVE', approval_status: 'ACCEPTED' };

const lineItemOf = (scope: Scope, values: Values): Data =>
	living(lineItems, scope, textValue(values, 'line_item_id') ?? '').data;

export const promotedTweets: EntityKind = {
	...named('promoted_tweet', 'promotedTweets'),
	filters: { line_item_ids: 'line_item_id', promoted_tweet_ids: 'id' },
	history: 'PROMOTED_TWEET',
	// Deleting a line item leaves its promoted Posts as they are, but takes them out of sight.
	hidden: (state, data) => state.of('lineItems').findAny(text(data.line_item_id))?.data.deleted ?? false,
	create: (scope, values) => ({
		line_item_id: lineItemOf(scope, values).id,
		tweet_id: textValue(values, 'tweet_id') ?? null,
		...ACCEPTED,
	}),
};

/** Several Posts at once, each of them once. */
export const promotedTweetHandlers: Handlers = {
	'POST /12/accounts/{account_id}/promoted_tweets': (context) => {
		const { state, accountId, values } = context;
		const ids = listValue(values, 'tweet_ids') ?? [];
		const item = lineItemOf(context, values);
		if (item.product_type === 'PROMOTED_ACCOUNT')
			refuse('INCOMPATIBLE_LINE_ITEM', 'The line item cannot hold promoted Posts', 'line_item_id');
		for (const id of ids) {
			if (!/^\d+$/.test(id)) invalid('tweet_ids', `"${id}" is not a Post identifier`, id);
			if (!hasPost(state, id))
				refuse('TWEET_NOT_FOUND', `Post ${id} was not found`, 'tweet_ids', { value: id });
		}
		const data = state.atomically(() =>
			ids.map((id) => {
				const fields = { line_item_id: item.id, tweet_id: id };
				const all = dataOf(state, 'promotedTweets', accountId);
				const known = all.find((ad) => !ad.deleted && isMatch(ad, fields));
				return known ?? createEntity(promotedTweets, context, fields);
			}),
		);
		// The identifiers are printed as numbers beyond what a binary float holds.
		return {
			data,
			total_count: data.length,
			echo: { ...values, tweet_ids: ids.map((id) => new RawNumber(id)) },
		};
	},
};

/** Promotes a new Post of `ME` with a line item of its account, which runs from then on. */
export function promotePost(state: AdsState, input: Readonly<Record<string, unknown>>): Json {
	const scope = { state, accountId: ids.account };
	const post = addEntity(scope, 'posts', {
		id: state.platform.newId(),
		name: null,
		text: text(input.text as Json),
		user_id: ME.id,
		nullcast: true,
	}).data;
	const item = text(input.lineItemId as Json);
	Object.assign(state.of('lineItems').findAny(item)?.data ?? {}, { entity_status: 'ACTIVE' });
	const ad = addEntity(scope, 'promotedTweets', { line_item_id: item, tweet_id: post.id, ...ACCEPTED }).data;
	return { id: ad.id, tweet_id: post.id };
}
