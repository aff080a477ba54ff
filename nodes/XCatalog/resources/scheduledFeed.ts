import { catalog, reads, scheduledFeed, writes } from '../locators';
import {
	checkRepeat,
	createFeed,
	feedFormat,
	feedFormatOrAuto,
	feedUrl,
	frequency,
	repeatHours,
	repeatWeekday,
	startTime,
	timeZone,
	unlessFrequency,
	warnFormat,
} from '../fields/scheduledFeed';
import { notice, update, when } from '../../shared/fields';
import { wholeList } from '../../shared/ads/wholeList';
import { deleted, one, op, resource } from '../../shared/operation/operation';

/** Parameters go into the query: https://docs.x.com/x-ads-api/catalog-management/reference#scheduled-feeds */
export const scheduledFeedResource = resource({
	value: 'scheduledFeed',
	auth: [reads, writes],
	operations: {
		create: op({
			route: 'POST /12/product_catalogs/{product_catalog_id}/scheduled_feeds',
			action: 'Create a scheduled feed',
			description:
				'Have X fetch a product file regularly. It adds and updates products, but never removes them. A user can have one feed.',
			fields: {
				product_catalog_id: catalog(),
				feed_url: feedUrl,
				feed_format: feedFormatOrAuto,
				frequency,
				repeat_weekday: when({ frequency: ['WEEKLY'] }, repeatWeekday),
				repeat_hours: when({ frequency: ['HOURLY'] }, repeatHours),
				start_time: startTime,
				time_zone: timeZone,
			},
			result: one(),
			check: checkRepeat,
			warn: warnFormat,
			run: createFeed,
		}),
		delete: op({
			route: 'DELETE /12/product_catalogs/{product_catalog_id}/scheduled_feeds/{scheduled_feed_id}',
			action: 'Delete a scheduled feed',
			description: 'Delete a scheduled feed for good: this cannot be undone. Products that it added stay.',
			fields: {
				product_catalog_id: catalog(),
				scheduled_feed_id: scheduledFeed(),
				deletion: notice('The feed is deleted for good. Products that it added stay in the catalog.'),
			},
			result: deleted('scheduled_feed_id'),
		}),
		getMany: op({
			route: 'GET /12/product_catalogs/{product_catalog_id}/scheduled_feeds',
			action: 'Get many scheduled feeds',
			description: 'Get the scheduled feeds of a catalog',
			fields: { product_catalog_id: catalog() },
			...wholeList(),
		}),
		update: op({
			route: 'PUT /12/product_catalogs/{product_catalog_id}/scheduled_feeds/{scheduled_feed_id}',
			action: 'Update a scheduled feed',
			description: 'Change address, format or schedule of a feed',
			fields: {
				product_catalog_id: catalog(),
				scheduled_feed_id: scheduledFeed(),
				...update({
					feed_url: feedUrl,
					feed_format: feedFormat,
					frequency,
					repeat_weekday: unlessFrequency(['DAILY', 'HOURLY'], repeatWeekday),
					repeat_hours: unlessFrequency(['DAILY', 'WEEKLY'], repeatHours),
					start_time: startTime,
					time_zone: timeZone,
				}),
			},
			result: one(),
			check: checkRepeat,
			warn: warnFormat,
		}),
	},
});
