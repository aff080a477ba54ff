/**
 * Every operation of the node once with each kind of credential. The forms are made from the fields; what an operation
 * does in detail stands in the file of its resource.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { INodeParameters } from 'n8n-workflow';
import { spec } from '../../../nodes/XAdsCampaigns/spec';
import { keyOf } from '../../facts';
import { me } from '../../simulator/identities';
import { filled } from '../../support/fill';
import { formNamed } from '../../support/forms';
import { ids, useAds } from './support';

const { sim, ads } = useAds();

/** What exists, by the name of a field; a name with its resource, or with resource and operation, goes before. */
const known: Readonly<Record<string, string | string[] | INodeParameters>> = {
	...{ campaign_id: ids.campaign, line_item_id: ids.lineItem, user_id: me.id, tweet_ids: ids.post },
	...{
		funding_instrument_id: ids.fundingInstrument,
		'fundingInstrument.update.funding_instrument_id': ids.partnerManaged,
	},
	...{
		entity_id: ids.campaign,
		curated_category_id: ids.curatedCategory,
		promotable_user_id: ids.promotableUser,
	},
	...{ recommendation_id: ids.recommendation, account_media_id: ids.imageMedia, line_item_ids: ids.lineItem },
	...{ scheduled_tweet_id: ids.scheduledPost, targeting_criterion_id: ids.targetingCriterion },
	...{ media_creative_id: ids.mediaCreative, promoted_account_id: ids.promotedAccount },
	...{ promoted_tweet_id: ids.promotedTweet, scheduled_promoted_tweet_id: ids.scheduledPromotedTweet },
	...{ tracking_tag_id: ids.trackingTag, line_item_curated_category_id: ids.lineItemCuratedCategory },
	...{ 'campaign.create.campaign_id': ids.activeCampaign, 'lineItem.create.campaign_id': ids.activeCampaign },
	...{ 'lineItem.create.objective': 'ENGAGEMENTS', 'lineItem.create.product_type': 'PROMOTED_TWEETS' },
	...{ start_time: '2026-12-01T00:00:00Z', end_time: '2027-01-01T00:00:00Z', path: '/12/accounts' },
	...{
		'accountHistory.start_time': '2026-11-01T00:00:00Z',
		'accountHistory.end_time': '2026-11-02T00:00:00Z',
	},
	...{ targeting_type: 'BROAD_KEYWORD', targeting_value: 'coffee', targeting_values: 'coffee' },
	...{ suggestion_type: 'KEYWORD', locale: 'en-US' },
	...{
		'promotedAccount.create.line_item_id': ids.followersLineItem,
		'feature.remove.feature_keys': ['CPI_CHARGING'],
	},
	'campaign.create.additionalFields': { daily_budget_amount_local_micro: '12.50' },
	'targetingOption.getEvents.event_types': ['SPORTS'],
	'account.update.updateFields': { name: 'New name' },
};

const operations = spec.resources.flatMap(({ value, operations: own }) =>
	Object.entries(own).map(([name, operation]) => ({ resource: value, name: `${value}.${name}`, operation })),
);

describe.each(operations)('$name', ({ resource, name, operation }) => {
	const environment = operation.environments === undefined ? 'production' : 'sandbox';

	it.each(['oAuth1', 'oAuth2'] as const)('works with %s', async (as) => {
		const found = formNamed(`xAdsCampaigns.${name.replace('.', `.${environment}.`)}`);
		const isBatch = name.endsWith('.batch');
		const form = { ...found, values: { ...found.values, ...(isBatch && { operation_type: 'Delete' }) } };
		const own: typeof known =
			environment === 'sandbox'
				? { account_id: ids.sandboxAccount, funding_instrument_id: ids.sandboxFundingInstrument }
				: { account_id: ids.account };
		const values = filled(
			form,
			(field) => own[field] ?? known[`${name}.${field}`] ?? known[`${resource}.${field}`] ?? known[field],
		);
		// An operation of the sandbox goes there even when the form still says production.
		const items = [{ json: { marker: '1111' } }];
		const run = await ads(name, { ...values, environment: 'production' }, { as, items });
		expect(run.error?.message).toBeUndefined();
		const { method, route } = sim().requests.at(-1)!;
		const expected = name === 'customApiCall.send' ? 'GET /12/accounts' : operation.route;
		expect(keyOf(`${method} ${route}`)).toBe(keyOf(expected));
		// Nothing has happened yet that a history could tell.
		expect(run.items.length > 0).toBe(name !== 'accountHistory.getMany');
		expect(run.itemsPaired.every((from) => from === 0)).toBe(true);
		const listener = environment === 'sandbox' ? 'adsSandbox' : 'ads';
		expect(sim().requests.every((request) => request.listener === listener)).toBe(true);
	});
});
