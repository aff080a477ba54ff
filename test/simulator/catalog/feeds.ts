/** The scheduled feed: one a user. */
import { refuse, type CatalogCall } from './call';
import type { Feed } from './state';

export function createFeed({ catalog, request, platform }: CatalogCall): Feed {
	if (catalog.feed)
		refuse('ACTION_NOT_ALLOWED', 'A user can only have one scheduled feed', 'product_catalog_id');
	const now = platform.clock.iso();
	const made = {
		...(Object.fromEntries(request.query) as Omit<Feed, 'repeat'>),
		id: platform.newId(),
		product_catalog_id: catalog.id,
		repeat: request.query.get('repeat'),
		created_at: now,
		updated_at: now,
	};
	catalog.feed = checked(made);
	return catalog.feed;
}

export function updateFeed(call: CatalogCall): Feed {
	const { catalog, request, platform } = call;
	const feed = find(call);
	const given = Object.fromEntries(request.query);
	const repeat = given.repeat ?? (given.frequency && given.frequency !== feed.frequency ? null : feed.repeat);
	catalog.feed = checked({ ...feed, ...given, repeat, updated_at: platform.clock.iso() });
	return catalog.feed;
}

export function removeFeed(call: CatalogCall): Feed {
	const feed = find(call);
	call.catalog.feed = undefined;
	return feed;
}

function find({ catalog, request }: CatalogCall): Feed {
	const id = request.params.scheduled_feed_id ?? '';
	if (catalog.feed?.id !== id)
		return refuse('NOT_FOUND', `Scheduled feed ${id} was not found`, 'scheduled_feed_id');
	return catalog.feed;
}

function checked(feed: Feed): Feed {
	const { frequency, repeat } = feed;
	if (frequency === 'DAILY' && repeat !== null)
		refuse('INVALID_PARAMETER', 'repeat is not allowed for DAILY', 'repeat');
	if (frequency !== 'DAILY' && repeat === null)
		refuse('MISSING_PARAMETER', `repeat is required for ${frequency}`, 'repeat');
	// A number of hours, or else a day of the week; the facts list both.
	if (repeat !== null && /^\d/.test(repeat) !== (frequency === 'HOURLY'))
		refuse('INVALID_PARAMETER', `repeat ${repeat} is not for ${frequency}`, 'repeat');
	if (!URL.canParse(feed.feed_url)) refuse('INVALID_PARAMETER', 'feed_url is not a URL', 'feed_url');
	return feed;
}
