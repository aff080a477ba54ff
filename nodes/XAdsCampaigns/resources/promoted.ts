/** What line items show to people: promoted Posts and accounts, media, tags and categories. */
import { accountChildren, adsResource } from '../../shared/ads/children';
import { webAddress, titled } from '../../shared/ads/fields';
import {
	lineItem,
	ofLineItems,
	adLocator,
	scheduledPost,
	userToPromote,
	accountMedia,
	campaign,
} from '../../shared/ads/locators';
import { ids, additional, choice, update } from '../../shared/fields';
import { many } from '../../shared/operation/operation';
import { curatedCategory } from '../locators';

const posts = accountChildren({
	segment: 'promoted_tweets',
	locator: adLocator('Promoted Post', '1efwlo', 'searchPromotedPosts'),
	simplified: 'id line_item_id tweet_id entity_status approval_status created_at updated_at deleted',
});

export const promotedPostResource = adsResource('promotedPost', 'Promoted Post', {
	create: posts.creation(
		'Promote Posts with a line item. Returns one item for each.',
		{
			line_item_id: lineItem(),
			tweet_ids: ids({
				max: 50,
				description: 'Up to 50 Posts, separated by commas',
			}),
		},
		{ action: 'Create promoted posts', result: many(posts.shape) },
	),
	delete: posts.remove('Stop promoting a Post with a line item. The Post itself stays.'),
	get: posts.get('Get one promoted Post'),
	getMany: posts.list(
		'Get the Posts that line items promote; those of deleted line items only with Include Deleted',
		{
			sort: ['paused'],
			filters: { line_item_ids: ofLineItems() },
		},
	),
});

const scheduledPosts = accountChildren({
	segment: 'scheduled_promoted_tweets',
	locator: adLocator('Scheduled Promoted Post', '1xtfl', 'searchScheduledPromotedPosts'),
	simplified: 'id line_item_id scheduled_tweet_id tweet_id created_at updated_at deleted',
});

export const scheduledPromotedPostResource = adsResource('scheduledPromotedPost', 'Scheduled Promoted Post', {
	create: scheduledPosts.creation('Promote a scheduled Post with a line item as soon as it is published', {
		line_item_id: lineItem(),
		scheduled_tweet_id: scheduledPost(),
	}),
	delete: scheduledPosts.remove('Stop a line item from promoting a scheduled Post, before it is published'),
	get: scheduledPosts.get('Get one scheduled promoted Post'),
	getMany: scheduledPosts.list('Get the scheduled Posts that line items will promote', {
		filters: {
			line_item_ids: ofLineItems(),
		},
	}),
});

const accounts = accountChildren({
	segment: 'promoted_accounts',
	locator: adLocator('Promoted Account', '19pl2', 'searchPromotedAccounts'),
	simplified: 'id line_item_id user_id entity_status approval_status created_at updated_at deleted',
});

export const promotedAccountResource = adsResource('promotedAccount', 'Promoted Account', {
	create: accounts.creation('Promote a user with a line item whose product type is Promoted Account', {
		line_item_id: lineItem(),
		user_id: userToPromote(),
	}),
	delete: accounts.remove('Stop promoting a user with a line item'),
	get: accounts.get('Get one promoted account'),
	getMany: accounts.list('Get the users that line items promote', {
		sort: ['paused'],
		filters: { line_item_ids: ofLineItems() },
	}),
});

const creatives = accountChildren({
	segment: 'media_creatives',
	locator: adLocator('Media Creative', '1bzq3', 'searchMediaCreatives'),
	simplified: `
		id line_item_id account_media_id creative_type landing_url entity_status approval_status
		created_at updated_at deleted`,
});

export const mediaCreativeResource = adsResource('mediaCreative', 'Media Creative', {
	create: creatives.creation('Show a media object of the account in a line item', {
		account_media_id: accountMedia(),
		line_item_id: lineItem(),
		...additional({
			landing_url: webAddress(
				'Landing URL',
				'Where the image leads; needed for the objective Website Clicks, ignored for in-stream ads',
			),
		}),
	}),
	delete: creatives.remove('Remove a media object from a line item'),
	get: creatives.get('Get one media creative'),
	getMany: creatives.list('Get the images and in-stream videos that line items show', {
		filters: {
			campaign_id: campaign(),
			line_item_ids: ofLineItems(),
		},
	}),
});

const tagUrl = () => webAddress('Tracking Tag URL', 'The address of the measurement service');
const tags = accountChildren({
	segment: 'tracking_tags',
	locator: adLocator('Tracking Tag', '3m82', 'searchTrackingTags'),
	simplified: 'id line_item_id tracking_tag_type tracking_tag_url created_at updated_at deleted',
});

export const trackingTagResource = adsResource('trackingTag', 'Tracking Tag', {
	create: tags.creation('Report the impressions or clicks of a line item to a measurement service', {
		line_item_id: lineItem(),
		tracking_tag_type: choice(titled('CLICK_TRACKER IMPRESSION_TAG'), {
			default: 'IMPRESSION_TAG',
		}),
		tracking_tag_url: tagUrl(),
	}),
	delete: tags.remove('Delete a tracking tag'),
	get: tags.get('Get one tracking tag'),
	getMany: tags.list('Get the URLs by which measurement services track line items', {
		filters: { line_item_ids: ofLineItems() },
	}),
	update: tags.change('Change the address of a tracking tag', { tracking_tag_url: tagUrl() }),
});

const links = accountChildren({
	segment: 'line_item_curated_categories',
	isListedById: false,
	locator: adLocator('Line Item Curated Category', 'xq', 'searchLineItemCuratedCategories'),
	simplified: 'id line_item_id curated_category_id created_at updated_at deleted',
});

const ends = () => ({ curated_category_id: curatedCategory(), line_item_id: lineItem() });

export const lineItemCuratedCategoryResource = adsResource(
	'lineItemCuratedCategory',
	'Line Item Curated Category',
	{
		create: links.creation('Add a curated category to a line item', ends()),
		delete: links.remove('Remove a curated category from a line item'),
		get: links.get('Get one link of a line item and a curated category'),
		getMany: links.list('Get which line items run with which curated categories'),
		update: links.change('Change the line item or the curated category of a link', update(ends())),
	},
);
