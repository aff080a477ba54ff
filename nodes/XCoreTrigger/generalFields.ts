/** This file defines the part of the form that all events share, with the options that only some of them have. */
import { ANSWERING } from '../shared/events/answering';
import { collection, whenSibling } from '../shared/fields';
import { eventsWhere } from './events/find';
import { EVENT_OPTIONS, JOINED, OPTIONS, OUTPUT_FIELDS, type EventOption } from './form';

const shownFor = (option: EventOption) => ({
	'/event': eventsWhere(({ options = [] }) => options.includes(option)),
});

const shownWith = (joined: keyof typeof JOINED) => ({
	'/event': eventsWhere(({ expand }) => expand === joined),
});

export const GENERAL_FIELDS = {
	...OUTPUT_FIELDS,
	options: collection(
		{
			...OPTIONS,
			...ANSWERING,
			exclude: whenSibling(shownFor('exclude'), EVENT_OPTIONS.exclude),
			includeAuthor: whenSibling(shownWith('author_id'), JOINED.author_id),
			includeOwnPosts: whenSibling(shownFor('includeOwnPosts'), EVENT_OPTIONS.includeOwnPosts),
			includeSender: whenSibling(shownWith('sender_id'), JOINED.sender_id),
			includeOwn: whenSibling(shownFor('includeOwn'), EVENT_OPTIONS.includeOwn),
			kinds: whenSibling(shownFor('kinds'), EVENT_OPTIONS.kinds),
			maxTrends: whenSibling(shownFor('maxTrends'), EVENT_OPTIONS.maxTrends),
			unverified: whenSibling(shownFor('unverified'), EVENT_OPTIONS.unverified),
		},
		{ placeholder: 'Add Option' },
	),
};
